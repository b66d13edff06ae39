package io.sluice.firehose;

import java.util.Map;

/// The answer to one record of a transformation event.
///
/// @param data          what Firehose shall deliver; empty for `DROPPED`
/// @param partitionKeys `metadata.partitionKeys`; empty when there are none
public record TransformedRecord(String recordId, Result result, byte[] data, Map<String, String> partitionKeys) {
    /// Firehose's status of a record.
    public enum Result {
        OK("Ok"), DROPPED("Dropped"), PROCESSING_FAILED("ProcessingFailed");

        private final String wireName;

        Result(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    public TransformedRecord {
        partitionKeys = Map.copyOf(partitionKeys);
    }
}
