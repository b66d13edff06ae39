package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.util.Map;

/// The answer to one record of a transformation event.
///
/// @param id            what the event calls the record
/// @param result        what became of it
/// @param data          what Firehose shall deliver; empty for `DROPPED`
/// @param partitionKeys `metadata.partitionKeys`; empty when there are none
/// @param base64        `data` as the answer has it
public record TransformedRecord(RecordId id, Result result, byte[] data, KeyValues partitionKeys,
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
    public TransformedRecord(RecordId id, Result result, byte[] data, Map<String, String> partitionKeys) {
        this(id, result, data, KeyValues.copyOf(partitionKeys), Base64Text.of(data));
    }

    /// An answer that gives `source` back as it came, without encoding it again.
    public static TransformedRecord unchanged(SourceRecord source, Result result, Map<String, String> partitionKeys) {
        return new TransformedRecord(source.id(), result, source.data(), KeyValues.copyOf(partitionKeys),
                source.base64());
    }

    /// An answer that has Firehose keep `source` among its errors.
    public static TransformedRecord failed(SourceRecord source) {
        return new TransformedRecord(source.id(), Result.PROCESSING_FAILED, new byte[0], Map.of());
    }

    /// An answer that tells Firehose that nothing of `source` is left for it to deliver.
    public static TransformedRecord dropped(SourceRecord source) {
        return new TransformedRecord(source.id(), Result.DROPPED, new byte[0], Map.of());
    }
}
