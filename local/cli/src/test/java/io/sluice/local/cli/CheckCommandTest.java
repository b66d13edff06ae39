package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `check` reads, and how it tells what it finds.
final class CheckCommandTest {
    private static final String YAML = """
            # As the AWS CLI takes it.
            DeliveryStreamName: keyed
            ExtendedS3DestinationConfiguration:
              RoleARN: arn:aws:iam::123456789012:role/delivery
              BucketARN: arn:aws:s3:::keyed
              Prefix: "net=!{partitionKeyFromQuery:net}/!{timestamp:yyyy/MM/dd}/"
              ErrorOutputPrefix: 'errors/!{firehose:error-output-type}/'
              BufferingHints: {SizeInMBs: 64, IntervalInSeconds: 60}
              DynamicPartitioningConfiguration:
                Enabled: true
              ProcessingConfiguration:
                Enabled: true
                Processors:
                  - Type: MetadataExtraction
                    Parameters:
                      - ParameterName: MetadataExtractionQuery
                        ParameterValue: >-
                          {net:.net}
                      - {ParameterName: JsonParsingEngine, ParameterValue: JQ-1.6}
            """;

    @TempDir
    private Path folder = Path.of("");
    private String json = "";

    @BeforeEach
    void keyed() throws IOException {
        try (InputStream keyed = CheckCommandTest.class.getResourceAsStream("keyed.json")) {
            json = new String(Objects.requireNonNull(keyed).readAllBytes(), UTF_8);
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void aFileIsNamedByItselfWithConfigOrAsStandardInput() throws IOException {
        String file = file("stream.json", json);
        assertEquals(new Outcome(0, file + ": valid\n", ""), Cli.run("check", file));
        assertEquals(new Outcome(0, file + ": valid\n", ""), Cli.run("check", "--config", file));
        assertEquals(new Outcome(0, "-: valid\n", ""), Cli.run(Cli.utf8(json), "check", "-"));
    }

    @Test
    void yamlIsReadByItsNameAndOnStandardInput() throws IOException {
        for (String name : List.of("stream.yaml", "stream.YML")) {
            String file = file(name, YAML);
            assertEquals(new Outcome(0, file + ": valid\n", ""), Cli.run("check", file));
        }
        assertEquals(new Outcome(0, "-: valid\n", ""), Cli.run(Cli.utf8(YAML), "check", "-"));
    }

    @Test
    void yamlSaysTheSameAsTheJsonThatItStandsFor() throws IOException {
        String wrong = json.replace("\"GZIP\"", "\"GZIPP\"").replace("yyyy", "YYYY").replace("\"Enabled\"",
                "\"Enabledd\"");
        StringWriter yaml = new StringWriter();
        try (SequenceWriter to = new YAMLMapper().writer().writeValues(yaml)) {
            to.write(new ObjectMapper().readTree(wrong));
        }
        JsonNode ofJson = Cli.run(Cli.utf8(wrong), "check", "-", "--json").json();
        JsonNode ofYaml = Cli.run(Cli.utf8(yaml.toString()), "check", "-", "--json").json();
        assertTrue(ofJson.path("errors").asInt() > 2, ofJson.toString());
        assertEquals(ofJson.findValuesAsText("message"), ofYaml.findValuesAsText("message"));
        assertEquals(ofJson.findValuesAsText("path"), ofYaml.findValuesAsText("path"));
    }

    @Test
    void aYamlStreamRunsAsAJsonOneDoes() throws IOException {
        Files.writeString(folder.resolve("in.ndjson"), "{\"net\":\"uw\"}\n");
        Outcome outcome = Cli.run("run", "--config", file("stream.yaml", YAML), "--input",
                folder.resolve("in.ndjson").toString(), "--out", folder.resolve("out").toString(), "--json");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(1, outcome.json().path("recordsDelivered").asInt());
    }

    @Test
    void whatYamlSaysTwiceAndWhatJsonCannotSayIsRefused() {
        assertTrue(Cli.run(Cli.utf8("a: 1\na: 2\n"), "check", "-").err()
                .contains("is no YAML at line 2, column 2: Duplicate field 'a'; remove repeated keys"));
        assertTrue(Cli.run(Cli.utf8("a: &x 1\nb: *x\n"), "check", "-").err()
                .contains("line 2, column 4: aliases are not read; write out what *x stands for"));
        assertTrue(Cli.run(Cli.utf8("a: !own 1\n"), "check", "-").err().contains("the tag !own is not read"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEEP", "\u0000", "a: [", "- ", "a: b: c", "%TAG", "? [", "\t- a"})
    void whatIsNoConfigurationAtAllIsRefusedWhateverItIs(String text) throws IOException {
        String deep = text.equals("DEEP") ? "a: " + "[".repeat(5_000) + "]".repeat(5_000) : text;
        Outcome outcome = Cli.run("check", file("stream.yaml", deep));
        assertEquals(2, outcome.status(), outcome.toString());
        assertFalse(outcome.err().contains("internal error"), outcome.err());
    }

    @Test
    void theJsonHasTheFieldsThatAreDocumented() throws IOException {
        Outcome outcome = Cli.run(Cli.utf8(json.replace("\"Prefix\": \"net", "\"Prefix\": \"/net").replace("GZIP",
                "GZIPP")), "check", "-", "--json");
        assertEquals(2, outcome.status());
        JsonNode told = outcome.json();
        assertEquals(Set.of("file", "valid", "errors", "warnings", "problems"), names(told));
        assertEquals("-", told.path("file").asText());
        assertEquals(false, told.path("valid").asBoolean(true));
        assertEquals(1, told.path("errors").asInt());
        assertEquals(1, told.path("warnings").asInt());
        for (JsonNode problem : told.path("problems")) {
            assertEquals(Set.of("severity", "path", "message", "line", "column"), names(problem));
            assertTrue(Set.of("error", "warning").contains(problem.path("severity").asText()), problem.toString());
            assertTrue(problem.path("line").isInt() && problem.path("column").isInt(), problem.toString());
        }
        String[] lines = json.split("\n", -1);
        JsonNode prefix = told.path("problems").get(1);
        assertEquals("$.ExtendedS3DestinationConfiguration.Prefix", prefix.path("path").asText());
        assertTrue(lines[prefix.path("line").asInt() - 1].substring(prefix.path("column").asInt() - 1)
                .startsWith("\"net="), prefix.toString());
    }

    @Test
    void brokenJsonIsPlacedWhereItBreaks() throws IOException {
        JsonNode problem = Cli.run(Cli.utf8("{\n  \"a\" 1\n}"), "check", "-", "--json").json().path("problems").get(0);
        assertEquals(2, problem.path("line").asInt());
        assertEquals(7, problem.path("column").asInt());
        JsonNode cut = Cli.run(Cli.utf8("{\"a\": [1,"), "check", "-", "--json").json().path("problems").get(0);
        assertEquals(1, cut.path("line").asInt(), cut.toString());
        JsonNode empty = Cli.run("check", "-", "--json").json().path("problems").get(0);
        assertEquals(Set.of("severity", "path", "message"), names(empty));
    }

    @Test
    void whatIsMissingIsPlacedWhereItWouldBe() throws IOException {
        String without = json.replaceFirst("\"BucketARN\": \"[^\"]*\",", "");
        JsonNode problem = Cli.run(Cli.utf8(without), "check", "-", "--json").json().path("problems").get(0);
        assertEquals("$.ExtendedS3DestinationConfiguration.BucketARN", problem.path("path").asText());
        assertEquals(3, problem.path("line").asInt(), problem.toString());
    }

    @Test
    void warningsAreNoErrors() {
        Outcome outcome = Cli.run(
                Cli.utf8(json.replace("/\",\n    \"ErrorOutputPrefix", "\",\n    \"ErrorOutputPrefix")),
                "check", "-");
        assertEquals(0, outcome.status(), outcome.out());
        assertTrue(outcome.out().endsWith("-: valid, 1 warning\n"), outcome.out());
    }

    @Test
    void whatAConfigurationQuotesCannotDriveATerminal() {
        Outcome outcome = Cli.run(Cli.utf8("{\"a\\u001b[2J\": 1}"), "check", "-");
        assertTrue(outcome.out().contains("\\u001b[2J"), outcome.out());
        assertTrue(outcome.out().chars().noneMatch(c -> c == 0x1B), outcome.out());
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void aTableIsComparedWithTheConfigurationThatIsDeployed() throws IOException {
        Path before = Files.writeString(folder.resolve("before.json"), table("int"));
        Path wider = Files.writeString(folder.resolve("wider.json"), table("bigint"));
        assertEquals(0, Cli.run("check", wider.toString(), "--against", before.toString()).status());
        Outcome narrower = Cli.run("check", before.toString(), "--against", wider.toString());
        assertEquals(2, narrower.status(), narrower.toString());
        assertTrue(narrower.out().contains("$.Sluice.Table.Columns (line 4, column "), narrower.out());
        assertTrue(narrower.out().contains("column a is bigint and cannot become int"), narrower.out());
        Path broken = Files.writeString(folder.resolve("broken.json"), "{}");
        Outcome none = Cli.run("check", wider.toString(), "--against", broken.toString());
        assertEquals(2, none.status());
        assertTrue(none.err().contains("has errors of its own"), none.err());
    }

    private static String table(String type) {
        return """
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN":
                 "arn:aws:s3:::orders", "Prefix": "lake/!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/",
                 "DataFormatConversionConfiguration": {"Enabled": true}},
                 "Sluice": {"Table": {"Columns": [{"Name": "a", "Type": "%s"}]}, "Iceberg": {"Catalog":
                  {"Type": "glue"}}}}""".formatted(type);
    }

    @Test
    void theSchemaIsPrintedAndChecksNothing() throws IOException {
        Outcome outcome = Cli.run("check", "--schema");
        assertEquals(new Outcome(0, outcome.out(), ""), outcome);
        assertEquals(Files.readString(Path.of("..", "..", "docs", "reference", "configuration.schema.json")),
                outcome.out());
        Outcome refused = Cli.run("check", "--schema", file("stream.json", json));
        assertEquals(2, refused.status());
        assertTrue(refused.err().contains("--schema prints what every configuration may hold, and checks none; leave"));
    }
}
