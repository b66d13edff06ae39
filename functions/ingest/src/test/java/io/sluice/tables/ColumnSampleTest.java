package io.sluice.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.CaseTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs `inferred-columns.txt`, and what takes more than a line.
final class ColumnSampleTest {
    @TestFactory
    Stream<DynamicTest> recordsHaveColumns() throws IOException {
        return CaseTable.lines(ColumnSampleTest.class, "inferred-columns.txt").map(row -> {
            String[] sides = row.split(" => ", 2);
            return DynamicTest.dynamicTest(row, () -> assertEquals(sides[1],
                    columns(infer(Set.of(), sides[0].split(" \\| ")))));
        });
    }

    @Test
    void theOrderOfRecordsDoesNotMatter() {
        String[] records = {"{\"a\":1,\"b\":{\"c\":[1]}}", "{\"b\":{\"c\":[0.5],\"d\":null}}",
                "{\"a\":\"x\",\"e\":true}"};
        String[] reversed = {records[2], records[1], records[0]};
        assertEquals(infer(Set.of(), records).columns(), infer(Set.of(), reversed).columns());
    }

    @Test
    void aColumnOfThePathIsLeftOutAndNamed() {
        ColumnSample.Inferred inferred = infer(Set.of("net", "day"), "{\"Net\":\"ak\",\"Day\":\"Monday\",\"mag\":1.5}");
        assertEquals("mag double", columns(inferred));
        assertEquals(List.of(TableRemark.Kind.NOTE), kinds(inferred));
        assertTrue(inferred.remarks().getFirst().message().startsWith("day of the records is left out"));
    }

    @Test
    void recordsThatAreNoObjectsAreCounted() {
        ColumnSample.Inferred inferred = infer(Set.of(), "{\"a\":1}", "[1]", "3", "nope", "{\"a\":1}{\"a\":2}", "");
        assertEquals("a bigint", columns(inferred));
        assertTrue(
                inferred.remarks().getFirst().message().startsWith("5 of the sample's 6 records are no JSON object"));
    }

    @Test
    void namesOfOneRecordThatDifferInLetterCaseAreWarnedOf() {
        ColumnSample.Inferred inferred = infer(Set.of(), "{\"user\":{\"Id\":1,\"id\":2}}");
        assertEquals(List.of(TableRemark.Kind.WARNING), kinds(inferred));
        assertTrue(inferred.remarks().getFirst().message().startsWith("records have both user.Id and user.id"));
    }

    @Test
    void namesOfTwoRecordsThatDifferInLetterCaseShareAColumn() {
        ColumnSample.Inferred inferred = infer(Set.of(), "{\"userId\":1}", "{\"userid\":2}");
        assertEquals("userid bigint", columns(inferred));
        assertEquals(List.of(TableRemark.Kind.NOTE), kinds(inferred));
    }

    @Test
    void aKeyThatAthenaCannotNameIsReadIntoAColumnThatItCan() {
        ColumnSample.Inferred inferred = infer(Set.of(), "{\"User-Id\":1,\"@t\":\"x\",\"größe\":1}");
        assertEquals("_t string; gr__e bigint; user_id bigint", columns(inferred));
        assertEquals(Map.of("user_id", "user-id", "_t", "@t", "gr__e", "größe"), inferred.jsonKeys());
    }

    @Test
    void twoKeysThatComeToOneNameAreWarnedOf() {
        ColumnSample.Inferred inferred = infer(Set.of(), "{\"a-b\":1,\"a.b\":\"x\"}");
        assertEquals("a_b bigint", columns(inferred));
        assertEquals(List.of(TableRemark.Kind.WARNING), kinds(inferred));
    }

    @Test
    void anObjectOfManyNamesIsAMap() {
        String members = IntStream.range(0, 101).mapToObj(i -> "\"k" + i + "\":" + i).collect(Collectors.joining(","));
        assertEquals("m map<string,bigint>", columns(infer(Set.of(), "{\"m\":{" + members + "}}")));
    }

    @Test
    void aRecordNestedWithoutEndIsReadAsText() {
        String deep = "{\"a\":".repeat(900) + "1" + "}".repeat(900);
        assertTrue(columns(infer(Set.of(), deep)).endsWith(":string" + ">".repeat(15)));
    }

    @Test
    void recordsOfMoreKeysThanATableHasColumnsAreRefused() {
        String members = IntStream.range(0, 1001).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(","));
        assertEquals(List.of(TableRemark.Kind.REFUSAL), kinds(infer(Set.of(), "{" + members + "}")));
    }

    private static ColumnSample.Inferred infer(Set<String> inPath, String... records) {
        ColumnSample sample = new ColumnSample();
        for (String record : records) {
            sample.add(record.getBytes(StandardCharsets.UTF_8));
        }
        return sample.infer(inPath, Set.of("day"));
    }

    private static String columns(ColumnSample.Inferred inferred) {
        return inferred.columns().stream().map(column -> column.name() + " " + column.type().hiveText())
                .collect(Collectors.joining("; "));
    }

    private static List<TableRemark.Kind> kinds(ColumnSample.Inferred inferred) {
        return inferred.remarks().stream().map(TableRemark::kind).toList();
    }
}
