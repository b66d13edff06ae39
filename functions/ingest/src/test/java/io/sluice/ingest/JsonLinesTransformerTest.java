package io.sluice.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.plugin.Transformed;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonLinesTransformerTest {
    @Test
    void lineEndsBetweenTokensBecomeOneBlankAndNothingElseChanges() {
        Map.of("{\n  \"a\": 1,\r\n\t\"b\": [ ]\n}", "{ \"a\": 1, \"b\": [ ] }", "{\"a\":1}", "{\"a\":1}",
                "{\"a\":1}\n", "{\"a\":1}\n", "{\n}\r\n", "{ }\r\n", "{\"a\" :  \"x\\\"\\n\",\n\"b\":1.50}",
                "{\"a\" :  \"x\\\"\\n\", \"b\":1.50}", "", "", "\n", "\n").forEach(
                        (record, line) -> assertEquals(line, transformed(record), record));
    }

    private static String transformed(String record) {
        Transformed.Kept kept = (Transformed.Kept) new JsonLinesTransformer().transform(record.getBytes(UTF_8));
        return new String(kept.outputs().getFirst().data(), UTF_8);
    }
}
