package io.sluice.parquet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Tables of random types, and records that fit them, written as Sluice writes rows: the members that are there in the
/// order of the columns, numbers as their types have them.
final class RandomRows {
    private static final List<String> SCALARS = List.of("boolean", "tinyint", "smallint", "int", "bigint", "float",
            "double", "string", "varchar(5)", "char(5)", "binary", "date", "timestamp", "decimal(9,2)",
            "decimal(38,10)",
            "decimal(5,0)", "decimal(18,18)");
    private static final List<String> KEYS = List.of("string", "int", "bigint", "date", "boolean");
    private static final String LETTERS = "ab\"\\\n\u0001 é漢𝄞";
    private static final JsonFactory JSON = new JsonFactory();

    private final Random random;
    private final List<Column> columns;

    RandomRows(long seed) {
        random = new Random(seed);
        columns = IntStream.rangeClosed(0, random.nextInt(8))
                .mapToObj(i -> Column.of("c" + i, ColumnType.parse(type(3)))).toList();
    }

    List<Column> columns() {
        return columns;
    }

    private String type(int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(6)) {
            case 1 -> "array<" + type(depth - 1) + ">";
            case 2 -> "map<" + KEYS.get(random.nextInt(KEYS.size())) + "," + type(depth - 1) + ">";
            case 3 -> IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> "f" + i + ":" + type(depth - 1))
                    .collect(Collectors.joining(",", "struct<", ">"));
            default -> SCALARS.get(random.nextInt(SCALARS.size()));
        };
    }

    String record() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            members(columns.stream().map(column -> new ColumnType.Struct.Field(column.name(), column.type())).toList(),
                    json);
        }
        return text.toString();
    }

    private void members(List<ColumnType.Struct.Field> fields, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (ColumnType.Struct.Field field : fields) {
            if (random.nextInt(4) > 0) {
                json.writeFieldName(field.name());
                value(field.type(), json);
            }
        }
        json.writeEndObject();
    }

    private void valueOrNull(ColumnType type, JsonGenerator json) throws IOException {
        if (random.nextInt(4) == 0) {
            json.writeNull();
        } else {
            value(type, json);
        }
    }

    private void value(ColumnType type, JsonGenerator json) throws IOException {
        switch (type) {
            case ColumnType.Primitive primitive -> primitive(primitive, json);
            case ColumnType.Decimal(int precision, int scale) -> {
                BigInteger limit = BigInteger.TEN.pow(precision);
                BigInteger unscaled = new BigInteger(limit.bitLength() + 8, random).mod(limit);
                BigDecimal decimal = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
                json.writeNumber(decimal.toPlainString());
            }
            case ColumnType.Varchar _,ColumnType.Char _ -> json.writeString(text(5));
            case ColumnType.Array(ColumnType element) -> {
                json.writeStartArray();
                for (int i = random.nextInt(4); i > 0; i--) {
                    valueOrNull(element, json);
                }
                json.writeEndArray();
            }
            case ColumnType.Mapping(ColumnType key, ColumnType value) -> {
                json.writeStartObject();
                for (int i = random.nextInt(3); i > 0; i--) {
                    json.writeFieldName(key(key, i));
                    valueOrNull(value, json);
                }
                json.writeEndObject();
            }
            case ColumnType.Struct struct -> members(struct.fields(), json);
        }
    }

    private void primitive(ColumnType.Primitive type, JsonGenerator json) throws IOException {
        switch (type) {
            case BOOLEAN -> json.writeBoolean(random.nextBoolean());
            case TINYINT -> json.writeNumber((byte) random.nextInt());
            case SMALLINT -> json.writeNumber((short) random.nextInt());
            case INT -> json.writeNumber(random.nextInt());
            case BIGINT -> json.writeNumber(random.nextLong());
            case FLOAT -> {
                float value = Float.intBitsToFloat(random.nextInt());
                json.writeNumber(Float.toString(Float.isFinite(value) ? value : 1.5f));
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(random.nextLong());
                json.writeNumber(Double.toString(Double.isFinite(value) ? value : -2.25));
            }
            case STRING -> json.writeString(text(12));
            case BINARY -> {
                byte[] bytes = new byte[random.nextInt(9)];
                random.nextBytes(bytes);
                json.writeBinary(bytes);
            }
            case DATE ->
                json.writeString(LocalDate.of(1 + random.nextInt(9_999), 2, 1 + random.nextInt(28)).toString());
            case TIMESTAMP ->
                json.writeString(Instant.ofEpochSecond(random.nextLong(-62_135_596_800L, 253_402_300_800L),
                        random.nextBoolean() ? 0 : random.nextLong(1_000_000) * 1_000).toString());
        }
    }

    /// Keys are taken in lower case.
    private static String key(ColumnType type, int number) {
        return switch (type) {
            case ColumnType.Primitive.INT, ColumnType.Primitive.BIGINT -> Integer.toString(-number);
            case ColumnType.Primitive.DATE -> LocalDate.EPOCH.plusDays(number).toString();
            case ColumnType.Primitive.BOOLEAN -> Boolean.toString(number == 1);
            default -> "key " + number;
        };
    }

    private String text(int charsMax) {
        int[] letters = LETTERS.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(charsMax + 1); i > 0; i--) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }
}
