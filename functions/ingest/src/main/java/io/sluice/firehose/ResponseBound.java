package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.util.List;

/// Tells, answer by answer, whether a response still has room within Lambda's limit, those that are to come counted as
/// `ProcessingFailed`. Nearly always the most that an answer can take fits, and nothing is encoded to count it. Belongs
/// to one thread.
public final class ResponseBound {
    private final List<SourceRecord> records;
    private final PayloadMember payload;
    /// True once the most that something can take was too much: its bytes are counted from then on.
    private boolean exact;
    /// The records that were answered.
    private int answered;
    /// Bytes of failures in answer to all others.
    private long rest;
    private List<String> names = List.of();
    private long bytesOfKeys;

    public ResponseBound(SourceBatch batch) {
        this.records = batch.records();
        this.payload = batch.payload();
        this.rest = failures();
    }

    /// Tests whether there is room for `answer`, which is to the batch's next record. If not, there is for a failure.
    ///
    /// @param response has the answers to the records before
    public boolean hasRoom(TransformedRecord answer, ResponseWriter response) {
        // Each answer counts with a comma; the first one has none.
        long bytes = response.length() + (answered > 0 ? 1 : 0);
        rest -= failure(records.get(answered));
        answered++;
        if (!exact) {
            if (bytes + bytesMax(answer) + rest <= ResponseWriter.RESPONSE_BYTES_MAX) {
                return true;
            }
            exact = true;
            rest = failures();
        }
        return bytes + ResponseWriter.encodedLength(answer, payload) + rest <= ResponseWriter.RESPONSE_BYTES_MAX;
    }

    private long failures() {
        long bytes = 0;
        for (int i = answered; i < records.size(); i++) {
            bytes += failure(records.get(i));
        }
        return bytes;
    }

    private long failure(SourceRecord record) {
        return exact
                ? ResponseWriter.encodedLength(TransformedRecord.failed(record), payload)
                : ResponseWriter.RECORD_BYTES_MAX + record.id().jsonBytesMax();
    }

    private long bytesMax(TransformedRecord answer) {
        KeyValues keys = answer.partitionKeys();
        if (names != keys.names()) {
            names = keys.names();
            bytesOfKeys = names.stream().mapToLong(name -> ResponseWriter.KEY_BYTES + JsonStringText.bytes(name).length)
                    .sum();
        }
        long valueChars = 0;
        for (int i = 0; i < keys.size(); i++) {
            valueChars += keys.value(i).length();
        }
        return ResponseWriter.RECORD_BYTES_MAX + answer.id().jsonBytesMax() + answer.base64().length() + bytesOfKeys
                + JsonStringText.CHAR_BYTES_MAX * valueChars;
    }
}
