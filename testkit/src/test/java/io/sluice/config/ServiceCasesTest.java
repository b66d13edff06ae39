package io.sluice.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.JsonEdit;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What Firehose's own model refuses is refused in delivery `firehose`, and nothing else for a reason of the model's.
/// `service-cases.json` has what two other judges say of each request (build/firehose-model/cases).
final class ServiceCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern RUN = Pattern.compile("<x(\\d+)>");
    private static final String OF_THE_MODEL = "validation error detected";

    private static JsonNode cases() throws IOException {
        try (InputStream json = Objects
                .requireNonNull(ServiceCasesTest.class.getResourceAsStream("service-cases.json"))) {
            String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
            return JSON.readTree(RUN.matcher(text)
                    .replaceAll(run -> "x".repeat(Integer.parseInt(run.group(1)))));
        }
    }

    private static List<Problem> errors(JsonNode request) throws IOException {
        return ConfigurationParser.parse(JSON.writeValueAsBytes(request)).problems().stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR).toList();
    }

    /// @param value null where it is taken out
    private static JsonNode changed(JsonNode base, String path, JsonNode value) {
        JsonNode request = base.deepCopy();
        if (value.isNull()) {
            JsonEdit.remove(request, path);
        } else {
            JsonEdit.set(request, path, value);
        }
        return request;
    }

    @Test
    void theRequestsThatAreChangedAreAccepted() throws IOException {
        for (JsonNode base : cases().path("bases")) {
            assertEquals(List.of(), errors(base));
        }
    }

    @Test
    void whatTheModelRefusesIsRefusedAndNothingElseInItsName() throws IOException {
        JsonNode cases = cases();
        List<String> differences = new ArrayList<>();
        int refused = 0;
        for (JsonNode row : cases.path("cases")) {
            String path = row.path("path").asText();
            JsonNode base = cases.path("bases").path(row.path("base").asText());
            for (JsonNode value : row.path("refused")) {
                refused++;
                if (errors(changed(base, path, value)).isEmpty()) {
                    differences.add("accepted: " + path + " " + value);
                }
            }
            for (JsonNode value : row.path("accepted")) {
                errors(changed(base, path, value)).stream()
                        .filter(problem -> problem.message().contains(OF_THE_MODEL))
                        .forEach(problem -> differences.add("refused: " + path + " " + value + " " + problem));
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(refused > 800, refused + " are refused");
    }

    @Test
    void inBufferDeliveryTheServiceIsNotAsked() throws IOException {
        JsonNode request = cases().path("bases").path("direct").deepCopy();
        JsonEdit.set(request, "$.Sluice.Delivery", TextNode.valueOf("buffer"));
        JsonEdit.set(request, "$.Tags[0].Key", TextNode.valueOf("aws:x"));
        assertTrue(errors(request).stream().noneMatch(problem -> problem.path().startsWith("$.Tags")));
    }
}
