package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.input.ByteInputs;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.RecordSplitter;
import io.sluice.input.RowFiles;
import io.sluice.local.serve.streams.BucketContent;
import io.sluice.local.serve.streams.ObjectContents;
import io.sluice.reject.ErrorLine;
import io.sluice.reject.ErrorLineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.ServiceLoader;

/// The first records of a delivered object, decoded by its format. Whatever an object holds, the answer is JSON of
/// bounded size, and reading it takes bounded memory.
final class Look {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int RECORDS_MAX = 20;
    private static final int CONTENT_BYTES_MAX = 1 << 20;
    private static final int RECORD_BYTES_MAX = 4 << 10;

    private Look() {}

    /// @param length the object's size
    /// @return JSON: `format`, `records`, whether there are `more`, and the `problem` where it can't be read on; empty
    ///     when there is no such object
    static Optional<ObjectNode> into(BucketContent bucket, String key, long length) {
        ObjectNode answer = JSON.createObjectNode().put("key", key).put("bytes", length).put("more", false);
        ArrayNode records = answer.putArray("records");
        try {
            Optional<BucketContent.Opened> object = bucket.open(key);
            if (object.isEmpty()) {
                return Optional.empty();
            }
            ObjectContents.Content content = ObjectContents.of(object.get().content(), object.get().encoding());
            try (var in = content.in()) {
                answer.put("format", content.format() == Format.TEXT ? "plain" : content.format().title());
                if (content.format() == Format.PARQUET) {
                    rows(bucket, key, length, answer, records);
                } else {
                    byte[] start = in.readNBytes(CONTENT_BYTES_MAX + 1);
                    text(key, start, answer, records);
                }
            }
        } catch (IOException | InputException e) {
            answer.put("problem", "It can't be read on: " + e.getMessage());
        }
        return Optional.of(answer);
    }

    private static void rows(BucketContent bucket, String key, long length, ObjectNode answer, ArrayNode records)
            throws IOException {
        Optional<RowFiles> rows = ServiceLoader.load(RowFiles.class).stream().map(ServiceLoader.Provider::get)
                .filter(each -> each.format() == Format.PARQUET).findFirst();
        if (rows.isEmpty()) {
            answer.put("problem", "This server has no reader of Parquet files");
            return;
        }
        try (RecordInput input = rows.get().open(key, key, bucket.ranges(key, length), CONTENT_BYTES_MAX)) {
            records(input, answer, records);
        }
    }

    private static void text(String key, byte[] start, ObjectNode answer, ArrayNode records) throws IOException {
        boolean isCut = start.length > CONTENT_BYTES_MAX;
        if (isErrorObject(key, start)) {
            answer.put("kind", "errors");
            errors(key, start, answer, records);
        } else {
            answer.put("kind", "data");
            try (RecordInput input = new RecordSplitter(key, key,
                    ByteInputs.open(key, new ByteArrayInputStream(start), CONTENT_BYTES_MAX), CONTENT_BYTES_MAX + 1)) {
                records(input, answer, records);
            }
        }
        if (isCut) {
            answer.put("more", true);
        }
    }

    private static boolean isErrorObject(String key, byte[] start) throws IOException {
        return new ErrorLineReader(key, new ByteArrayInputStream(start)).next()
                .map(ErrorLineReader.Entry.Found.class::isInstance).orElse(false);
    }

    private static void records(RecordInput input, ObjectNode answer, ArrayNode records) throws IOException {
        for (InputRecord next = input.next(); next != null; next = input.next()) {
            if (records.size() == RECORDS_MAX) {
                answer.put("more", true);
                return;
            }
            show(next.data(), records.addObject());
        }
    }

    private static void errors(String key, byte[] start, ObjectNode answer, ArrayNode records) throws IOException {
        var lines = new ErrorLineReader(key, new ByteArrayInputStream(start));
        for (var next = lines.next(); next.isPresent(); next = lines.next()) {
            if (records.size() == RECORDS_MAX) {
                answer.put("more", true);
                return;
            }
            switch (next.get()) {
                case ErrorLineReader.Entry.Found(ErrorLine line) -> {
                    ObjectNode shown = records.addObject().put("code", line.errorCode())
                            .put("message", line.errorMessage()).put("arrived", line.arrival().toString())
                            .put("attempts", line.attemptsMade());
                    line.lambdaArn().ifPresent(arn -> shown.put("function", arn));
                    show(line.rawData(), shown);
                }
                case ErrorLineReader.Entry.Unreadable(long number, String cause) ->
                    records.addObject().put("message", "Line " + number + " is no error record: " + cause);
            }
        }
    }

    /// As text where it is UTF-8, in base64 where it is not.
    private static void show(byte[] data, ObjectNode to) {
        int length = Math.min(data.length, RECORD_BYTES_MAX);
        // Not through the middle of a character.
        while (length < data.length && length > 0 && (data[length] & 0xC0) == 0x80) {
            length--;
        }
        to.put("size", data.length).put("cut", length < data.length);
        try {
            to.put("text", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data, 0, length)).toString());
        } catch (CharacterCodingException e) {
            to.put("base64", Base64.getEncoder().encodeToString(
                    data.length > length ? Arrays.copyOf(data, length) : data));
        }
    }
}
