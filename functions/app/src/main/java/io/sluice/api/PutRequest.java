package io.sluice.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The request of `PutRecord` or `PutRecordBatch`, within the API's limits.
///
/// @param stream  a name, not yet known to be a stream's
/// @param records at least one
public record PutRequest(String stream, List<byte[]> records) {
    private static final int RECORDS_MAX = 500;
    private static final int RECORD_BYTES_MAX = 1_024_000;
    private static final int BATCH_BYTES_MAX = 4 << 20;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(16).build()).build();

    /// @throws ApiException with Firehose's message when it is none
    public static PutRequest single(byte[] body) {
        PutRequest request = read(body, "Record");
        if (request.records.isEmpty()) {
            throw ApiException.missing("record");
        }
        return request;
    }

    /// @throws ApiException with Firehose's message when it is none
    public static PutRequest batch(byte[] body) {
        PutRequest request = read(body, "Records");
        if (request.records.isEmpty()) {
            throw ApiException.violation("records", "have length greater than or equal to 1");
        }
        long bytes = 0;
        for (byte[] record : request.records) {
            bytes += record.length;
        }
        if (bytes > BATCH_BYTES_MAX) {
            throw ApiException.invalid("Records size exceeds 4 MB limit");
        }
        return request;
    }

    private static PutRequest read(byte[] body, String member) {
        String stream = null;
        List<byte[]> records = new ArrayList<>();
        try (JsonParser json = JSON.createParser(body)) {
            expect(json.nextToken(), JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("DeliveryStreamName")) {
                    expect(value, JsonToken.VALUE_STRING);
                    stream = json.getText();
                } else if (name.equals(member)) {
                    records.clear();
                    records(new Source(json, body), value, member, records);
                } else {
                    json.skipChildren();
                }
            }
            expect(json.currentToken(), JsonToken.END_OBJECT);
            if (json.nextToken() != null) {
                throw notJson();
            }
        } catch (IOException e) {
            throw notJson();
        }
        return new PutRequest(name(stream), records);
    }

    private static void records(Source source, JsonToken value, String member, List<byte[]> records)
            throws IOException {
        if (member.equals("Record")) {
            records.add(record(source, value, "record"));
            return;
        }
        JsonParser json = source.json;
        expect(value, JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (records.size() == RECORDS_MAX) {
                throw ApiException.violation("records", "have length less than or equal to " + RECORDS_MAX);
            }
            records.add(record(source, json.currentToken(), "records." + (records.size() + 1) + ".member"));
        }
    }

    private static byte[] record(Source source, JsonToken value, String path) throws IOException {
        JsonParser json = source.json;
        expect(value, JsonToken.START_OBJECT);
        byte[] data = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            if (name.equals("Data") && token != JsonToken.VALUE_NULL) {
                expect(token, JsonToken.VALUE_STRING);
                data = source.base64();
            } else {
                json.skipChildren();
            }
        }
        expect(json.currentToken(), JsonToken.END_OBJECT);
        if (data == null) {
            throw ApiException.missing(path + ".data");
        }
        if (data.length > RECORD_BYTES_MAX) {
            throw ApiException.violation(path + ".data", "have length less than or equal to " + RECORD_BYTES_MAX);
        }
        return data;
    }

    private static String name(@Nullable String stream) {
        if (stream == null) {
            throw ApiException.missing("deliveryStreamName");
        }
        if (!NAME.matcher(stream).matches()) {
            throw ApiException.violation("deliveryStreamName",
                    "satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }
        return stream;
    }

    private static void expect(@Nullable JsonToken token, JsonToken expected) {
        if (token != expected) {
            throw notJson();
        }
    }

    private static ApiException notJson() {
        return ApiException.of("SerializationException",
                "The request is not the JSON of its operation: a record's Data is base64 text");
    }

    /// The request's text beside its parser.
    private record Source(JsonParser json, byte[] body) {
        /// The bytes of the string that the parser is at. Almost always they are plain base64 between two quotes, which
        /// the platform decodes many times as fast as the parser; all else is the parser's to judge.
        byte[] base64() throws IOException {
            byte[] plain = plainBase64();
            return plain != null ? plain : json.getBinaryValue();
        }

        private byte @Nullable [] plainBase64() {
            long quote = json.currentTokenLocation().getByteOffset();
            // A byte order mark, or UTF-16: there the parser's count of bytes is not the text's.
            if (body[0] != '{' || quote < 0) {
                return null;
            }
            int start = (int) quote + 1;
            int end = start;
            while (end < body.length && body[end] != '"') {
                end++;
            }
            // Java takes base64 without padding, the parser and Firehose do not.
            if ((end - start) % 4 != 0) {
                return null;
            }
            try {
                ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(body, start, end - start));
                return decoded.remaining() == decoded.array().length
                        ? decoded.array()
                        : Arrays.copyOf(decoded.array(), decoded.remaining());
            } catch (IllegalArgumentException e) {
                // It holds an escape, white space, or what is no base64.
                return null;
            }
        }
    }
}
