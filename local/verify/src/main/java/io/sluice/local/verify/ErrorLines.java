package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Optional;

/// Reads error records, a JSON object a line. Not safe for concurrent use.
///
/// Source: Firehose developer guide, "Data transformation failure handling".
final class ErrorLines {
    private static final int LINE_BYTES_MAX = 512 << 20;
    private static final JsonMapper JSON = JsonMapper
            .builder(new JsonFactory().setStreamReadConstraints(
                    StreamReadConstraints.builder().maxStringLength(LINE_BYTES_MAX).build()))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final InputStream in;
    private long number;

    ErrorLines(InputStream in) {
        this.in = in;
    }

    /// A line of an error object.
    sealed interface Line {
        record Of(long number, String code, byte[] raw) implements Line {}

        record Unreadable(long number, String cause) implements Line {}
    }

    /// The next line that is not blank; empty at the end.
    Optional<Line> next() throws IOException {
        while (true) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            int b = in.read();
            if (b < 0) {
                return Optional.empty();
            }
            number++;
            while (b >= 0 && b != '\n') {
                text.write(b);
                b = in.read();
            }
            if (text.size() > 0) {
                return Optional.of(read(text.toByteArray()));
            }
        }
    }

    private Line read(byte[] text) throws IOException {
        try {
            JsonNode line = JSON.readTree(text);
            JsonNode code = line.has("errorCode") ? line.path("errorCode") : line.path("lastErrorCode");
            if (!code.isTextual() || !line.path("rawData").isTextual()) {
                return new Line.Unreadable(number, "it has no rawData or no error code");
            }
            return new Line.Of(number, code.asText(), Base64.getDecoder().decode(line.path("rawData").asText()));
        } catch (JsonProcessingException e) {
            return new Line.Unreadable(number, e.getOriginalMessage());
        } catch (IllegalArgumentException e) {
            return new Line.Unreadable(number, "its rawData is not base64");
        }
    }
}
