package io.sluice.flush;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// The staged objects that were written before a time, in the order of their keys, a share at a time. Safe for
/// concurrent use.
///
/// @param before   the time
/// @param deadline of who lists them
/// @param limits   of a share
record OldObjects(ObjectStore staging, Instant before, Deadline deadline, Sweep.ShareLimits limits) {
    /// Time that a page may take, and what is done with the share that it ends.
    private static final Duration STEP_TIME = Duration.ofSeconds(30);

    /// Some of the objects, one after the other.
    ///
    /// @param keys of those that are old; may be changed
    /// @param upTo nothing up to this key is left out, but what is young
    /// @param more false: there is nothing behind it
    record Share(Set<ObjectKey> keys, String upTo, boolean more) {}

    /// Lists the share that is behind a key: a request for each thousand objects.
    ///
    /// @param after empty: from the first key
    /// @return empty when time ran out
    Optional<Share> share(String prefix, String after) {
        Set<ObjectKey> old = new LinkedHashSet<>();
        String upTo = after;
        boolean more = true;
        for (int pages = 0; more && pages < limits.pagesMax() && old.size() < limits.keysMax(); pages++) {
            if (deadline.leavesLessThan(STEP_TIME)) {
                return Optional.empty();
            }
            ObjectPage page = staging.list(prefix, upTo);
            for (ObjectInfo object : page.objects()) {
                upTo = object.key().value();
                if (object.modified().isBefore(before)) {
                    old.add(object.key());
                }
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return Optional.of(new Share(old, upTo, more));
    }
}
