package io.sluice.ingest;

/// The summary of a batch: all of it is staged, or the call threw.
///
/// @param records    records after deaggregation and transformation; delivered, rejected and dropped together
/// @param rejected   error records among them
/// @param dropped    records that the transformation dropped
/// @param partitions distinct partitions, error partitions included
/// @param rawBytes   staged bytes before compression
/// @param stagedBytes bytes of the segment
/// @param keyNanos    time that the records took through their steps, of which the jq query is nearly all
/// @param repeated    records of the batch that were staged before, and were left alone; as the source numbers them
/// @param writeUnits  that the index took
public record IngestSummary(int records, int rejected, int dropped, int partitions, long rawBytes, long stagedBytes,
        long keyNanos, int repeated, int writeUnits) {
    /// Nothing was to be done.
    public static final IngestSummary NOTHING = new IngestSummary(0, 0, 0, 0, 0, 0, 0, 0, 0);

    IngestSummary indexed(int units) {
        return new IngestSummary(records, rejected, dropped, partitions, rawBytes, stagedBytes, keyNanos, repeated,
                units);
    }

    /// The same with what was left alone.
    public IngestSummary repeated(int count) {
        return new IngestSummary(records, rejected, dropped, partitions, rawBytes, stagedBytes, keyNanos, count,
                writeUnits);
    }

    /// Both together; a partition of both counts twice.
    public IngestSummary and(IngestSummary other) {
        return new IngestSummary(records + other.records, rejected + other.rejected, dropped + other.dropped,
                partitions + other.partitions, rawBytes + other.rawBytes, stagedBytes + other.stagedBytes,
                keyNanos + other.keyNanos, repeated + other.repeated, writeUnits + other.writeUnits);
    }
}
