package io.sluice.local.serve.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.local.serve.streams.ApiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The request of `PutRecord` or `PutRecordBatch`, within the API's limits.
///
/// @param stream  a name, not yet known to be a stream's
/// @param records at least one
record PutRequest(String stream, List<byte[]> records) {
    private static final int RECORDS_MAX = 500;
    private static final int RECORD_BYTES_MAX = 1_024_000;
    private static final int BATCH_BYTES_MAX = 4 << 20;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(16).build()).build();

    /// @throws ApiException with Firehose's message when it is none
    static PutRequest single(byte[] body) {
        PutRequest request = read(body, "Record");
        if (request.records.isEmpty()) {
            throw ApiException.missing("record");
        }
        return request;
    }

    /// @throws ApiException with Firehose's message when it is none
    static PutRequest batch(byte[] body) {
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
                    records(json, value, member, records);
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

    private static void records(JsonParser json, JsonToken value, String member, List<byte[]> records)
            throws IOException {
        if (member.equals("Record")) {
            records.add(record(json, value, "record"));
            return;
        }
        expect(value, JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (records.size() == RECORDS_MAX) {
                throw ApiException.violation("records", "have length less than or equal to " + RECORDS_MAX);
            }
            records.add(record(json, json.currentToken(), "records." + (records.size() + 1) + ".member"));
        }
    }

    private static byte[] record(JsonParser json, JsonToken value, String path) throws IOException {
        expect(value, JsonToken.START_OBJECT);
        byte[] data = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            if (name.equals("Data") && token != JsonToken.VALUE_NULL) {
                expect(token, JsonToken.VALUE_STRING);
                data = json.getBinaryValue();
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
}
