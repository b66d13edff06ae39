package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.util.Map;

/// The answer to one record of a transformation event.
///
/// @param recordId      the id that the event gave the record
/// @param result        what became of it
/// @param data          what Firehose shall deliver; empty for `DROPPED`
/// @param partitionKeys `metadata.partitionKeys`; empty when there are none
/// @param base64        `data` as the answer has it
public record TransformedRecord(String recordId, Result result, byte[] data, KeyValues partitionKeys,
        Base64Text base64) {
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

    /// An answer whose data is encoded when it is written.
    public TransformedRecord(String recordId, Result result, byte[] data, Map<String, String> partitionKeys) {
        this(recordId, result, data, KeyValues.copyOf(partitionKeys), Base64Text.of(data));
    }

    /// An answer that gives `source` back as it came, without encoding it again.
    public static TransformedRecord unchanged(SourceRecord source, Result result, Map<String, String> partitionKeys) {
        return new TransformedRecord(source.recordId(), result, source.data(), KeyValues.copyOf(partitionKeys),
                source.base64());
    }

    /// An answer that tells Firehose that nothing of `source` is left for it to deliver.
    public static TransformedRecord dropped(SourceRecord source) {
        return new TransformedRecord(source.recordId(), Result.DROPPED, new byte[0], Map.of());
    }
}
