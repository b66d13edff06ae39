package io.sluice.manifest;

import io.sluice.objects.ObjectKey;
import java.util.HashSet;
import java.util.Set;

/// Checks that hold at every commit. A violated one names itself and stops the run before it commits: what is staged
/// stays staged, and nothing wrong is made durable.
///
/// Each name is a heading of `docs/internals/INVARIANTS.md`.
public final class ManifestInvariants {
    private ManifestInvariants() {}

    /// The checks that cost nothing beside the plan: every flush run makes them.
    ///
    /// @throws InvariantViolation naming the first that does not hold
    public static void check(Manifest current, Manifest next) {
        require(next.version() == current.version() + 1, "version-monotone",
                "version " + next.version() + " follows " + current.version());
        require(next.shardCount() >= current.shardCount(), "shards-in-use",
                next.shardCount() + " shards follow " + current.shardCount());
        checkTally(current.tally(), next);
        next.positions().missing(current.positions()).ifPresent(lost -> require(false, "positions-monotone",
                "what was folded of " + lost + " is not known any more"));
        Set<ObjectKey> keys = new HashSet<>();
        for (Delivery delivery : next.deliveries()) {
            require(keys.add(delivery.key()), "objects-distinct", "two deliveries write " + delivery.key());
            delivery.rejects().ifPresent(key -> require(keys.add(key), "objects-distinct",
                    "two deliveries write " + key));
            for (ChunkRef chunk : delivery.chunks()) {
                require(next.segments().lists(chunk.segment()), "references-listed",
                        "delivery " + delivery.key() + " refers to segment number " + chunk.segment());
            }
        }
    }

    /// All checks, those included that compare every chunk of both manifests: for tests, and for an operator who
    /// doubts.
    ///
    /// @throws InvariantViolation naming the first that does not hold
    public static void checkAll(Manifest current, Manifest next) {
        check(current, next);
        SegmentChecks.check(current, next);
        new ChunkChecks(current, next).check();
    }

    private static void checkTally(StreamTally before, Manifest next) {
        StreamTally tally = next.tally();
        long pending = next.pending().totals().records();
        long accounted = tally.delivered() + tally.rejected() + tally.discarded() + pending + next.openRecords();
        require(tally.staged() == accounted, "records-conserved",
                tally.staged() + " records staged, but " + tally.delivered() + " delivered, " + tally.rejected()
                        + " rejected, " + tally.discarded() + " discarded, " + pending + " pending and "
                        + next.openRecords() + " in open deliveries");
        boolean grows = tally.staged() >= before.staged() && tally.delivered() >= before.delivered()
                && tally.rejected() >= before.rejected() && tally.dropped() >= before.dropped()
                && tally.discarded() >= before.discarded();
        require(grows, "tally-monotone", tally + " follows " + before);
    }

    static void require(boolean holds, String invariant, String detail) {
        if (!holds) {
            throw new InvariantViolation(invariant, detail);
        }
    }
}
