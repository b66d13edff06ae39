package io.sluice.source;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The last listing of a source, for whoever needs one for each of many days: it is good while it is young beside the
/// time that making it took, so that listing is no more than a part of the work, however many objects and days there
/// are. Safe for concurrent use; who comes while a listing is made waits for it.
public final class RecentListing {
    /// A listing is used for so many times the time it took.
    private static final int TIMES = 10;

    private final InstantSource clock;
    private final Supplier<SourceListing> lists;
    private @Nullable SourceListing last;
    private Instant begun = Instant.EPOCH;
    private Duration took = Duration.ZERO;

    /// @param lists makes a listing; what it throws is thrown by whoever asked
    public RecentListing(InstantSource clock, Supplier<SourceListing> lists) {
        this.clock = clock;
        this.lists = lists;
    }

    /// Lists what is there now.
    public synchronized SourceListing now() {
        Instant from = clock.instant();
        SourceListing listing = lists.get();
        this.begun = from;
        this.took = Duration.between(from, clock.instant());
        this.last = listing;
        return listing;
    }

    /// What was there less than ten times as long ago as listing it took.
    public synchronized SourceListing recent() {
        Duration age = Duration.between(begun, clock.instant());
        return last == null || age.isNegative() || age.compareTo(took.multipliedBy(TIMES)) >= 0 ? now() : last;
    }
}
