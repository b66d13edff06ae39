package io.sluice.index;

import io.sluice.objects.ObjectKey;

/// The state item: which manifest is current. Moving it is the only commit in the system.
///
/// @param version  number of commits so far; 0 where a stream has begun and nothing was folded yet
/// @param manifest the current manifest; its key carries the run that wrote it, so that a run can tell its own commit
public record FlushState(long version, ObjectKey manifest) {
    public FlushState {
        if (version < 0) {
            throw new IllegalArgumentException("state version " + version);
        }
    }
}
