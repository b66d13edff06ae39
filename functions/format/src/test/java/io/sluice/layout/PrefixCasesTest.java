package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.layout.OutputPrefixes.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs `prefix-cases.json`. A case has a `source`, the configured `prefix` and `errorOutputPrefix`, and either the
/// `faults` (field, and what the message contains) or what the two evaluate to: `objects` and `errors`, at `at` in
/// `zone`, with the key values `query` and `lambda` and the error `type`; `<random>` stands for a random string.
final class PrefixCasesTest {
    private static final Instant DEFAULT_TIME = Instant.parse("2018-08-27T10:30:00Z");

    @TestFactory
    Stream<DynamicTest> eachCaseGivesWhatItsSourceSays() throws IOException {
        try (InputStream table = Objects.requireNonNull(getClass().getResourceAsStream("prefix-cases.json"))) {
            JsonNode cases = new ObjectMapper().readTree(table);
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(row -> DynamicTest.dynamicTest(row.get("source").asText(), () -> check(row)));
        }
    }

    private static void check(JsonNode row) {
        OutputPrefixes.Resolution resolution = OutputPrefixes.resolve(text(row, "prefix"),
                text(row, "errorOutputPrefix"));
        checkFaults(row, resolution.faults());
        assertEquals(row.has("faults"), resolution.prefixes().isEmpty());
        resolution.prefixes().ifPresent(prefixes -> {
            checkEvaluated(row, "objects", prefixes.prefix());
            checkEvaluated(row, "errors", prefixes.errorOutputPrefix());
        });
    }

    private static void checkFaults(JsonNode row, List<Fault> faults) {
        List<JsonNode> expected = new ArrayList<>();
        row.path("faults").forEach(expected::add);
        assertEquals(expected.size(), faults.size(), () -> "faults: " + faults);
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i).get("field").asText(), faults.get(i).field().apiName());
            String message = faults.get(i).message();
            assertTrue(message.contains(expected.get(i).get("message").asText()), message);
        }
    }

    private static void checkEvaluated(JsonNode row, String field, PrefixExpression expression) {
        BoundPrefix bound = expression.bind(values(row, "query", expression.queryKeys()),
                values(row, "lambda", expression.lambdaKeys()), row.path("type").asText("processing-failed"));
        Instant at = row.has("at") ? Instant.parse(row.get("at").asText()) : DEFAULT_TIME;
        String evaluated = bound.evaluate(at, ZoneId.of(row.path("zone").asText("UTC")), "seed");
        assertFalse(evaluated.contains("firehose:"), evaluated);
        if (row.has(field)) {
            String pattern = Pattern.quote(row.get(field).asText()).replace("<random>", "\\E[0-9a-z]{11}\\Q");
            assertTrue(evaluated.matches("(?s)" + pattern), () -> "expected " + row.get(field) + ", was " + evaluated);
        }
    }

    private static Map<String, String> values(JsonNode row, String field, Iterable<String> keys) {
        Map<String, String> values = new LinkedHashMap<>();
        keys.forEach(key -> values.put(key, row.path(field).path(key).asText("x")));
        return values;
    }

    private static @Nullable String text(JsonNode row, String field) {
        return row.has(field) ? row.get(field).asText() : null;
    }
}
