package io.sluice.ingest;

/// What became of a batch: all of it is staged, or the call threw.
///
/// @param records    records after deaggregation and transformation; delivered, rejected and dropped together
/// @param rejected   error records among them
/// @param dropped    records that the transformation dropped
/// @param partitions distinct partitions, error partitions included
/// @param rawBytes   staged bytes before compression
/// @param stagedBytes bytes of the segment
/// @param keyNanos    time that the records took through their steps, of which the jq query is nearly all
public record IngestSummary(int records, int rejected, int dropped, int partitions, long rawBytes, long stagedBytes,
        long keyNanos) {
    static final IngestSummary NOTHING = new IngestSummary(0, 0, 0, 0, 0, 0, 0);
}
