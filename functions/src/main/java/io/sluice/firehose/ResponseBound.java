package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.util.List;

/// Adds up the most that a response can take, without encoding ids and key values: nearly every batch is seen to fit
/// that way. Exact numbers are [ResponseWriter#encodedLength]'s. Belongs to one thread.
public final class ResponseBound {
    /// All but the ids.
    private long bytes = ResponseWriter.ENVELOPE_BYTES;
    private long idBytesMax;
    private List<String> names = List.of();
    private long bytesOfKeys;

    /// Takes in an answer, whatever the result it is given in the end.
    public void add(TransformedRecord record) {
        KeyValues keys = record.partitionKeys();
        if (names != keys.names()) {
            names = keys.names();
            bytesOfKeys = names.stream().mapToLong(name -> ResponseWriter.KEY_BYTES + JsonText.bytes(name).length)
                    .sum();
        }
        long valueChars = 0;
        for (int i = 0; i < keys.size(); i++) {
            valueChars += keys.value(i).length();
        }
        bytes += ResponseWriter.RECORD_BYTES_MAX + record.base64().length() + bytesOfKeys
                + JsonText.CHAR_BYTES_MAX * valueChars;
        idBytesMax += record.id().jsonBytesMax();
    }

    /// Whether a response of the answers that were taken in surely keeps to Lambda's limit. Their ids, which are long,
    /// are looked at only where that decides it.
    public boolean fits(List<TransformedRecord> answers) {
        return bytes + idBytesMax <= ResponseWriter.RESPONSE_BYTES_MAX
                || bytes + idBytes(answers) <= ResponseWriter.RESPONSE_BYTES_MAX;
    }

    private static long idBytes(List<TransformedRecord> answers) {
        long bytes = 0;
        for (TransformedRecord answer : answers) {
            bytes += answer.id().jsonBytes();
        }
        return bytes;
    }
}
