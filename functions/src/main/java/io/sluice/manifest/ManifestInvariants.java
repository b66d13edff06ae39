package io.sluice.manifest;

/// Checks that hold at every commit. A violated one names itself and stops the run before it commits: what is staged stays
/// staged, and nothing wrong is made durable.
public final class ManifestInvariants {
    private ManifestInvariants() {}

    /// The checks that cost nothing beside the plan.
    ///
    /// @throws InvariantViolation naming the first that does not hold
    public static void check(Manifest current, Manifest next) {
        require(next.version() == current.version() + 1, "version-monotone",
                "version " + next.version() + " follows " + current.version());
        require(next.shardCount() >= current.shardCount(), "shards-in-use",
                next.shardCount() + " shards follow " + current.shardCount());
        Tally tally = next.tally();
        long accounted = tally.delivered() + tally.rejected() + next.pending().totals().records() + next.openRecords();
        require(tally.staged() == accounted, "records-conserved", tally.staged() + " records staged, but "
                + tally.delivered() + " delivered, " + tally.rejected() + " rejected, "
                + next.pending().totals().records() + " pending and " + next.openRecords() + " in open deliveries");
        for (Delivery delivery : next.deliveries()) {
            for (ChunkRef chunk : delivery.chunks()) {
                require(next.segments().lists(chunk.segment()), "references-listed",
                        "delivery " + delivery.key() + " refers to segment number " + chunk.segment());
            }
        }
    }

    static void require(boolean holds, String invariant, String detail) {
        if (!holds) {
            throw new InvariantViolation(invariant, detail);
        }
    }
}
