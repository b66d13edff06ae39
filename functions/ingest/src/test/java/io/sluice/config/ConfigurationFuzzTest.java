package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.sluice.config.Problem.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// No content makes the parser throw, and a configuration comes out exactly when there is no error; then the schema has
/// none to tell, either.
final class ConfigurationFuzzTest {
    private static final long SEED = 20_261_120;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(ConfigurationSchema.json());
    private static final Path SAMPLE = Path.of("..", "..", "events", "quakes", "stream.json");
    private static final List<String> VALUES = List.of("null", "true", "-1", "0", "64", "1e400", "1e-400",
            "1e999999999",
            "99999999999999999999", "0.5", "\"\"", "\" \"", "\"x\"", "\"!{\"", "\"!{timestamp:yyyy\"",
            "\"!{timestamp:'\"",
            "\"!{firehose:random-string}\"", "\"!{partitionKeyFromLambda:l}\"", "\"../\"", "\"\\ud800\"", "\"\\u0000\"",
            "\"%\"", "\"arn:aws:s3:::b\"", "\"GZIP\"", "\"firehose\"", "\"JSON\"", "\"DELIMITED\"", "\"Lambda\"",
            "\"{a:\"",
            "\"{\\\"a\\\":.b|.c}\"", "[]", "{}", "[null]", "[{}]", "[[]]", "{\"Enabled\":true}", "{\"\":1}");

    @Test
    void replacedRemovedAndMovedValuesAreReportedAndNeverThrown() throws IOException {
        Random random = new Random(SEED);
        for (int i = 0; i < 5_000; i++) {
            JsonNode document = JSON.readTree(Files.readAllBytes(SAMPLE));
            for (int n = random.nextInt(4); n >= 0; n--) {
                mutate(document, random);
            }
            check(JSON.writeValueAsBytes(document), i);
        }
    }

    @Test
    void changedBytesAreReportedAndNeverThrown() throws IOException {
        Random random = new Random(SEED);
        byte[] sample = Files.readAllBytes(SAMPLE);
        for (int i = 0; i < 5_000; i++) {
            byte[] json = sample.clone();
            for (int n = random.nextInt(8); n >= 0; n--) {
                json[random.nextInt(json.length)] = (byte) (random.nextBoolean()
                        ? random.nextInt(256)
                        : "{}[]\",:!'\\0".charAt(random.nextInt(11)));
            }
            check(json, i);
        }
    }

    private static void check(byte[] json, int round) throws IOException {
        ConfigurationParser.Parsed parsed = assertDoesNotThrow(() -> ConfigurationParser.parse(json),
                () -> "seed " + SEED + ", round " + round + ": " + new String(json, UTF_8));
        boolean errors = parsed.problems().stream().anyMatch(problem -> problem.severity() == Severity.ERROR);
        assertEquals(errors, parsed.configuration().isEmpty());
        if (!errors) {
            assertEquals(Set.of(), SCHEMA.validate(JSON.readTree(json)), () -> "seed " + SEED + ", round " + round);
        }
    }

    private static void mutate(JsonNode document, Random random) throws IOException {
        List<JsonNode> containers = new ArrayList<>();
        collect(document, containers);
        JsonNode value = random.nextInt(8) == 0
                ? containers.get(random.nextInt(containers.size())).deepCopy()
                : JSON.readTree(VALUES.get(random.nextInt(VALUES.size())));
        switch (containers.get(random.nextInt(containers.size()))) {
            case ObjectNode object when !object.isEmpty() -> {
                List<String> names = new ArrayList<>(object.propertyStream().map(entry -> entry.getKey()).toList());
                String name = names.get(random.nextInt(names.size()));
                switch (random.nextInt(6)) {
                    case 0 -> object.remove(name);
                    case 1 -> object.set(name + "x", value);
                    default -> object.set(name, value);
                }
            }
            case ArrayNode array when !array.isEmpty() -> {
                if (random.nextBoolean()) {
                    array.set(random.nextInt(array.size()), value);
                } else {
                    array.add(value);
                }
            }
            default -> {
                // An empty container holds nothing to change.
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }
}
