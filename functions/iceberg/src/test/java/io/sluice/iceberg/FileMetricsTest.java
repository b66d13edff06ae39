package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.input.RangedBytes;
import io.sluice.parquet.FileFooters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// What manifests say of files, out of their footers.
final class FileMetricsTest {
    @Test
    void eachTypesBoundsAreItsSmallestAndLargestValues() throws IOException {
        Map<String, List<String>> expected = new TreeMap<>(Map.ofEntries(
                Map.entry("boolean:true,false", List.of("false", "true")),
                Map.entry("tinyint:3,-4", List.of("-4", "3")),
                Map.entry("int:3,-4,null", List.of("-4", "3")),
                Map.entry("bigint:3,9223372036854775807", List.of("3", "9223372036854775807")),
                Map.entry("float:0.5,-1.5", List.of("-1.5", "0.5")),
                Map.entry("double:0.5,-1.5", List.of("-1.5", "0.5")),
                Map.entry("date:\"2018-02-01\",\"1969-12-31\"", List.of("-1", "17563")),
                Map.entry("timestamp:\"2018-02-01 00:00:00\",\"2018-02-01 00:00:01.5\"",
                        List.of("1517443200000000", "1517443201500000")),
                Map.entry("decimal(9,2):1.5,-2.25", List.of("-2.25", "1.50")),
                Map.entry("decimal(38,2):1.5,-2.25", List.of("-2.25", "1.50")),
                Map.entry("string:\"b\",\"a\"", List.of("a", "b")),
                Map.entry("varchar(20):\"b\",\"a\"", List.of("a", "b")),
                Map.entry("string:\"0123456789abcdefgh\"", List.of("0123456789abcdef", "0123456789abcdeg")),
                Map.entry("string:\"0123456789abcdef\"", List.of("0123456789abcdef", "0123456789abcdef"))));
        expected.forEach((text, bounds) -> {
            List<Column> columns = List.of(Column.of("c", ColumnType.parse(text.substring(0, text.indexOf(':')))));
            byte[] file = ParquetBytes.of(columns, Stream.of(text.substring(text.indexOf(':') + 1).split(",", -1))
                    .map(value -> "{\"c\":" + value + "}").toArray(String[]::new));
            Schema schema = new TableDefinition("quakes", "s3://lake/q", "s3://lake", columns, List.of()).schema();
            Metrics metrics = metrics(file, schema);
            assertEquals(bounds, List.of(lower(metrics, schema, 1), upper(metrics, schema, 1)), text);
        });
    }

    @Test
    void textWithoutAShortUpperBoundHasNone() {
        List<Column> columns = List.of(Column.of("c", ColumnType.parse("string")));
        byte[] file = ParquetBytes.of(columns, "{\"c\":\"" + "\udbff\udfff".repeat(17) + "\"}");
        Metrics metrics = metrics(file,
                new TableDefinition("quakes", "s3://lake/q", "s3://lake", columns, List.of()).schema());
        assertEquals(Map.of(), metrics.upperBounds());
        assertEquals(1, metrics.lowerBounds().size());
    }

    @Test
    void countsAndSizesAreOfAllRowGroupsAndNested() {
        List<Column> columns = List.of(Column.of("a", ColumnType.parse("int")),
                Column.of("s", ColumnType.parse("struct<x:int,y:array<string>>")),
                Column.of("m", ColumnType.parse("map<string,double>")));
        byte[] file = ParquetBytes.of(columns, "{\"a\":1,\"s\":{\"x\":5,\"y\":[\"p\",\"q\"]},\"m\":{\"k\":1.5}}",
                "{\"a\":null,\"s\":{\"x\":7,\"y\":[]}}", "{\"s\":null}");
        Metrics metrics = metrics(file,
                new TableDefinition("quakes", "s3://lake/q", "s3://lake", columns, List.of()).schema());
        assertEquals(3, metrics.recordCount());
        assertEquals(Map.of(1, 3L, 20_000, 3L, 20_002, 4L, 30_000, 3L, 30_001, 3L), metrics.valueCounts());
        assertEquals(Map.of(1, 2L, 20_000, 1L, 20_002, 2L, 30_000, 2L, 30_001, 2L), metrics.nullValueCounts());
        assertEquals(metrics.valueCounts().keySet(), metrics.columnSizes().keySet());
        // Of lists and maps, there are none.
        assertEquals(Set.of(1, 20_000), metrics.lowerBounds().keySet());
    }

    @Test
    void idsInTheFileDecideAndNotItsNames() throws IOException {
        byte[] file = write("message m { optional int32 b = 1; optional int32 a = 2; optional int32 x; }", 1 << 20,
                1, group -> group.append("b", 5).append("a", 6).append("x", 7));
        Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.IntegerType.get()),
                Types.NestedField.optional(2, "b", Types.IntegerType.get()),
                Types.NestedField.optional(3, "x", Types.IntegerType.get()));
        Metrics metrics = metrics(file, schema);
        assertEquals("5", lower(metrics, schema, 1));
        assertEquals("6", lower(metrics, schema, 2));
        assertFalse(metrics.valueCounts().containsKey(3));
    }

    @Test
    void aColumnThatBecameWiderHasBoundsOfTheWiderType() throws IOException {
        byte[] file = write("message m { optional int32 a = 1; optional float b = 2; }", 1 << 20, 1,
                group -> group.append("a", -5).append("b", 1.5f));
        Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.LongType.get()),
                Types.NestedField.optional(2, "b", Types.DoubleType.get()));
        Metrics metrics = metrics(file, schema);
        assertEquals(8, Optional.ofNullable(metrics.lowerBounds().get(1)).orElseThrow().remaining());
        assertEquals("-5", lower(metrics, schema, 1));
        assertEquals("1.5", upper(metrics, schema, 2));
    }

    /// Bounds are of all values that are numbers, by the specification.
    @Test
    void whatIsNotANumberIsNoBoundAndBoundsHoldTheOthers() throws IOException {
        for (float[] values : new float[][]{{Float.NaN}, {1, Float.NaN}, {Float.NaN, 1}, {1, Float.NaN, 2},
                {3, Float.NaN, -2, Float.NaN}, {Float.NaN, Float.NaN}}) {
            int[] row = {0};
            byte[] file = write("message m { optional float a = 1; }", 1 << 20, values.length,
                    group -> group.append("a", values[row[0]++]));
            Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.FloatType.get()));
            Metrics metrics = metrics(file, schema);
            for (float value : values) {
                if (!metrics.lowerBounds().isEmpty() && !Float.isNaN(value)) {
                    assertTrue(Float.parseFloat(lower(metrics, schema, 1)) <= value, Arrays.toString(values));
                    assertTrue(Float.parseFloat(upper(metrics, schema, 1)) >= value, Arrays.toString(values));
                }
            }
            assertFalse(lower(metrics, schema, 1).equals("NaN") || upper(metrics, schema, 1).equals("NaN"));
        }
    }

    @Test
    void whatIsStoredAsAnotherTypeMakesNoBound() throws IOException {
        byte[] file = write("message m { optional int32 a (UINT_32) = 1; optional binary b = 2;"
                + " optional int64 c (TIMESTAMP(NANOS,true)) = 3; optional int96 d = 4; }", 1 << 20, 1,
                group -> group.append("a", -1).append("b", "x").append("c", 5L));
        Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.IntegerType.get()),
                Types.NestedField.optional(2, "b", Types.StringType.get()),
                Types.NestedField.optional(3, "c", Types.TimestampType.withZone()),
                Types.NestedField.optional(4, "d", Types.TimestampType.withZone()));
        assertEquals(Map.of(), metrics(file, schema).lowerBounds());
        assertEquals(4, metrics(file, schema).valueCounts().size());
    }

    @Test
    void aValueTooLongForStatisticsLeavesTheColumnUnbounded() {
        List<Column> columns = List.of(Column.of("c", ColumnType.parse("string")));
        byte[] file = ParquetBytes.of(columns, "{\"c\":\"" + "x".repeat(9_000) + "\"}");
        Metrics metrics = metrics(file,
                new TableDefinition("quakes", "s3://lake/q", "s3://lake", columns, List.of()).schema());
        assertEquals(Map.of(), metrics.lowerBounds());
        assertEquals(Map.of(), metrics.upperBounds());
    }

    @Test
    void aRowGroupWithoutStatisticsLeavesTheColumnUnbounded() throws IOException {
        int[] row = {0};
        byte[] file = write("message m { optional binary t (STRING) = 1; }", 10, 40,
                group -> group.append("t", row[0]++ == 35 ? "x".repeat(9_000) : "row " + row[0]));
        Schema schema = new Schema(Types.NestedField.optional(1, "t", Types.StringType.get()));
        assertEquals(Map.of(), metrics(file, schema).upperBounds());
        assertEquals(40, metrics(file, schema).recordCount());
    }

    @Test
    void aHundredColumnsHaveMoreThanSizes() {
        List<Column> columns = IntStream.range(0, 130).mapToObj(i -> Column.of("c" + i, ColumnType.parse("int")))
                .toList();
        byte[] file = ParquetBytes.of(columns, "{\"c0\":1,\"c99\":1,\"c100\":1}");
        Metrics metrics = metrics(file,
                new TableDefinition("quakes", "s3://lake/q", "s3://lake", columns, List.of()).schema());
        assertEquals(Set.of(1, 100), metrics.lowerBounds().keySet());
        assertEquals(100, metrics.valueCounts().size());
        assertEquals(130, metrics.columnSizes().size());
    }

    /// In many row groups, some of nulls alone.
    @Test
    void boundsHoldEachValueWhateverTheRowGroups() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            TreeMap<Long, Boolean> numbers = new TreeMap<>();
            TreeMap<String, Boolean> texts = new TreeMap<>();
            int rows = 1 + random.nextInt(400);
            byte[] file = write("message m { optional int64 n = 1; optional binary t (STRING) = 2; }",
                    1 + random.nextInt(100), rows,
                    group -> {
                        if (random.nextInt(3) > 0) {
                            long number = random.nextLong();
                            numbers.put(number, true);
                            group.append("n", number);
                        }
                        if (random.nextBoolean()) {
                            String text = Long.toString(random.nextLong(), 36).repeat(1 + random.nextInt(3));
                            texts.put(text, true);
                            group.append("t", text);
                        }
                    });
            Schema schema = new Schema(Types.NestedField.optional(1, "n", Types.LongType.get()),
                    Types.NestedField.optional(2, "t", Types.StringType.get()));
            Metrics metrics = metrics(file, schema);
            assertEquals(rows, metrics.recordCount());
            if (!numbers.isEmpty()) {
                assertEquals(numbers.firstKey().toString(), lower(metrics, schema, 1));
                assertEquals(numbers.lastKey().toString(), upper(metrics, schema, 1));
            }
            if (!texts.isEmpty()) {
                assertTrue(lower(metrics, schema, 2).compareTo(texts.firstKey()) <= 0, "seed " + seed);
                assertTrue(upper(metrics, schema, 2).compareTo(texts.lastKey()) >= 0, "seed " + seed);
            }
        }
    }

    private static Metrics metrics(byte[] file, Schema schema) {
        try {
            return FileMetrics.of(FileFooters.read("s3://lake/object", new RangedBytes() {
                @Override
                public long length() {
                    return file.length;
                }

                @Override
                public byte[] read(long offset, int length) {
                    return Arrays.copyOfRange(file, (int) offset, (int) offset + length);
                }
            }), schema);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String lower(Metrics metrics, Schema schema, int id) {
        return value(schema, id, Optional.ofNullable(metrics.lowerBounds().get(id)));
    }

    private static String upper(Metrics metrics, Schema schema, int id) {
        return value(schema, id, Optional.ofNullable(metrics.upperBounds().get(id)));
    }

    private static String value(Schema schema, int id, Optional<ByteBuffer> bound) {
        return bound.map(bytes -> Conversions.fromByteBuffer(schema.findType(id), bytes).toString())
                .orElse("none");
    }

    /// @param rowGroup rows of a row group
    private static byte[] write(String schema, int rowGroup, int rows, Consumer<Group> row) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(schema);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Memory(bytes))
                .withConf(new PlainParquetConfiguration()).withType(type).withPageRowCountLimit(20)
                .withRowGroupRowCountLimit(rowGroup)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED).build()) {
            for (int i = 0; i < rows; i++) {
                Group group = new SimpleGroupFactory(type).newGroup();
                row.accept(group);
                writer.write(group);
            }
        }
        return bytes.toByteArray();
    }

    private record Memory(ByteArrayOutputStream bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long block) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int octet) {
                    bytes.write(octet);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long block) {
            return create(block);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
