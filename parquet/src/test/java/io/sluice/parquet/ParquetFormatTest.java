package io.sluice.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ObjectConverter;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import io.sluice.convert.RowFormat;
import io.sluice.convert.StagedConversions;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// JSON records into Parquet files and back by the library's reader.
final class ParquetFormatTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyTypeComesBackAsItWent() throws IOException {
        List<Column> columns = List.of(column("a", "boolean"), column("b", "tinyint"), column("c", "smallint"),
                column("d", "int"), column("e", "bigint"), column("f", "float"), column("g", "double"),
                column("h", "decimal(9,2)"), column("i", "decimal(38,10)"), column("j", "string"),
                column("k", "varchar(3)"), column("l", "char(3)"), column("m", "binary"), column("n", "date"),
                column("o", "timestamp"), column("p", "array<int>"), column("q", "map<string,array<double>>"),
                column("r", "struct<x:int,y:struct<z:string>>"));
        Path file = write(columns, ParquetSettings.DEFAULT, """
                {"a": true, "b": -1, "c": 300, "d": 70000, "e": 5000000000, "f": 1.5, "g": -2.25, "h": -12.345,\
                 "i": "12345678901234567890.0000000001", "j": "grüß", "k": "abc", "l": "ab", "m": "AP8=",\
                 "n": "2026-01-02", "o": "2026-01-02T03:04:05.000006Z", "p": [1, null, 3],\
                 "q": {"one": [1, null], "none": null, "empty": []}, "r": {"x": 1, "y": {"z": "deep"}}}""", "{}",
                "{\"p\": [], \"q\": {}, \"r\": {}}");
        assertEquals(resource("every-type.txt"), read(file));
    }

    @ParameterizedTest
    @EnumSource(PageCompression.class)
    void pagesOfEveryCompressionAndVersionAreReadable(PageCompression compression) throws IOException {
        for (WriterVersion version : WriterVersion.values()) {
            for (boolean dictionary : new boolean[]{false, true}) {
                ParquetSettings settings = new ParquetSettings(compression, 64 << 20, 64 << 10, dictionary, 0,
                        version);
                Path file = write(List.of(column("s", "string")), settings, records(2_000));
                try (ReadBack back = new ReadBack(file)) {
                    assertEquals(2_000, back.rows().size());
                    assertEquals(compression.name(), back.rowGroups().getFirst().getColumns().getFirst().getCodec()
                            .name());
                    boolean encoded = back.rowGroups().getFirst().getColumns().getFirst().getEncodings().stream()
                            .anyMatch(Encoding::usesDictionary);
                    assertEquals(dictionary, encoded);
                }
            }
        }
    }

    @Test
    void dictionariesAreForColumnsWhoseValuesRepeat() throws IOException {
        String[] records = IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"id\": \"click-%06d\", \"page\": \"page-%06d\"}".formatted(i, i % 7))
                .toArray(String[]::new);
        Path file = write(List.of(column("id", "string"), column("page", "string")), ParquetSettings.DEFAULT, records);
        try (ReadBack back = new ReadBack(file)) {
            assertEquals(List.of(false, true), back.rowGroups().getFirst().getColumns().stream()
                    .map(chunk -> chunk.getEncodings().stream().anyMatch(Encoding::usesDictionary)).toList());
        }
    }

    @Test
    void theSameRecordsGiveTheSameBytes() throws IOException {
        List<Column> columns = List.of(column("s", "string"), column("m", "map<string,int>"));
        byte[] once = Files.readAllBytes(write(columns, ParquetSettings.DEFAULT, records(5_000)));
        byte[] again = Files.readAllBytes(write(columns, ParquetSettings.DEFAULT, records(5_000)));
        assertArrayEquals(once, again);
    }

    @Test
    void aFileSaysWhoWroteItAndNotWhen() throws IOException {
        try (ReadBack back = new ReadBack(write(List.of(column("s", "string")), ParquetSettings.DEFAULT, "{}"))) {
            var meta = back.footer().getFileMetaData();
            assertTrue(meta.getCreatedBy().startsWith("parquet-mr version "), meta.getCreatedBy());
            assertEquals("{writer.model.name=sluice}", meta.getKeyValueMetaData().toString());
        }
    }

    /// What is in memory is one row group; records are looked at after the first hundred.
    @Test
    void aRowGroupIsBoundedWhateverTheFileHolds() throws IOException {
        Random random = new Random(7);
        String[] records = new String[1_200];
        for (int i = 0; i < records.length; i++) {
            byte[] noise = new byte[60_000];
            random.nextBytes(noise);
            records[i] = "{\"s\": \"" + Base64.getEncoder().encodeToString(noise) + "\"}";
        }
        try (ReadBack back = new ReadBack(write(List.of(column("s", "string")), ParquetSettings.DEFAULT, records))) {
            assertTrue(back.rowGroups().size() >= 3, back.rowGroups()::toString);
            for (BlockMetaData group : back.rowGroups()) {
                assertTrue(group.getTotalByteSize() <= ParquetRowWriter.ROW_GROUP_BYTES * 1.1, group::toString);
            }
        }
    }

    /// A sort puts heartbeats before documents.
    @Test
    void rowGroupsStaySmallWhereRowsBecomeLong() throws IOException {
        Random random = new Random(1);
        byte[] bytes = new byte[37_500];
        String[] rows = IntStream.range(0, 21_200).mapToObj(i -> {
            random.nextBytes(bytes);
            return "{\"s\":\"" + (i < 20_000 ? "" + i : Base64.getEncoder().encodeToString(bytes)) + "\"}";
        }).toArray(String[]::new);
        try (ReadBack back = new ReadBack(write(List.of(column("s", "string")), ParquetSettings.DEFAULT, rows))) {
            back.rowGroups().forEach(group -> assertTrue(group.getTotalByteSize() < 48 << 20, group::toString));
        }
    }

    @Test
    void rowGroupsArePaddedWhereThatIsAskedFor() throws IOException {
        ParquetSettings padded = new ParquetSettings(PageCompression.UNCOMPRESSED, 64 << 20, 64 << 10, false, 1 << 20,
                WriterVersion.V1);
        assertEquals(100, ParquetFiles.rows(write(List.of(column("s", "string")), padded, records(100))));
    }

    @Test
    void aDraftThatIsGivenUpLeavesNoFile() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectConverter.Draft draft = converter(List.of(column("s", "string")), ParquetSettings.DEFAULT)
                .begin(WrittenRows.KEY, out)) {
            draft.add("{\"s\": \"x\"}".getBytes(UTF_8));
        }
        Path file = Files.write(folder.resolve("given-up"), out.toByteArray());
        assertThrows(IOException.class, () -> ParquetFiles.rows(file));
    }

    @Test
    void aRecordThatDoesNotFitIsNotInTheFile() throws IOException {
        Path file = write(List.of(column("n", "int")), ParquetSettings.DEFAULT, "{\"n\": 1}", "{\"n\": \"x\"}",
                "{\"n\": 2}{\"n\": \"x\"}", "{\"n\": 3}{\"n\": 4}");
        assertEquals(3, ParquetFiles.rows(file));
    }

    @Test
    void theFormatIsFoundOnTheClassPath() {
        List<RowFormat> formats = ServiceLoader.load(RowFormat.class).stream().map(ServiceLoader.Provider::get)
                .toList();
        assertEquals(1, formats.size());
        assertInstanceOf(ParquetFormat.class, formats.getFirst());
    }

    private Path write(List<Column> columns, ParquetSettings settings, String... records) throws IOException {
        Path file = Files.createTempFile(folder, "rows", ".parquet");
        try (var out = Files.newOutputStream(file);
                ObjectConverter.Draft draft = converter(columns, settings).begin(WrittenRows.KEY, out)) {
            for (String record : records) {
                draft.add(record.getBytes(UTF_8));
            }
            draft.finish();
        }
        return file;
    }

    private static ObjectConverter converter(List<Column> columns, ParquetSettings settings) {
        MemoryObjectStore staging = new MemoryObjectStore(InstantSource.fixed(Instant.EPOCH));
        FormatConversion conversion = new FormatConversion(FormatConversion.RULES, columns,
                Deserializer.OpenX.DEFAULT, settings, Optional.empty());
        StagedConversions.keep("quakes", conversion, staging);
        return new StagedConversions("quakes", staging, new ParquetFormat()).of(conversion.id());
    }

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }

    private static String[] records(int count) {
        String[] records = new String[count];
        for (int i = 0; i < count; i++) {
            records[i] = "{\"s\": \"text " + i % 50 + "\", \"m\": {\"k" + i % 7 + "\": " + i + ", \"a\": null}}";
        }
        return records;
    }

    private static String read(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (ReadBack back = new ReadBack(file)) {
            text.append(back.footer().getFileMetaData().getSchema());
            back.rows().forEach(row -> text.append("---\n").append(ReadBack.text(row)));
        }
        return text.toString();
    }

    private static String resource(String name) throws IOException {
        try (var in = ParquetFormatTest.class.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), UTF_8);
        }
    }
}
