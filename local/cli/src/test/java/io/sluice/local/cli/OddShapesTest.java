package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stranger's data, in every shape that it comes in: what init proposes for it goes through check, plan, run, verify
/// and tables with the options that init names, and all of its rows are there; or init refuses it and run fails. The
/// rows are counted by what made them.
final class OddShapesTest {
    private static final int ROWS = 120;
    private static final int FORMS = 9;
    private static final Pattern ADVICE = Pattern.compile("the sample is read with( [^:]*):");
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "shapes.md");

    @TempDir
    private Path folder = Path.of("");

    /// The cells of a row.
    private interface Rows {
        Map<String, Object> of(int row);
    }

    private record Shape(String name, byte[] bytes) {}

    private static Map<String, Object> order(int row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("id", 1_000 + row);
        cells.put("city", List.of("Köln", "Paris", "Oslo").get(row % 3));
        cells.put("time", "2026-01-%02dT10:00:00Z".formatted(1 + row / 40));
        cells.put("price", row % 60 + 0.5);
        return cells;
    }

    private static Map<String, Object> weather(int row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("date", "%d/%d/2015".formatted(1 + row % 12, 1 + row % 28));
        cells.put("precipitation", row % 7 == 0 ? 0.0 : row % 9 + 0.3);
        cells.put("temp_min", row % 30 - 4.4);
        cells.put("weather", List.of("rain", "sun", "fog").get(row % 3));
        return cells;
    }

    private static Map<String, Object> measured(int row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("a", row + 0.25);
        cells.put("b", -row);
        return cells;
    }

    private static Map<String, Object> wide(int row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("kind", row % 2 == 0 ? "even" : "odd");
        IntStream.range(0, 300).forEach(column -> cells.put("c" + column, row * column));
        return cells;
    }

    private static Map<String, Object> mixed(int row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("v", row % 2 == 0 ? row : "n" + row);
        cells.put("kind", row % 2 == 0 ? "x" : "y");
        return cells;
    }

    private static String json(Map<String, Object> cells) {
        return cells.entrySet().stream().map(cell -> "\"" + cell.getKey() + "\": "
                + (cell.getValue() instanceof String text ? "\"" + text + "\"" : cell.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String pretty(Map<String, Object> cells) {
        return json(cells).replace("{", "{\n  ").replace("\", \"", "\",\n  \"").replace("}", "\n}");
    }

    private static String cells(Rows rows, String by) {
        return String.join(by, rows.of(0).keySet()) + "\n" + bare(rows, by);
    }

    private static String bare(Rows rows, String by) {
        return text(rows, row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(by)), "\n");
    }

    private static String text(Rows rows, Function<Map<String, Object>, String> form, String end) {
        return IntStream.range(0, ROWS).mapToObj(rows::of).map(form).collect(Collectors.joining(end)) + "\n";
    }

    /// Each table in each form, and each form of one table with what editors and exports do to it.
    private static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        Map<String, Rows> tables = new LinkedHashMap<>();
        tables.put("orders", OddShapesTest::order);
        tables.put("weather", OddShapesTest::weather);
        tables.put("measured", OddShapesTest::measured);
        tables.put("wide", OddShapesTest::wide);
        tables.put("mixed", OddShapesTest::mixed);
        Map<String, Function<Rows, String>> forms = new LinkedHashMap<>();
        forms.put("JSON lines", rows -> text(rows, OddShapesTest::json, "\n"));
        forms.put("pretty documents", rows -> text(rows, OddShapesTest::pretty, "\n"));
        forms.put("array", rows -> "[" + text(rows, OddShapesTest::json, ",\n") + "]\n");
        forms.put("pretty array", rows -> "[\n" + text(rows, OddShapesTest::pretty, ",\n") + "]\n");
        forms.put("lines with commas after", rows -> text(rows, OddShapesTest::json, ",\n"));
        forms.put("CSV", rows -> cells(rows, ","));
        forms.put("CSV with semicolons", rows -> cells(rows, ";"));
        forms.put("TSV", rows -> cells(rows, "\t"));
        forms.put("CSV without a header", rows -> bare(rows, ","));
        tables.forEach((table, rows) -> forms.forEach((form, made) -> shapes
                .add(new Shape(table + ", " + form, made.apply(rows).getBytes(UTF_8)))));
        Map<String, UnaryOperator<String>> changes = new LinkedHashMap<>();
        changes.put("byte order mark", text -> "\uFEFF" + text);
        changes.put("CRLF", text -> text.replace("\n", "\r\n"));
        changes.put("no last line end", String::stripTrailing);
        changes.put("empty lines", text -> text.replace("\n", "\n\n"));
        forms.forEach((form, made) -> changes.forEach((change, changed) -> shapes.add(new Shape("orders, " + form + ", "
                + change, changed.apply(made.apply(OddShapesTest::order)).getBytes(UTF_8)))));
        for (Charset charset : List.of(ISO_8859_1, UTF_16)) {
            forms.forEach((form, made) -> shapes.add(new Shape("orders, " + form + ", " + charset,
                    made.apply(OddShapesTest::order).getBytes(charset))));
        }
        Map<String, Function<Rows, String>> nested = new LinkedHashMap<>();
        nested.put("elements of a document", rows -> "{\"Records\":[" + text(rows, OddShapesTest::json, ",").strip()
                + "]}\n");
        nested.put("elements of a document, a line each", rows -> "{\"type\":\"all\",\"rows\":[\n"
                + text(rows, OddShapesTest::json, ",\n") + "]}\n");
        nested.put("elements of a pretty document", rows -> "{\n  \"rows\": [\n"
                + text(rows, OddShapesTest::pretty, ",\n") + "  ]\n}\n");
        nested.put("arrays inside of records", rows -> text(rows, row -> json(row).replace("}",
                ", \"lines\": [{\"sku\": 1}, {\"sku\": [2, 3]}]}"), "\n"));
        nested.forEach((form, made) -> shapes.add(new Shape("orders, " + form,
                made.apply(OddShapesTest::order).getBytes(UTF_8))));
        shapes.add(new Shape("empty", new byte[0]));
        shapes.add(new Shape("blank lines", "\n\n \n".getBytes(UTF_8)));
        shapes.add(new Shape("prose", "It was a dark night.\nRain fell.\n".repeat(20).getBytes(UTF_8)));
        return shapes;
    }

    @Test
    void eachFormOfATableGoesAllTheWayOrIsRefusedByInitAndRun() throws IOException {
        assertTrue(taken(shapes().subList(0, FORMS)).stream().anyMatch(row -> row.contains("refused")));
    }

    @Tag("long")
    @Test
    void eachShapeGoesAllTheWayOrIsRefusedByInitAndRunAsThePageSays() throws IOException {
        String made = String.join("\n", taken(shapes()));
        Path to = Files.writeString(Path.of("target", "shapes.md"), made + "\n");
        assertTrue(Files.readString(PAGE).contains(made), () -> PAGE + " has another table than " + to);
    }

    private List<String> taken(List<Shape> shapes) throws IOException {
        List<String> table = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int number = 0;
        for (Shape shape : shapes) {
            Path home = Files.createDirectories(folder.resolve(String.valueOf(number++)));
            Path sample = Files.write(home.resolve("sample"), shape.bytes);
            String told;
            try {
                told = taken(home, sample);
            } catch (AssertionError e) {
                wrong.add(shape.name + ": " + e.getMessage());
                continue;
            }
            table.add("| " + shape.name + " | " + told + " |");
        }
        assertEquals(List.of(), wrong, () -> String.join("\n\n", wrong));
        return table;
    }

    private static String taken(Path home, Path sample) throws IOException {
        Path config = home.resolve("stream.json");
        Outcome init = Cli.run("init", "--input", sample.toString(), "--out", config.toString());
        if (init.status() != 0) {
            return refused(init, home, sample);
        }
        Matcher advice = ADVICE.matcher(init.err());
        List<String> options = advice.find() ? List.of(advice.group(1).strip().split(" ")) : List.of();
        options = options.stream().map(option -> option.replace("'", "")).toList();
        expect(0, "check", options.subList(0, 0), config);
        expect(0, "plan", options, config, "--input", sample.toString());
        String out = home.resolve("out").toString();
        Outcome run = expect(0, "run", options, config, "--json", "--input", sample.toString(), "--out", out);
        assertEquals(ROWS, run.json().path("recordsDelivered").asInt(), () -> init + "\n" + run);
        Outcome verify = expect(0, "verify", options, config, "--input", sample.toString(), "--out", out);
        assertTrue(verify.out().contains("every record is there once"), verify::out);
        Outcome tables = expect(0, "tables", options, config, "--input", sample.toString());
        assertEquals("", tables.err());
        return "`"
                + new ObjectMapper().readTree(config.toFile()).path("ExtendedS3DestinationConfiguration").path("Prefix")
                        .asText()
                        .replaceAll("!\\{(partitionKeyFromQuery|timestamp):([^}]*)\\}", "…")
                + "`"
                + (options.isEmpty() ? "" : " `" + String.join(" ", options) + "`");
    }

    /// What init does not take, run does not either, under a configuration that says nothing of it.
    private static String refused(Outcome init, Path home, Path sample) throws IOException {
        Path other = Files.writeString(home.resolve("other.json"), """
                {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
                  "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data",
                  "Prefix": "k=!{partitionKeyFromQuery:k}/", "ErrorOutputPrefix": "errors/",
                  "DynamicPartitioningConfiguration": {"Enabled": true},
                  "ProcessingConfiguration": {"Enabled": true, "Processors": [
                    {"Type": "MetadataExtraction", "Parameters": [
                      {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: (.city // \\"none\\")}"},
                      {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}}}
                """);
        Outcome run = Cli.run("run", "--config", other.toString(), "--input", sample.toString(), "--out",
                home.resolve("out").toString(), "--json");
        boolean nothing = run.status() == 0 && run.json().path("recordsIn").asInt() == 0;
        boolean named = init.err().contains("iconv") && run.err().contains("iconv");
        assertTrue(run.status() != 0 || nothing || named, () -> init + "\nis taken by\n" + run);
        return "refused: " + init.err().lines().reduce((_, last) -> last).orElse("").replaceFirst("^sluice: ", "")
                .replace(sample.toString(), "FILE").replaceAll("\\s+", " ").replace("|", "\\|");
    }

    private static Outcome expect(int status, String command, List<String> options, Path config, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", config.toString()));
        arguments.addAll(List.of(more));
        arguments.addAll(options);
        Outcome outcome = Cli.run(arguments.toArray(String[]::new));
        assertEquals(status, outcome.status(), () -> arguments + "\n" + outcome);
        return outcome;
    }
}
