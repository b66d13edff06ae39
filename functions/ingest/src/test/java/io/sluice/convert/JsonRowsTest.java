package io.sluice.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.CaseTable;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What records become under a schema: `values.txt`, `timestamps.txt`, and the rules about whole records.
final class JsonRowsTest {
    private static final List<Column> COLUMNS = List.of(column("id", "string"), column("n", "int"));

    @TestFactory
    Stream<DynamicTest> aValueBecomesItsTypesOrRejectsItsRecord() throws IOException {
        return CaseTable.read(JsonRowsTest.class, "values.txt", 3).stream().map(row -> DynamicTest.dynamicTest(
                row.get(0) + " of " + row.get(1),
                () -> check(column("v", row.get(0)), Deserializer.OpenX.DEFAULT, row.get(1), row.get(2))));
    }

    @TestFactory
    Stream<DynamicTest> aTimestampIsReadAsItsDeserializerDoes() throws IOException {
        return CaseTable.read(JsonRowsTest.class, "timestamps.txt", 3).stream().map(row -> DynamicTest.dynamicTest(
                row.get(0) + ": " + row.get(1),
                () -> check(column("v", "timestamp"), deserializer(row.get(0)), row.get(1), row.get(2))));
    }

    private static Deserializer deserializer(String name) {
        if (name.equals("openx")) {
            return Deserializer.OpenX.DEFAULT;
        }
        String formats = name.substring("hive".length()).strip();
        return new Deserializer.Hive(formats.isEmpty() ? List.of() : Arrays.asList(formats.split(";")));
    }

    private static void check(Column column, Deserializer deserializer, String value, String expected) {
        JsonRows.Read read = read(List.of(column), deserializer, "{\"v\": " + value + "}");
        if (!expected.startsWith("!")) {
            assertEquals("[" + expected + "]", text(read));
            return;
        }
        Reject reject = assertInstanceOf(JsonRows.Read.Rejected.class, read, () -> text(read)).reject();
        assertEquals("DataFormatConversion.MalformedData", reject.code());
        assertTrue(reject.message().startsWith("Data does not match the schema. Column v"), reject.message());
        assertTrue(reject.message().endsWith(expected.substring(2)), reject.message());
    }

    @Test
    void missingMembersAreNullAndExtraOnesAreLeftOut() {
        assertEquals("[null, 1]", text(read("{\"x\": {\"deep\": [1, {}]}, \"n\": 1}")));
        assertEquals("[null, null]", text(read("{}")));
    }

    @Test
    void ofAMemberThatIsThereTwiceTheLastCounts() {
        assertEquals("[null, 2]", text(read("{\"n\": 1, \"N\": 2}")));
    }

    @Test
    void membersMayStandInAnyOrderAndBetweenOthers() {
        for (String record : List.of("{\"n\": 1, \"id\": \"a\"}", "{ \"id\" : \"a\" , \"n\" : 1 }",
                "{\"x\": {\"n\": 9}, \"id\": \"a\", \"idx\": [3], \"n\": 1}",
                "{\"\\u0069d\": \"a\", \"N\": 1, \"y\": 2}",
                "{\"id\": \"b\", \"id\": \"a\", \"i\": 5, \"n\": 2, \"n\": 1}")) {
            assertEquals("[a, 1]", text(read(record)), record);
        }
    }

    @Test
    void keysAreTakenInLowerCaseUnlessTheirCaseMatters() {
        assertEquals("[a, 1]", text(read("{\"ID\": \"a\", \"N\": 1}")));
        Deserializer exact = new Deserializer.OpenX(false, Map.of(), false);
        assertEquals("[null, 1]", text(read(COLUMNS, exact, "{\"ID\": \"a\", \"n\": 1}")));
    }

    @Test
    void aColumnIsReadFromTheKeyThatItIsMappedTo() {
        Deserializer mapped = new Deserializer.OpenX(true, Map.of("n", "Number"), false);
        assertEquals("[null, 1]", text(read(COLUMNS, mapped, "{\"number\": 1, \"n\": 2}")));
    }

    @Test
    void dotsInKeysBecomeUnderscoresWhereThatIsAskedFor() {
        List<Column> columns = List.of(column("a_b", "struct<c_d:int>"));
        String record = "{\"a.b\": {\"c.d\": 1}}";
        assertEquals("[[1]]", text(read(columns, new Deserializer.OpenX(true, Map.of(), true), record)));
        assertEquals("[null]", text(read(columns, Deserializer.OpenX.DEFAULT, record)));
    }

    @Test
    void aRecordOfSeveralObjectsIsARowForEach() {
        JsonRows.Read read = read("{\"n\": 1}{\"n\": 2}\n {\"n\": 3}");
        assertEquals(3, assertInstanceOf(JsonRows.Read.Rows.class, read).rows().size());
        assertRejected("{\"n\": 1}{\"n\": \"x\"}", "MalformedData", "Column n of type int");
    }

    @Test
    void aRecordThatIsNoObjectIsRejectedInFirehosesWords() {
        assertRejected("", "MalformedData", "The record was empty or contained only whitespace.");
        assertRejected(" \n", "MalformedData", "The record was empty or contained only whitespace.");
        for (String primitive : List.of("1", "\"text\"", "null", "true")) {
            assertRejected(primitive, "MalformedData", "The input JSON contained a primitive at the top level."
                    + " The top level must be an object or array.");
        }
        assertRejected("[{\"n\": 1}]", "MalformedData", "Data does not match the schema. The top level is an array");
    }

    @Test
    void aRecordThatIsNoJsonIsAParseError() {
        for (String broken : List.of("{", "{\"n\": }", "{\"n\": 1", "{\"n\": 01}", "{'n': 1}", "{\"x\": [}", "hello",
                "{\"n\": 1},{\"n\": 2}", "{\"n\": NaN}", "{\"id\": \"a\nb\"}")) {
            assertRejected(broken, "ParseError", "Encountered malformed JSON. ");
        }
        JsonRows.Read read = rows(COLUMNS, Deserializer.OpenX.DEFAULT).read(new byte[]{'{', '"', (byte) 0xFF, '"'});
        assertEquals("DataFormatConversion.ParseError", assertInstanceOf(JsonRows.Read.Rejected.class, read).reject()
                .code());
    }

    @Test
    void aRecordNestedBeyondAllBoundsIsRejectedAndNothingElseHappens() {
        assertRejected("{\"x\": " + "[".repeat(100_000), "ParseError", "Encountered malformed JSON. ");
    }

    private static void assertRejected(String record, String code, String message) {
        JsonRows.Read read = read(record);
        Reject reject = assertInstanceOf(JsonRows.Read.Rejected.class, read, record).reject();
        assertEquals("DataFormatConversion." + code, reject.code(), record);
        assertTrue(reject.message().contains(message), reject.message());
        assertEquals("format-conversion-failed", reject.type().wireName());
    }

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }

    private static JsonRows.Read read(String record) {
        return read(COLUMNS, Deserializer.OpenX.DEFAULT, record);
    }

    private static JsonRows.Read read(List<Column> columns, Deserializer deserializer, String record) {
        return rows(columns, deserializer).read(record.getBytes(UTF_8));
    }

    private static JsonRows rows(List<Column> columns, Deserializer deserializer) {
        return new JsonRows(new FormatConversion(FormatConversion.RULES, columns, deserializer,
                ParquetSettings.DEFAULT, Optional.empty()));
    }

    private static String text(JsonRows.Read read) {
        return switch (read) {
            case JsonRows.Read.Rows(List<Row> rows) -> rows.getFirst().toString();
            case JsonRows.Read.Rejected(Reject reject) -> reject.message();
        };
    }
}
