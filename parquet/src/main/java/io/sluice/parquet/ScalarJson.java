package io.sluice.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/// Single values as JSON, by their types: the other way round than [ValueWriters], and for what other writers write,
/// too.
///
/// | type | JSON |
/// |---|---|
/// | numbers, decimals | numbers; what is not finite is the text `NaN`, `Infinity` or `-Infinity` |
/// | texts, `ENUM`, `JSON` | texts |
/// | bytes, `BSON` | base64 |
/// | dates, times | ISO 8601; timestamps that are in no zone as JDBC has them |
/// | `UUID` | its text |
final class ScalarJson {
    private ScalarJson() {}

    /// @throws UnreadableColumnException when there is no JSON for such values
    static PrimitiveConverter of(PrimitiveType type, String column, ScalarSink to) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> booleans(to);
            case INT32 -> ints(switch (annotation) {
                case null -> value -> to.number(Integer.toString(value));
                case UnknownLogicalTypeAnnotation _ -> value -> to.number(Integer.toString(value));
                case IntLogicalTypeAnnotation number when !number.isSigned() ->
                    value -> to.number(Integer.toUnsignedString(value));
                case IntLogicalTypeAnnotation _ -> value -> to.number(Integer.toString(value));
                case DateLogicalTypeAnnotation _ -> value -> to.text(TimeTexts.date(value));
                case TimeLogicalTypeAnnotation time -> value -> to.text(TimeTexts.time(value, time.getUnit()));
                case DecimalLogicalTypeAnnotation decimal ->
                    value -> decimal(BigInteger.valueOf(value), decimal, to);
                default -> throw unreadable(type, column);
            });
            case INT64 -> longs(switch (annotation) {
                case null -> value -> to.number(Long.toString(value));
                case UnknownLogicalTypeAnnotation _ -> value -> to.number(Long.toString(value));
                case IntLogicalTypeAnnotation number when !number.isSigned() ->
                    value -> to.number(Long.toUnsignedString(value));
                case IntLogicalTypeAnnotation _ -> value -> to.number(Long.toString(value));
                case TimeLogicalTypeAnnotation time -> value -> to.text(TimeTexts.time(value, time.getUnit()));
                case TimestampLogicalTypeAnnotation time -> value -> to.text(TimeTexts.timestamp(value, time));
                case DecimalLogicalTypeAnnotation decimal ->
                    value -> decimal(BigInteger.valueOf(value), decimal, to);
                default -> throw unreadable(type, column);
            });
            case INT96 -> binaries(value -> to.text(TimeTexts.int96(value.toByteBuffer())));
            case FLOAT -> floats(to);
            case DOUBLE -> doubles(to);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> binaries(bytes(type, column, to));
        };
    }

    private static Consumer<Binary> bytes(PrimitiveType type, String column, ScalarSink to) {
        return switch (type.getLogicalTypeAnnotation()) {
            case null -> value -> to.text(Base64.getEncoder().encodeToString(value.getBytesUnsafe()));
            case UnknownLogicalTypeAnnotation _ -> value -> to.text(value.toStringUsingUTF8());
            case BsonLogicalTypeAnnotation _ ->
                value -> to.text(Base64.getEncoder().encodeToString(value.getBytesUnsafe()));
            case StringLogicalTypeAnnotation _ -> value -> to.text(value.toStringUsingUTF8());
            case EnumLogicalTypeAnnotation _ -> value -> to.text(value.toStringUsingUTF8());
            case JsonLogicalTypeAnnotation _ -> value -> to.text(value.toStringUsingUTF8());
            case DecimalLogicalTypeAnnotation decimal ->
                value -> decimal(new BigInteger(value.getBytesUnsafe()), decimal, to);
            case UUIDLogicalTypeAnnotation _ -> value -> to.text(uuid(value.toByteBuffer()));
            case Float16LogicalTypeAnnotation _ ->
                value -> real(Float.float16ToFloat(Short.reverseBytes(value.toByteBuffer().getShort())), to);
            default -> throw unreadable(type, column);
        };
    }

    private static UnreadableColumnException unreadable(PrimitiveType type, String column) {
        return new UnreadableColumnException(column, String.valueOf(type.getLogicalTypeAnnotation()));
    }

    private static void decimal(BigInteger unscaled, DecimalLogicalTypeAnnotation type, ScalarSink to) {
        to.number(new BigDecimal(unscaled, type.getScale()).toPlainString());
    }

    private static String uuid(ByteBuffer bytes) {
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    private static void real(float value, ScalarSink to) {
        if (Float.isFinite(value)) {
            to.number(Float.toString(value));
        } else {
            to.text(Float.toString(value));
        }
    }

    private static PrimitiveConverter booleans(ScalarSink to) {
        return new PrimitiveConverter() {
            @Override
            public void addBoolean(boolean value) {
                to.bool(value);
            }
        };
    }

    private static PrimitiveConverter ints(IntConsumer to) {
        return new PrimitiveConverter() {
            @Override
            public void addInt(int value) {
                to.accept(value);
            }
        };
    }

    private static PrimitiveConverter longs(LongConsumer to) {
        return new PrimitiveConverter() {
            @Override
            public void addLong(long value) {
                to.accept(value);
            }
        };
    }

    private static PrimitiveConverter floats(ScalarSink to) {
        return new PrimitiveConverter() {
            @Override
            public void addFloat(float value) {
                real(value, to);
            }
        };
    }

    private static PrimitiveConverter doubles(ScalarSink to) {
        return new PrimitiveConverter() {
            @Override
            public void addDouble(double value) {
                if (Double.isFinite(value)) {
                    to.number(Double.toString(value));
                } else {
                    to.text(Double.toString(value));
                }
            }
        };
    }

    private static PrimitiveConverter binaries(Consumer<Binary> to) {
        return new PrimitiveConverter() {
            @Override
            public void addBinary(Binary value) {
                to.accept(value);
            }
        };
    }
}
