package io.sluice.firehose;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Writes the answer to a transformation event as a stream, and says beforehand how long each record's part will be.
///
/// Lambda cuts a response off at [#RESPONSE_BYTES_MAX]; a function that would answer more fails, and Firehose retries
/// the whole batch. So a caller adds up [#ENVELOPE_BYTES] and [#encodedLength] while it decides what to answer. One
/// instance writes one response and belongs to one thread.
///
/// Source: Amazon Data Firehose Developer Guide, "Required parameters for data transformation" and "Dynamic partitioning".
public final class ResponseWriter {
    /// Largest response of a synchronous invocation, in bytes. Source: the AWS Lambda service's own error message.
    public static final int RESPONSE_BYTES_MAX = 6_291_556;
    private static final byte[] OPENING = ascii("{\"records\":[");
    private static final byte[] CLOSING = ascii("]}");
    /// Length of a response without any record, in bytes.
    public static final int ENVELOPE_BYTES = OPENING.length + CLOSING.length;

    private static final byte[] RECORD_ID = ascii("{\"recordId\":\"");
    private static final byte[] RESULT = ascii("\",\"result\":\"");
    private static final byte[] DATA = ascii("\",\"data\":\"");
    private static final byte[] METADATA = ascii("\",\"metadata\":{\"partitionKeys\":{");
    private static final byte[] COLON = ascii("\":\"");
    private static final byte[] END_WITH_METADATA = ascii("}}}");
    private static final byte[] END = ascii("\"}");

    private final OutputStream out;
    private long written;

    /// Starts a response.
    ///
    /// @param out best buffered; the writer does not close it
    /// @throws IOException what `out` throws
    public ResponseWriter(OutputStream out) throws IOException {
        this.out = out;
        write(OPENING);
    }

    /// Bytes that a record adds to a response, with the comma that parts it from the one before: a response is one byte
    /// shorter than [#ENVELOPE_BYTES] and the sum of these, because its first record has no comma.
    public static long encodedLength(TransformedRecord record) {
        long length = 1L + RECORD_ID.length + JsonText.length(record.recordId()) + RESULT.length
                + record.result().wireName().length() + DATA.length + record.base64().length();
        if (record.partitionKeys().isEmpty()) {
            return length + END.length;
        }
        for (Map.Entry<String, String> key : record.partitionKeys().entrySet()) {
            length += "\"\":\"\",".length() + JsonText.length(key.getKey()) + JsonText.length(key.getValue());
        }
        return length + METADATA.length - 1 + END_WITH_METADATA.length;
    }

    /// Writes one record's answer; its partition keys come in the order of their names.
    ///
    /// @throws IOException what `out` throws
    public void write(TransformedRecord record) throws IOException {
        if (written > OPENING.length) {
            writeByte(',');
        }
        write(RECORD_ID);
        write(JsonText.bytes(record.recordId()));
        write(RESULT);
        write(ascii(record.result().wireName()));
        write(DATA);
        record.base64().writeTo(out);
        written += record.base64().length();
        if (record.partitionKeys().isEmpty()) {
            write(END);
        } else {
            write(METADATA);
            writeKeys(record.partitionKeys());
            write(END_WITH_METADATA);
        }
    }

    /// Ends the response and flushes it. Unless it is called, the response is no valid JSON.
    ///
    /// @return the response's length in bytes
    /// @throws IOException what `out` throws
    public long finish() throws IOException {
        write(CLOSING);
        out.flush();
        return written;
    }

    private void writeKeys(Map<String, String> keys) throws IOException {
        boolean first = true;
        for (Map.Entry<String, String> key : new TreeMap<>(keys).entrySet()) {
            if (!first) {
                writeByte(',');
            }
            first = false;
            writeByte('"');
            write(JsonText.bytes(key.getKey()));
            write(COLON);
            write(JsonText.bytes(key.getValue()));
            writeByte('"');
        }
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private void writeByte(char character) throws IOException {
        out.write(character);
        written++;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
