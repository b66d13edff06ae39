package io.sluice.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.testkit.JsonEdit;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Runs `configuration-cases.json`: each case changes `base.json`, which has no problems, by `set` and `remove`, and
/// lists all problems that this makes in both deliveries, or in `buffer` and `firehose`, as severity, path and what the
/// message contains. In paths `@` stands for `$.ExtendedS3DestinationConfiguration`.
final class ConfigurationCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> eachCaseHasExactlyItsProblems() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode row : resource("configuration-cases.json")) {
            for (DeliveryMode deliveryMode : DeliveryMode.values()) {
                String mode = deliveryMode.name().toLowerCase(Locale.ROOT);
                JsonNode expected = row.has("both") ? row.get("both") : row.get(mode);
                if (expected != null) {
                    tests.add(DynamicTest.dynamicTest(mode + ": " + row.get("source").asText(),
                            () -> check(row, mode, expected)));
                }
            }
        }
        return tests.stream();
    }

    private static void check(JsonNode row, String delivery, JsonNode expected) throws IOException {
        JsonNode request = resource("base.json");
        JsonEdit.set(request, "$.Sluice.Delivery", TextNode.valueOf(delivery));
        row.path("remove").forEach(path -> JsonEdit.remove(request, path.asText()));
        row.path("set").properties().forEach(change -> JsonEdit.set(request, change.getKey(), change.getValue()));
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(JSON.writeValueAsBytes(request));
        List<Problem> problems = parsed.problems();
        assertEquals(expected.size(), problems.size(), problems::toString);
        boolean errors = false;
        for (int i = 0; i < problems.size(); i++) {
            checkProblem(expected.get(i).asText(), problems.get(i));
            errors |= problems.get(i).severity() == Problem.Severity.ERROR;
        }
        assertEquals(errors, parsed.configuration().isEmpty());
    }

    private static void checkProblem(String expected, Problem problem) {
        int pathStart = expected.indexOf(' ') + 1;
        int messageStart = expected.indexOf(' ', pathStart) + 1;
        assertEquals(expected.substring(0, pathStart - 1), problem.severity().name().toLowerCase(Locale.ROOT),
                problem::toString);
        assertEquals(JsonEdit.full(expected.substring(pathStart, messageStart - 1)), problem.path(), problem::toString);
        assertTrue(problem.message().contains(expected.substring(messageStart)), problem::toString);
    }

    static JsonNode resource(String name) throws IOException {
        try (InputStream json = Objects.requireNonNull(ConfigurationCasesTest.class.getResourceAsStream(name))) {
            return JSON.readTree(json);
        }
    }
}
