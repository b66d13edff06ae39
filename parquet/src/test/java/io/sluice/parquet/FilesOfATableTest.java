package io.sluice.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.convert.Row;
import io.sluice.convert.RowReader;
import io.sluice.convert.StagedConversions;
import io.sluice.convert.UnusableConversionException;
import io.sluice.layout.KeyEncoding;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are an Iceberg table's, too.
final class FilesOfATableTest {
    private static final String PREFIX = "lake/net=!{partitionKeyFromQuery:net}/!{timestamp:yyyy/MM}/"
            + "size=!{partitionKeyFromQuery:size}/";
    private static final List<Column> COLUMNS = List.of(column("a", "int"),
            column("b", "array<struct<x:int,y:string>>"),
            column("c", "map<string,array<double>>"), column("d", "struct<e:struct<f:date>,g:boolean>"));
    private static final PathValues PATH = new PathValues(PREFIX, KeyEncoding.PERCENT,
            List.of(column("net", "string"), column("dt", "string"), column("size", "int")));
    private static final String KEY = "lake/net=a%2Fb%20%C3%BC/2026/11/size=007/quakes-1-2026-11-27.parquet";

    private static final List<String> RECORDS = List.of("""
            {"a": 1, "b": [{"x": 1, "y": "one"}], "c": {"k": [0.5]}, "d": {"e": {"f": "2024-10-04"}, "g": true}}""",
            "{}");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void eachFieldHasItsIdAndTheColumnsOfThePathComeLast() throws IOException {
        try (ReadBack back = new ReadBack(write(KEY))) {
            assertEquals("""
                    message record {
                      optional int32 a = 1;
                      optional group b (LIST) = 2 {
                        repeated group list {
                          optional group element = 20000 {
                            optional int32 x = 20001;
                            optional binary y (STRING) = 20002;
                          }
                        }
                      }
                      optional group c (MAP) = 3 {
                        repeated group key_value {
                          required binary key (STRING) = 30000;
                          optional group value (LIST) = 30001 {
                            repeated group list {
                              optional double element = 30002;
                            }
                          }
                        }
                      }
                      optional group d = 4 {
                        optional group e = 40000 {
                          optional int32 f (DATE) = 40001;
                        }
                        optional boolean g = 40002;
                      }
                      optional binary net (STRING) = 1000000000;
                      optional binary dt (STRING) = 1000000001;
                      optional int32 size = 1000000002;
                    }
                    """, back.footer().getFileMetaData().getSchema().toString());
        }
    }

    @Test
    void eachRowHasTheDecodedValuesOfItsPath() throws IOException {
        try (ReadBack back = new ReadBack(write(KEY))) {
            back.rows().forEach(row -> {
                assertEquals("a/b ü", row.getString("net", 0));
                assertEquals("2026/11", row.getString("dt", 0));
                assertEquals(7, row.getInteger("size", 0));
            });
            assertTrue(back.rowGroups().getFirst().getColumns().stream()
                    .filter(column -> column.getPath().toDotString().equals("net"))
                    .allMatch(column -> column.getEncodings().stream().anyMatch(Encoding::usesDictionary)));
        }
    }

    @Test
    void hivesTextForNullIsNull() throws IOException {
        try (ReadBack back = new ReadBack(write(KEY.replace("a%2Fb%20%C3%BC", "__HIVE_DEFAULT_PARTITION__")))) {
            back.rows().forEach(row -> assertEquals(0, row.getFieldRepetitionCount("net")));
        }
    }

    @Test
    void aKeyThatThePrefixDidNotMakeIsRefusedByName() {
        for (String key : List.of("other/net=a/2026/11/size=7/x", "lake/net=a/2026/size=7/x",
                "lake/net=a/b/2026/11/size=7/x", "lake/net=/2026/11/size=7/x", "lake/net=a/2026/11/size=seven/x",
                "lake/net=a%2/2026/11/size=7/x", "lake/net=a/2026/11/size=3000000000/x")) {
            String said = String.valueOf(
                    assertThrows(UnusableConversionException.class, () -> write(key)).getMessage());
            assertTrue(said.contains(key), said);
        }
    }

    /// As compaction reads them.
    @Test
    void rowsAreReadAgainWithoutThePathsAndFilesOfBeforeAreReadAlike() throws IOException {
        byte[] before = bytes(conversion(Optional.empty()), KEY);
        FormatConversion conversion = conversion(Optional.of(PATH));
        byte[] now = bytes(conversion, KEY);
        for (byte[] file : List.of(before, now)) {
            try (RowReader rows = new ParquetTableRows().open("file", new WrittenRows.Bytes(file), conversion)) {
                Row row = rows.next();
                assertEquals("[1, [[1, one]], {k=[0.5]}, [[20000], true]]", String.valueOf(row));
            }
        }
    }

    private Path write(String key) throws IOException {
        return Files.write(Files.createTempFile(folder, "rows", ".parquet"),
                bytes(conversion(Optional.of(PATH)), key));
    }

    private static byte[] bytes(FormatConversion conversion, String key) throws IOException {
        MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        StagedConversions.keep("quakes", conversion, staging);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = new StagedConversions("quakes", staging, new ParquetFormat())
                .of(conversion.id()).begin(new ObjectKey(key), file)) {
            for (String record : RECORDS) {
                assertEquals(Optional.empty(), draft.add(record.getBytes(UTF_8)));
            }
            draft.finish();
        }
        return file.toByteArray();
    }

    private static FormatConversion conversion(Optional<PathValues> path) {
        return new FormatConversion(FormatConversion.RULES, COLUMNS, Deserializer.OpenX.DEFAULT,
                ParquetSettings.DEFAULT, Optional.empty(), path);
    }

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }
}
