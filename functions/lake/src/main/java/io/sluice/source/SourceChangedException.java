package io.sluice.source;

import io.sluice.objects.ObjectKey;

/// A source object is no longer what it was when its day was planned.
public final class SourceChangedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SourceChangedException(ObjectKey key, String how) {
        super(key + " " + how);
    }

    /// Returns which object it is, and what became of it.
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
