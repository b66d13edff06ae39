package io.sluice.compaction;

import io.sluice.flush.OpenDeliveries;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import io.sluice.view.DayMoveException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Tells what flush runs of the stream may still write: an object that is removed while its delivery is open is written
/// again. Safe for concurrent use.
public final class FlushWriters {
    private final Supplier<Optional<Set<ObjectKey>>> open;
    private volatile boolean none;

    public FlushWriters(OpenDeliveries deliveries) {
        this(deliveries::read);
    }

    /// @param open as [OpenDeliveries#read]
    FlushWriters(Supplier<Optional<Set<ObjectKey>>> open) {
        this.open = open;
    }

    /// Read before a listing: an object that the listing shows was either decided before, and its delivery is open or
    /// over, or it is younger than the reading. Where no flush run ever committed, whatever is there is nobody's to
    /// write, until one does.
    ///
    /// @return tests whether a flush run may still write an object
    Predicate<SourceObject> before(Instant now) {
        Optional<Set<ObjectKey>> keys = open.get();
        none = keys.isEmpty();
        Instant since = none ? Instant.MAX : now.minus(Planner.WRITERS_OUTLIVED);
        return object -> keys.filter(all -> all.contains(object.key())).isPresent()
                || !object.modified().isBefore(since);
    }

    /// @throws DayMoveException when a flush run committed where none ever had, since [#before]
    void requireUnchanged() {
        if (none && open.get().isPresent()) {
            throw new DayMoveException("a flush run of the stream has begun meanwhile; compact again");
        }
    }
}
