package io.sluice.local.plan;

/// The load that the index table has to bear, and the number of shards that it takes.
///
/// @param itemBytes        the largest index item
/// @param writesPerSecond  write units a second: an entry and its deletion for each batch, its receipts, and the
///     commits
/// @param readsPerSecond   read units a second: the flusher's, and one before a batch with receipts
/// @param shardsNeeded     of each lane, by the write-sharding formula, twice over
/// @param shardsConfigured `Sluice.IndexShards`
public record IndexLoad(int itemBytes, double writesPerSecond, double readsPerSecond, int shardsNeeded,
        int shardsConfigured) {
    private static final double WRITE_UNIT_BYTES = 1_024;
    private static final double READ_UNIT_BYTES = 4_096;
    /// Write units a second that one partition key of DynamoDB bears, and read units.
    private static final double KEY_WRITES = 1_000;
    private static final double KEY_READS = 3_000;
    /// Deletions come together after each run, and batches are not spread evenly.
    private static final double HEADROOM = 2;

    static IndexLoad of(Batches batches, int itemBytes, FlushLoad flush, int shardsConfigured) {
        double itemUnits = Math.ceil(itemBytes / WRITE_UNIT_BYTES);
        // In a transaction with receipts each write counts twice; a deletion has none.
        double entryWrites = (batches.receipts() > 0 ? 3 : 2) * batches.perSecond() * itemUnits;
        double receiptWrites = 2 * batches.perSecond() * batches.receipts();
        int shards = (int) Math.max(1, Math.ceil(entryWrites / flush.buffers() / KEY_WRITES * HEADROOM));
        // A consistent query costs a unit at least; each run reads two items: the state and the shards used.
        double reads = flush.passesPerSecond() * shardsConfigured + batches.perSecond() * itemBytes / READ_UNIT_BYTES
                + 2 * flush.runsPerSecond() + (batches.receipts() > 0 ? batches.perSecond() : 0);
        return new IndexLoad(itemBytes, entryWrites + receiptWrites + flush.commitsPerSecond(), reads, shards,
                shardsConfigured);
    }

    /// DynamoDB's own partitions by its arithmetic: writes/1,000 + reads/3,000.
    public int dynamoDbPartitions() {
        return (int) Math.max(1, Math.ceil(writesPerSecond / KEY_WRITES + readsPerSecond / KEY_READS));
    }
}
