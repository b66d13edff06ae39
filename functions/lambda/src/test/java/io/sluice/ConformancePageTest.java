package io.sluice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/internals/conformance.md` names rows that exist, and counts them right.
final class ConformancePageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "internals", "conformance.md");
    private static final Path ROOT = Path.of("..", "..");
    private static final List<String> MODULES = List.of("functions/format", "functions/ingest", "functions/lambda",
            "testkit");
    private static final List<String> JSON_TABLES = List.of("lambda/buffer-cases.json", "lambda/firehose-cases.json",
            "config/configuration-cases.json", "layout/prefix-cases.json");
    private static final List<String> TEXT_TABLES = List.of("firehose/events.txt", "deaggregate/json.txt",
            "deaggregate/delimited.txt", "deaggregate/cloudwatch.txt", "reject/messages.txt", "reject/lines.txt",
            "convert/values.txt", "convert/timestamps.txt");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

    @Test
    void theCountsAreThoseOfTheTables() throws IOException {
        String page = Files.readString(PAGE);
        int all = 0;
        for (Map.Entry<String, List<String>> table : rows().entrySet()) {
            all += table.getValue().size();
            String line = page.lines().filter(each -> each.contains(fileName(table.getKey()))).findFirst()
                    .orElseThrow();
            String counts = line.substring(line.lastIndexOf('|', line.length() - 2));
            assertTrue(counts.matches(".*\\b" + table.getValue().size() + "\\b.*"),
                    () -> table.getKey() + " has " + table.getValue().size() + " rows: " + counts);
        }
        assertTrue(all >= 250);
        assertTrue(page.contains("**" + all + "** rows"), all + " rows");
    }

    @Test
    void everyRowThatThePageNamesIsThere() throws IOException {
        List<String> names = rows().values().stream().flatMap(List::stream).toList();
        List<String> missing = new ArrayList<>();
        for (String line : Files.readString(PAGE).lines().filter(each -> each.startsWith("| ")).toList()) {
            String shownBy = line.substring(line.lastIndexOf('|', line.length() - 2));
            for (MatchResult quoted : QUOTED.matcher(shownBy).results().toList()) {
                String part = quoted.group(1).replaceAll("^…|…$", "");
                if (names.stream().noneMatch(name -> name.contains(part))) {
                    missing.add(part);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    /// The table in the module that has it.
    private static Path file(String table) {
        return MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("src/test/resources/io/sluice").resolve(table))
                .filter(Files::exists).findFirst().orElseThrow(() -> new AssertionError(table));
    }

    private static String fileName(String table) {
        return table.substring(table.indexOf('/') + 1);
    }

    private static Map<String, List<String>> rows() throws IOException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (String table : JSON_TABLES) {
            List<String> names = new ArrayList<>();
            for (JsonNode row : new ObjectMapper().readTree(file(table).toFile())) {
                names.add(row.get("source").asText());
            }
            rows.put(table, names);
        }
        for (String table : TEXT_TABLES) {
            rows.put(table, Files.readAllLines(file(table)).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#")).map(line -> line.split(" \\| ", 2)[0])
                    .toList());
        }
        return rows;
    }
}
