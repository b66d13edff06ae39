package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.tables.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Columns inferred from a sample hold all that the sample has: each case of the tables' own `inferred-columns.txt`,
/// its records read back through the table that they give.
@ExtendWith(Engine.Provider.class)
final class InferredColumnsTest {
    private static final Path CASES = Path.of("..", "functions", "ingest", "src", "test", "resources", "io", "sluice",
            "tables",
            "inferred-columns.txt");
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final Pattern BETWEEN_RECORDS = Pattern.compile(" \\| ");

    private static Path folder = Path.of("");
    private static Lake lake;

    @BeforeAll
    static void start(Engine engine, @TempDir Path temporary) throws IOException {
        folder = temporary;
        lake = Lake.in(folder, engine);
    }

    @AfterAll
    static void stop() {
        lake.close();
    }

    @TestFactory
    Stream<DynamicTest> everyValueOfTheSampleIsInItsColumn() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String line : Files.readAllLines(CASES)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String name = "case" + tests.size();
                List<String> records = BETWEEN_RECORDS.splitAsStream(line.substring(0, line.indexOf(" => "))).toList();
                tests.add(DynamicTest.dynamicTest(line, () -> check(name, records)));
            }
        }
        assertTrue(tests.size() > 20, "cases in " + CASES);
        return tests.stream();
    }

    private static void check(String name, List<String> records) throws IOException {
        Path sample = Files.write(folder.resolve(name), records);
        TableDefinition table = StreamFile.quakes().unpartitioned(name + "/dt=!{timestamp:yyyy-MM-dd}/").named(name)
                .key("dt", Quakes.BY_DAY).compressed("UNCOMPRESSED").table(sample);
        lake.create(table);
        for (int i = 0; i < records.size(); i++) {
            lake.put(name + "/dt=2018-02-01/" + i, records.get(i) + "\n");
        }
        for (var column : table.columns()) {
            List<List<Object>> rows = lake
                    .rows("SELECT json_format(CAST(\"" + column.name() + "\" AS json)) FROM " + name
                            + " ORDER BY \"$path\"");
            assertEquals(records.size(), rows.size());
            for (int i = 0; i < rows.size(); i++) {
                JsonNode expected = member(JSON.readTree(records.get(i)),
                        table.jsonKeys().getOrDefault(column.name(), column.name()));
                assertHolds(expected, JSON.readTree(String.valueOf(rows.get(i).getFirst())), column.name());
            }
        }
    }

    /// A member's value, whatever the letter case of its name; null when there is none.
    private static JsonNode member(JsonNode object, String name) {
        return object.properties().stream().filter(member -> member.getKey().toLowerCase(Locale.ROOT).equals(name))
                .<JsonNode>map(member -> member.getValue()).findFirst().orElseGet(JSON::nullNode);
    }

    /// That `column` holds `value`: as it is, as JSON text, or as a structure with further members that are null.
    private static void assertHolds(JsonNode value, JsonNode column, String where) throws JsonProcessingException {
        if (column.isTextual() && !value.isTextual()) {
            assertHolds(value, JSON.readTree(column.textValue()), where);
        } else if (value.isObject() && column.isObject()) {
            for (var member : column.properties()) {
                assertHolds(member(value, member.getKey()), member.getValue(), where + "." + member.getKey());
            }
        } else if (value.isArray() && column.isArray()) {
            assertEquals(value.size(), column.size(), where);
            for (int i = 0; i < value.size(); i++) {
                assertHolds(value.get(i), column.get(i), where + "[" + i + "]");
            }
        } else if (value.isNumber() && column.isNumber()) {
            assertEquals(0, value.decimalValue().compareTo(column.decimalValue()), where + " is " + column);
        } else {
            assertEquals(value, column, where);
        }
    }
}
