package io.sluice.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.input.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Parquet files as other writers make them, read as records.
final class ForeignRowsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "int32 v (INTEGER(32,false))                | -1                  | 4294967295",
            "int32 v (TIME(MILLIS,true))                | 3723004             | \"01:02:03.004\"",
            "int32 v (DECIMAL(5,2))                     | -1234               | -12.34",
            "int32 v (DATE)                             | -1                  | \"1969-12-31\"",
            "int64 v (INTEGER(64,false))                | -1                  | 18446744073709551615",
            "int64 v (TIME(NANOS,false))                | 0                   | \"00:00:00\"",
            "int64 v (DECIMAL(18,3))                    | 5                   | 0.005",
            "int64 v (TIMESTAMP(MILLIS,true))           | -1                  | \"1969-12-31T23:59:59.999Z\"",
            "int64 v (TIMESTAMP(NANOS,true))            | 1                   | \"1970-01-01T00:00:00.000000001Z\"",
            "int64 v (TIMESTAMP(MICROS,false))          | 1767323045000006    | \"2026-01-02 03:04:05.000006\"",
            "int64 v (TIMESTAMP(MICROS,false))          | 0                   | \"1970-01-01 00:00:00\"",
    })
    void wholeNumbersAreWhatTheirTypesSay(String field, long value, String json) throws IOException {
        assertEquals(List.of("{\"v\":" + json + "}"), rows("required " + field + ";",
                row -> {
                    if (field.startsWith("int32")) {
                        row.add("v", (int) value);
                    } else {
                        row.add("v", value);
                    }
                }));
    }

    @Test
    void textsAndBytesAreWhatTheirTypesSay() throws IOException {
        assertEquals(List.of("{\"e\":\"RED\",\"j\":\"{\\\"a\\\":1}\",\"b\":\"AP8=\",\"d\":-0.01,"
                + "\"u\":\"00112233-4455-6677-8899-aabbccddeeff\",\"h\":1.5}"), rows("""
                        required binary e (ENUM); required binary j (JSON); required binary b (BSON);
                        required binary d (DECIMAL(4,2)); required fixed_len_byte_array(16) u (UUID);
                        required fixed_len_byte_array(2) h (FLOAT16);""",
                        row -> row.append("e", "RED").append("j", "{\"a\":1}").append("b", binary(0, 0xFF))
                                .append("d", binary(0xFF))
                                .append("u", binary(0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA,
                                        0xBB, 0xCC, 0xDD, 0xEE, 0xFF))
                                .append("h", binary(0x00, 0x3E))));
    }

    /// Spark, Hive and Firehose itself write timestamps so.
    @Test
    void timestampsOfTwelveBytesAreReadAsUtc() throws IOException {
        byte[] time = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(3_723_000_000_000L)
                .putInt(2_440_589).array();
        assertEquals(List.of("{\"t\":\"1970-01-02T01:02:03Z\"}"),
                rows("required int96 t;", row -> row.append("t", Binary.fromConstantByteArray(time))));
    }

    @Test
    void numbersThatAreNotFiniteAreTexts() throws IOException {
        assertEquals(List.of("{\"d\":\"NaN\",\"f\":\"-Infinity\"}"), rows("required double d; required float f;",
                row -> row.append("d", Double.NaN).append("f", Float.NEGATIVE_INFINITY)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "repeated int32 v;                                                         | {`v`:[1,2]}",
            "optional group v (LIST) { repeated int32 element; }                       | {`v`:[1,2]}",
            "optional group v (LIST) { repeated group array { required int32 n; } }    | {`v`:[{`n`:1},{`n`:2}]}",
            "optional group v (LIST) { repeated group v_tuple { required int32 n; } }  | {`v`:[{`n`:1},{`n`:2}]}",
            "optional group v (LIST) { repeated group bag { optional int32 n; } }      | {`v`:[1,2]}",
            "optional group v (MAP_KEY_VALUE) { repeated group map { required int32 key; optional int32 value; } }"
                    + "| {`v`:{`1`:null,`2`:null}}",
            "optional group v (MAP) { repeated group key_value { required int32 key; } } | {`v`:{`1`:null,`2`:null}}",
            "repeated group v { optional int32 n; }                                    | {`v`:[{`n`:1},{`n`:2}]}",
    })
    void listsAndMapsOfOlderWritersAreWhatTheyMean(String field, String json) throws IOException {
        assertEquals(List.of(json.replace('`', '"')), rows(field, row -> {
            Group list = field.startsWith("repeated") ? row : row.addGroup(0);
            for (int i = 1; i <= 2; i++) {
                if (list.getType().getType(0).isPrimitive()) {
                    list.add(0, i);
                } else {
                    list.addGroup(0).add(0, i);
                }
            }
        }));
    }

    @Test
    void membersAfterARepeatedOneAreItsNeighbours() throws IOException {
        assertEquals(List.of("{\"a\":[1,2],\"b\":3,\"c\":[4]}"),
                rows("repeated int32 a; required int32 b; repeated int32 c;",
                        row -> row.append("a", 1).append("a", 2).append("b", 3).append("c", 4)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "required fixed_len_byte_array(12) v (INTERVAL); | column v is of type INTERVAL",
            "optional group s { required fixed_len_byte_array(12) v (INTERVAL); } | column s.v is of type INTERVAL",
            "optional group v (MAP) { repeated group kv { required group key { required int32 n; } } } | column v is "
                    + "of type MAP",
    })
    void aTypeWithoutJsonIsRefusedWithTheColumn(String field, String message) {
        InputException refused = assertThrows(InputException.class, () -> rows(field, row -> {}, 0));
        assertEquals(
                "s3://lake/object: " + message + ", whose values have no JSON; leave it out with SQL (--athena-sql)",
                refused.getMessage());
    }

    private static Binary binary(int... octets) {
        byte[] bytes = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bytes[i] = (byte) octets[i];
        }
        return Binary.fromConstantByteArray(bytes);
    }

    private static List<String> rows(String fields, Consumer<Group> fill) throws IOException {
        return rows(fields, fill, 1);
    }

    private static List<String> rows(String fields, Consumer<Group> fill, int rows) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message foreign { " + fields + " }");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new FileBytes(file, 0))
                .withConf(new PlainParquetConfiguration()).withType(schema).withCodecFactory(new PageCodecs())
                .build()) {
            for (int i = 0; i < rows; i++) {
                Group row = new SimpleGroup(schema);
                fill.accept(row);
                writer.write(row);
            }
        }
        return WrittenRows.read(file.toByteArray());
    }
}
