package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writes the answer to a transformation event as a stream, and says beforehand how long each record's part will be.
///
/// Lambda cuts a response off at [#RESPONSE_BYTES_MAX]; a function that would answer more fails, and Firehose retries
/// the whole batch. So a caller adds up [#ENVELOPE_BYTES] and [#encodedLength] while it decides what to answer. One
/// instance writes one response and belongs to one thread.
///
/// Source: Amazon Data Firehose Developer Guide, "Required parameters for data transformation" and "Dynamic
/// partitioning".
public final class ResponseWriter {
    /// Largest response of a synchronous invocation, in bytes. Source: the AWS Lambda service's own error message.
    public static final int RESPONSE_BYTES_MAX = 6_291_556;
    private static final byte[] OPENING = ascii("{\"records\":[");
    private static final byte[] CLOSING = ascii("]}");
    /// Length of a response without any record, in bytes.
    public static final int ENVELOPE_BYTES = OPENING.length + CLOSING.length;

    private static final byte[] RECORD_ID = ascii("{\"recordId\":\"");
    private static final byte[] RESULT = ascii("\",\"result\":\"");
    private static final byte[] METADATA = ascii("\",\"metadata\":{\"partitionKeys\":{");
    private static final byte[] QUOTE = ascii("\"");
    /// Ends a key's value and begins the next one's name.
    private static final byte[] NEXT = ascii("\",\"");
    private static final byte[] COLON = ascii("\":\"");
    private static final byte[] END_WITH_METADATA = ascii("\"}}}");
    private static final byte[] END = ascii("\"}");

    /// An answer's bytes without its texts, whatever its result and wherever its payload.
    static final int RECORD_BYTES_MAX = 1 + RECORD_ID.length + RESULT.length
            + TransformedRecord.Result.PROCESSING_FAILED.wireName().length()
            + payloadStart(PayloadMember.KAFKA_RECORD_VALUE).length + METADATA.length + END_WITH_METADATA.length;

    /// A key's bytes without its name and value.
    static final int KEY_BYTES = "\"\":\"\",".length();

    private final OutputStream out;
    private final ResponseBuffer buffer;
    /// The text between a record's id and its payload.
    private final byte[] ok;
    private final byte[] dropped;
    private final byte[] failed;
    private boolean empty = true;
    private KeyTexts keyTexts = new KeyTexts(List.of(), List.of());

    /// Starts a response.
    ///
    /// @param out     the writer does not close it
    /// @param payload of the event that is answered
    /// @throws IOException what `out` throws
    public ResponseWriter(OutputStream out, PayloadMember payload) throws IOException {
        this.out = out;
        this.ok = result(TransformedRecord.Result.OK, payload);
        this.dropped = result(TransformedRecord.Result.DROPPED, payload);
        this.failed = result(TransformedRecord.Result.PROCESSING_FAILED, payload);
        this.buffer = new ResponseBuffer(out);
        buffer.write(OPENING);
    }

    /// Bytes that a record adds to a response, with the comma that parts it from the one before: a response is one byte
    /// shorter than [#ENVELOPE_BYTES] and the sum of these, because its first record has no comma.
    ///
    /// @param payload of the event that is answered
    public static long encodedLength(TransformedRecord record, PayloadMember payload) {
        long length = 1L + RECORD_ID.length + record.id().jsonBytes() + RESULT.length
                + record.result().wireName().length() + payloadStart(payload).length + record.base64().length();
        KeyValues keys = record.partitionKeys();
        if (keys.isEmpty()) {
            return length + END.length;
        }
        for (int i = 0; i < keys.size(); i++) {
            length += KEY_BYTES + JsonStringText.bytes(keys.names().get(i)).length
                    + JsonStringText.bytes(keys.value(i)).length;
        }
        return length + METADATA.length - "\",".length() + END_WITH_METADATA.length;
    }

    /// Writes one record's answer; its partition keys come in their own order.
    ///
    /// @throws IOException what `out` throws
    public void write(TransformedRecord record) throws IOException {
        if (!empty) {
            buffer.write(',');
        }
        empty = false;
        buffer.write(RECORD_ID);
        record.id().writeTo(buffer);
        buffer.write(switch (record.result()) {
            case OK -> ok;
            case DROPPED -> dropped;
            case PROCESSING_FAILED -> failed;
        });
        record.base64().writeTo(buffer);
        if (record.partitionKeys().isEmpty()) {
            buffer.write(END);
        } else {
            buffer.write(METADATA);
            writeKeys(record.partitionKeys());
            buffer.write(END_WITH_METADATA);
        }
    }

    /// The response's length in bytes if it ended here.
    long length() {
        return buffer.written() + CLOSING.length;
    }

    /// Ends the response and flushes it. Unless it is called, the response is no valid JSON.
    ///
    /// @return the response's length in bytes
    /// @throws IOException what `out` throws
    public long finish() throws IOException {
        buffer.write(CLOSING);
        buffer.flush();
        out.flush();
        return buffer.written();
    }

    private void writeKeys(KeyValues keys) throws IOException {
        if (!keyTexts.areOf(keys)) {
            List<String> names = keys.names();
            List<byte[]> labels = new ArrayList<>(names.size());
            for (String name : names) {
                labels.add(joined(labels.isEmpty() ? QUOTE : NEXT, JsonStringText.bytes(name), COLON));
            }
            keyTexts = new KeyTexts(names, labels);
        }
        keyTexts.write(keys, buffer);
    }

    private static byte[] result(TransformedRecord.Result result, PayloadMember payload) {
        return joined(RESULT, ascii(result.wireName()), payloadStart(payload));
    }

    private static byte[] payloadStart(PayloadMember payload) {
        return ascii("\",\"" + payload.wireName() + "\":\"");
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
