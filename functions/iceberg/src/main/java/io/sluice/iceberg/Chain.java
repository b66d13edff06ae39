package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A chain of entries that is read in its order: a buffer's landings, or what the lake's jobs did. Safe for concurrent
/// use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface Chain {
    /// Its name; no two of a stream share one.
    String name();

    /// The entries behind one, oldest first, read as they are used.
    ///
    /// @param version of the last entry that was applied; 0: from the oldest that is kept
    Stream<Step> after(long version);

    /// When an entry was made; empty where it is not there, or nobody knows.
    default Optional<Instant> at(long version) {
        return Optional.empty();
    }

    /// The keys that are no data files any more, by all the entries that are kept.
    default Set<ObjectKey> gone() {
        Set<ObjectKey> gone = new HashSet<>();
        try (Stream<Step> steps = after(0)) {
            steps.forEach(step -> {
                gone.addAll(step.gone());
                step.come().forEach(object -> gone.remove(object.key()));
            });
        }
        return gone;
    }
}
