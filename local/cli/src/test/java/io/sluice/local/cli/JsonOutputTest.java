package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What commands print for machines is what `docs/reference/json.md` says: no field more, none less.
final class JsonOutputTest {
    @TempDir
    private Path folder = Path.of("");
    private String config = "";
    private String input = "";

    @BeforeEach
    void files() throws IOException {
        try (InputStream keyed = JsonOutputTest.class.getResourceAsStream("keyed.json")) {
            config = Files.write(folder.resolve("stream.json"), Objects.requireNonNull(keyed).readAllBytes())
                    .toString();
        }
        input = Files.writeString(folder.resolve("in.ndjson"), """
                {"net":"uw","place":{"day":"1"}}
                {"net":"us","place":{"day":"2"}}
                {"net":null,"place":{"day":"2"}}
                no JSON
                """).toString();
    }

    /// One value and nothing else.
    private static JsonNode only(Outcome outcome, int status) throws IOException {
        assertEquals(status, outcome.status(), outcome.toString());
        try (var values = new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(outcome.out())) {
            JsonNode first = values.nextValue();
            assertFalse(values.hasNextValue(), outcome.out());
            return first;
        }
    }

    @Test
    void aRunItsErrorsItsRedriveAndItsVerification() throws IOException {
        String out = folder.resolve("out").toString();
        JsonNode run = only(Cli.run("run", "--config", config, "--input", input, "--out", out, "--json"), 0);
        JsonSchema.requireOf("run", run);
        assertEquals(2, run.path("rejects").size(), run.toString());
        assertTrue(run.path("rejects").get(0).path("example").has("line"), run.toString());
        JsonSchema.requireOf("verify",
                only(Cli.run("verify", "--config", config, "--input", input, "--out", out, "--json"), 0));
        String other = Files.writeString(folder.resolve("other.ndjson"), "{\"net\":\"nc\",\"place\":{\"day\":\"1\"}}\n")
                .toString();
        JsonNode differs = only(Cli.run("verify", "--config", config, "--input", other, "--out", out, "--json"), 1);
        JsonSchema.requireOf("verify", differs);
        assertFalse(differs.path("findings").isEmpty(), differs.toString());
        String errors = Cli.run("errors", out).out();
        assertEquals(2, errors.lines().count(), errors);
        String object = "";
        for (String line : errors.lines().toList()) {
            JsonNode error = new ObjectMapper().readTree(line);
            JsonSchema.requireOf("errors", error);
            object = error.path("object").asText();
        }
        JsonSchema.requireOf("run", only(Cli.run("redrive", "--config", config, "--input", object, "--out",
                folder.resolve("again").toString(), "--json"), 1));
    }

    @Test
    void checksAndPlans() throws IOException {
        JsonSchema.requireOf("check", only(Cli.run("check", config, "--json"), 0));
        String bad = Files.writeString(folder.resolve("bad.json"), "{\"DeliveryStreamNam\":\"x\"}").toString();
        JsonNode problems = only(Cli.run("check", bad, "--json"), 2);
        JsonSchema.requireOf("check", problems);
        assertTrue(problems.path("problems").size() > 1, problems.toString());
        JsonNode plan = only(Cli.run("plan", "--config", config, "--input", input, "--json"), 0);
        JsonSchema.requireOf("plan", plan);
        JsonNode ended = plan.path("ifGrowthEnds");
        if (ended.isObject()) {
            JsonSchema.requireOf("plan", ended);
        }
    }

    /// A row of the page for each command, and for each of these a schema or where its form is told.
    @Test
    void everyCommandThatPrintsJsonIsInThePage() throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/json.md"));
        var nothing = new PrintWriter(Writer.nullWriter());
        var all = CommandTree.all(new Console(InputStream.nullInputStream(), nothing, nothing));
        List<String> missing = new ArrayList<>();
        all.getSubcommands().forEach((name, command) -> {
            boolean nested = command.getSubcommands().values().stream().anyMatch(JsonOutputTest::printsJson);
            if ((printsJson(command) || nested) && !page.contains("\n| `" + name) && !page.contains(", `" + name)) {
                missing.add(name);
            }
        });
        assertEquals(List.of(), missing);
        try (var schemas = Files.list(Path.of("../../docs/reference/json"))) {
            assertEquals(List.of(), schemas.map(each -> each.getFileName().toString())
                    .filter(each -> !page.contains("(json/" + each + ")")).toList());
        }
    }

    private static boolean printsJson(CommandLine command) {
        return command.getCommandSpec().findOption("--json") != null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --config @ --input /nowhere --json", "verify --config @ --input /nowhere --json",
            "check /nowhere --json", "plan --config @ --input /nowhere --json",
            "redrive --config @ --input /nowhere --json", "run --json", "tables --config /nowhere --json"})
    void aCommandThatCannotReportPrintsNothingForMachines(String arguments) {
        Outcome outcome = Cli.run(arguments.replace("@", config).split(" "));
        assertEquals(2, outcome.status(), outcome.toString());
        assertEquals("", outcome.out());
        assertTrue(outcome.err().startsWith("sluice: "), outcome.err());
    }

    @Test
    void theValidatorItselfFindsWhatIsMissingMoreOrOfAnotherType() throws IOException {
        JsonNode good = new ObjectMapper().readTree("{\"file\":\"x\",\"valid\":true,\"errors\":0,\"warnings\":0,"
                + "\"problems\":[]}");
        JsonSchema check = JsonSchema.of("check");
        assertEquals(List.of(), check.faults(good));
        for (String bad : List.of("{\"file\":1}", "{\"valid\":1}", "{\"more\":1}",
                "{\"problems\":[{\"severity\":\"odd\",\"path\":\"\",\"message\":\"\"}]}", "{\"problems\":[{}]}")) {
            ObjectNode damaged = ((ObjectNode) good).deepCopy();
            damaged.setAll((ObjectNode) new ObjectMapper().readTree(bad));
            assertFalse(check.faults(damaged).isEmpty(), bad);
        }
    }
}
