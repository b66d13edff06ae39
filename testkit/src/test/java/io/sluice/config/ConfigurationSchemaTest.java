package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.sluice.config.Problem.Severity;
import io.sluice.testkit.JsonEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The schema is what its readers read, and says what they say as far as a schema can. What it can't say is listed in
/// `schema-silent.txt`, with the reason.
final class ConfigurationSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path KEPT = Path.of("..", "docs", "reference", "configuration.schema.json");

    private final JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(ConfigurationSchema.json());

    /// A case's configuration, and what `check` says of it.
    private record Judged(String name, JsonNode request, List<Problem> problems) {
        boolean isRefused() {
            return problems.stream().anyMatch(each -> each.severity() == Severity.ERROR);
        }
    }

    @Test
    void theSchemaThatIsKeptIsThatOfTheReaders() throws IOException {
        assertEquals(ConfigurationSchema.json(), Files.readString(KEPT),
                "made again by: ./sluice check --schema > docs/reference/configuration.schema.json");
    }

    @Test
    void whatCheckAcceptsIsValid() throws IOException {
        List<String> refused = new ArrayList<>();
        for (Judged each : judged()) {
            Set<ValidationMessage> messages = schema.validate(each.request());
            if (!each.isRefused() && !messages.isEmpty()) {
                refused.add(each.name() + ": " + messages);
            }
        }
        assertEquals(List.of(), refused);
    }

    @Test
    void theExamplesAreValid() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of("..", "events"))) {
            files = all.filter(file -> file.endsWith("stream.json")).toList();
        }
        assertTrue(files.size() > 0);
        for (Path file : files) {
            assertEquals(Set.of(), schema.validate(JSON.readTree(Files.readAllBytes(file))), file::toString);
        }
    }

    @Test
    void whatCheckRefusesIsInvalidOrOnTheListOfWhatNoSchemaSays() throws IOException {
        List<String> silences = silences();
        Set<String> unused = new HashSet<>(silences);
        Set<String> unexplained = new TreeSet<>();
        for (Judged each : judged()) {
            if (each.isRefused() && schema.validate(each.request()).isEmpty()) {
                each.problems().stream().filter(problem -> problem.severity() == Severity.ERROR).forEach(problem -> {
                    List<String> reasons = silences.stream().filter(problem.message()::contains).toList();
                    unused.removeAll(reasons);
                    if (reasons.isEmpty()) {
                        unexplained.add(each.name() + ": " + problem.path() + ": " + problem.message());
                    }
                });
            }
        }
        assertEquals("", String.join("\n", unexplained));
        assertEquals(Set.of(), unused, "no case needs these any more");
    }

    /// Parts of messages; lines that begin with `#` give the reason for those that follow.
    private static List<String> silences() throws IOException {
        try (var list = ConfigurationSchemaTest.class.getResourceAsStream("schema-silent.txt")) {
            return new String(Objects.requireNonNull(list).readAllBytes(), UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        }
    }

    private static List<Judged> judged() throws IOException {
        List<Judged> judged = new ArrayList<>();
        for (JsonNode row : ConfigurationCasesTest.resource("configuration-cases.json")) {
            for (DeliveryMode deliveryMode : DeliveryMode.values()) {
                String mode = deliveryMode.name().toLowerCase(Locale.ROOT);
                if (row.has("both") || row.has(mode)) {
                    JsonNode request = ConfigurationCasesTest.resource("base.json");
                    JsonEdit.set(request, "$.Sluice.Delivery", TextNode.valueOf(mode));
                    row.path("remove").forEach(path -> JsonEdit.remove(request, path.asText()));
                    row.path("set").properties()
                            .forEach(change -> JsonEdit.set(request, change.getKey(), change.getValue()));
                    judged.add(new Judged(mode + ", " + row.get("source").asText(), request,
                            ConfigurationParser.parse(JSON.writeValueAsBytes(request)).problems()));
                }
            }
        }
        assertTrue(judged.size() > 100);
        return judged;
    }
}
