package io.sluice.lines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// `logfmt`: `level=info msg="in time" cached`, pairs apart by blanks. Values are texts; a key without a value is
/// `true`.
public final class LogfmtLines implements RecordTransformer {
    private static final String SHOWN = "logfmt: key=value key=\"a value\"";
    private static final JsonFactory JSON = new JsonFactory()
            .enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);

    @Override
    public String name() {
        return "logfmt";
    }

    @Override
    public Transformed transform(byte[] record) {
        TextLine line = TextLine.of(record);
        if (!line.isUtf8()) {
            return line.failed(SHOWN);
        }
        try {
            LogfmtPairs pairs = new LogfmtPairs(new String(line.text(), StandardCharsets.UTF_8));
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try (JsonGenerator json = JSON.createGenerator(text)) {
                json.writeStartObject();
                Optional<String> fault = pairs.read((key, value) -> write(key, value, json));
                if (fault.isPresent()) {
                    json.writeEndObject();
                    return line.failed(SHOWN + " (" + fault.get() + ")");
                }
                json.writeEndObject();
            }
            return line.as(text.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory are written without a fault", e);
        }
    }

    private static void write(String key, Optional<String> value, JsonGenerator json) throws IOException {
        json.writeFieldName(key);
        if (value.isPresent()) {
            json.writeString(value.get());
        } else {
            json.writeBoolean(true);
        }
    }
}
