package io.sluice.firehose;

import io.sluice.keys.KeyValues;
import java.util.List;

/// Adds up the most that a response can take, without encoding the key values: nearly every batch is seen to fit that way.
/// Exact numbers are [ResponseWriter#encodedLength]'s. Belongs to one thread.
public final class ResponseBound {
    private long bytes = ResponseWriter.ENVELOPE_BYTES;
    private List<String> names = List.of();
    private int nameBytes;

    /// Takes in an answer, whatever the result it is given in the end.
    public void add(TransformedRecord record) {
        KeyValues keys = record.partitionKeys();
        if (names != keys.names()) {
            names = keys.names();
            nameBytes = names.stream().mapToInt(name -> JsonText.bytes(name).length).sum();
        }
        long valueChars = 0;
        for (int i = 0; i < keys.size(); i++) {
            valueChars += keys.value(i).length();
        }
        bytes += ResponseWriter.RECORD_BYTES_MAX + JsonText.bytes(record.recordId()).length + record.base64().length()
                + nameBytes + (long) ResponseWriter.KEY_BYTES * keys.size() + JsonText.CHAR_BYTES_MAX * valueChars;
    }

    /// Whether a response of these answers surely keeps to Lambda's limit.
    public boolean fits() {
        return bytes <= ResponseWriter.RESPONSE_BYTES_MAX;
    }
}
