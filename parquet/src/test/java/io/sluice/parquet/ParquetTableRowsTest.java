package io.sluice.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.Row;
import io.sluice.convert.RowBytes;
import io.sluice.convert.RowReader;
import io.sluice.convert.TextRows;
import io.sluice.input.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is compacted is judged by these readers: they must tell every row from every other.
final class ParquetTableRowsTest {
    @Test
    void aFilesRowsAreThoseOfItsRecordsOfEveryType() throws IOException {
        for (long seed = 0; seed < 150; seed++) {
            RandomRows random = new RandomRows(seed);
            List<String> records = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                records.add(random.record());
            }
            byte[] file = WrittenRows.write(random.columns(), ParquetSettings.DEFAULT, records);
            assertEquals(texts(textRows(random.columns(), Map.of(), String.join("\n", records))),
                    texts(fileRows(file, random.columns())), "seed " + seed + ": " + random.columns());
        }
    }

    @Test
    void bytesOfRowsAreReadAgain() throws IOException {
        for (long seed = 150; seed < 250; seed++) {
            RandomRows random = new RandomRows(seed);
            for (Row row : textRows(random.columns(), Map.of(), random.record() + random.record())) {
                byte[] bytes = RowBytes.of(row);
                assertArrayEquals(bytes, RowBytes.of(RowBytes.read(bytes)), row.toString());
            }
        }
    }

    @Test
    void halfACharacterIsNotTheMarkThatTakesItsPlace() throws IOException {
        List<Column> columns = List.of(column("s", "string"));
        Row half = textRows(columns, Map.of(), "{\"s\":\"a\\ud83d\"}").getFirst();
        byte[] file = WrittenRows.write(columns, ParquetSettings.DEFAULT, List.of("{\"s\":\"a\\ud83d\"}"));
        assertTrue(!Arrays.equals(RowBytes.of(half), RowBytes.of(fileRows(file, columns).getFirst())));
        assertEquals("[a\ud83d]", RowBytes.read(RowBytes.of(half)).toString());
    }

    @Test
    void whatATableHasNoPlaceForIsNamedAndNotLeftOut() throws IOException {
        List<Column> columns = List.of(column("a", "bigint"), column("s", "struct<b:int>"),
                column("m", "map<string,int>"));
        assertEquals("a: record 2 cannot be a row: the member 'x', for which it has no place",
                refusal(columns, "{\"a\":1,\"y\":null} {\"a\":2,\"x\":{}}"));
        assertEquals("a: record 1 cannot be a row: column s of type struct<b:int>: the member 'c', for which it has no"
                + " place", refusal(columns, "{\"s\":{\"b\":1,\"c\":2}}"));
        assertEquals("a: record 1 cannot be a row: the member 'a' twice", refusal(columns, "{\"a\":1,\"A\":2}"));
        assertEquals("a: record 1 cannot be a row: column m[1] of type map<string,int>: the member 'k' twice",
                refusal(columns, "{\"m\":{\"k\":1,\"k\":2}}"));
        assertEquals("a: record 1 cannot be a row: column a of type bigint: a string that is no number",
                refusal(columns, "{\"a\":\"one\"}"));
        assertTrue(refusal(columns, "{\"a\":1").startsWith("a: record 1 cannot be a row: no JSON"));
        assertTrue(refusal(columns, "[]").startsWith("a: record 1 cannot be a row: Data does not match"));
    }

    @Test
    void aMemberOfWhichThePathSaysTheSameNeedsNoColumn() throws IOException {
        List<Column> columns = List.of(column("a", "bigint"));
        assertEquals(1, textRows(columns, Map.of("net", "ak"), "{\"Net\":\"ak\",\"a\":1}").size());
        assertThrows(InputException.class, () -> textRows(columns, Map.of("net", "ak"), "{\"net\":\"ci\",\"a\":1}"));
        assertThrows(InputException.class, () -> textRows(columns, Map.of("net", "{}"), "{\"net\":{},\"a\":1}"));
    }

    @Test
    void aColumnThatTheTableLacksOrHasOtherwiseIsRefusedAndOneThatTheFileLacksIsNull() throws IOException {
        byte[] file = WrittenRows.write(List.of(column("a", "bigint")), ParquetSettings.DEFAULT, List.of("{\"a\":7}"));
        assertEquals("[[null, 7]]", fileRows(file, List.of(column("z", "string"), column("a", "bigint"))).toString());
        assertTrue(fault(file, List.of(column("z", "string"))).contains("has a column a, and the table has none"));
        assertTrue(fault(file, List.of(column("a", "int"))).contains("has the column a as optional int64 a"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    tinyint  | int      | -128   | -128
                    smallint | int      | -7     | -7
                    tinyint  | smallint | 7      | 7
                    tinyint  | bigint   | 7      | 7
                    int      | bigint   | -2147483648 | -2147483648
                    float    | double   | 0.1    | 0.10000000149011612
                    decimal(4,2)  | decimal(9,2)  | -12.34 | -12.34
                    decimal(9,2)  | decimal(38,2) | -12.34 | -12.34
                    varchar(3) | string | "a"  | a
                    array<int> | array<bigint> | [1, null] | [1, null]
                    map<string,float> | map<string,double> | {"k": 0.5} | {k=0.5}
                    struct<a:int> | struct<a:bigint,b:string> | {"a": 1} | [1, null]
                    array<struct<a:int,s:struct<x:int>>> | array<struct<a:bigint,s:struct<x:int,y:date>,b:string>> | \
                    [{"a": 1, "s": {"x": 2}}] | [[1, [2, null], null]]
                    """)
    void aColumnThatBecameWiderHoldsWhatItWasAndTheRowsAreThoseOfAWiderFile(String before, String now, String value,
            String read) throws IOException {
        List<Column> wide = List.of(column("c", now), column("added", "date"));
        String record = "{\"c\": " + value + "}";
        for (boolean withIds : List.of(false, true)) {
            byte[] file = withIds
                    ? WrittenRows.writeForTable(List.of(column("c", before)), List.of(record, "{}"))
                    : WrittenRows.write(List.of(column("c", before)), ParquetSettings.DEFAULT, List.of(record, "{}"));
            List<Row> rows = fileRows(file, wide);
            assertEquals("[[" + read + ", null], [null, null]]", rows.toString());
            byte[] again = WrittenRows.writeRows(wide, rows);
            assertEquals(texts(rows), texts(fileRows(again, wide)));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bigint | int
            smallint | tinyint
            int | smallint
            double | float
            int | double
            int | string
            date | bigint
            int | date
            bigint | timestamp
            string | binary
            boolean | int
            decimal(9,2) | decimal(9,3)
            decimal(9,2) | decimal(8,2)
            decimal(4,0) | bigint
            struct<a:int,b:int> | struct<a:int>
            struct<a:int> | map<string,int>
            array<bigint> | array<int>
            map<int,int> | map<string,int>
            """)
    void aColumnThatBecameAnotherIsRefused(String before, String now) {
        byte[] file = assertDoesNotThrow(
                () -> WrittenRows.write(List.of(column("c", before)), ParquetSettings.DEFAULT, List.of("{}")));
        assertTrue(fault(file, List.of(column("c", now))).contains("has the column c as optional"));
    }

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }

    private static String refusal(List<Column> columns, String text) {
        return String.valueOf(
                assertThrows(InputException.class, () -> textRows(columns, Map.of(), text)).getMessage());
    }

    private static String fault(byte[] file, List<Column> columns) {
        return String.valueOf(assertThrows(InputException.class, () -> fileRows(file, columns)).getMessage());
    }

    private static List<Row> textRows(List<Column> columns, Map<String, String> path, String text) throws IOException {
        return rows(new TextRows(WrittenRows.conversion(columns, ParquetSettings.DEFAULT)).open("a",
                new ByteArrayInputStream(text.getBytes(UTF_8)), path));
    }

    private static List<Row> fileRows(byte[] file, List<Column> columns) throws IOException {
        return rows(new ParquetTableRows().open("file", new WrittenRows.Bytes(file),
                WrittenRows.conversion(columns, ParquetSettings.DEFAULT)));
    }

    private static List<Row> rows(RowReader reader) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (reader) {
            for (Row row = reader.next(); row != null; row = reader.next()) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream().map(row -> HexFormat.of().formatHex(RowBytes.of(row))).toList();
    }
}
