package io.sluice.iceberg;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.BinaryUtil;
import org.apache.iceberg.util.UnicodeUtil;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/// Smallest and largest values of a Parquet column, as Iceberg keeps them: a value that means something else there, or
/// is none, makes no bound. No bound is always right.
final class Bounds {
    /// Characters, or bytes, of a bound: Iceberg's own default.
    private static final int LENGTH = 16;
    private static final long MICROS = 1_000;

    private Bounds() {}

    /// The lower bound that `value` makes; it sorts before it or is the same.
    static ByteBuffer lower(Type type, Object value) {
        return Conversions.toByteBuffer(type, switch (value) {
            case String text -> UnicodeUtil.truncateStringMin(text, LENGTH);
            case ByteBuffer bytes -> BinaryUtil.truncateBinaryMin(bytes, LENGTH);
            default -> value;
        });
    }

    /// The upper bound that `value` makes; empty where no short one sorts behind it.
    static Optional<ByteBuffer> upper(Type type, Object value) {
        @Nullable
        Object bound = switch (value) {
            case String text -> UnicodeUtil.truncateStringMax(text, LENGTH);
            case ByteBuffer bytes -> BinaryUtil.truncateBinaryMax(bytes, LENGTH);
            default -> value;
        };
        return Optional.ofNullable(bound).map(each -> Conversions.toByteBuffer(type, each));
    }

    /// A value of a file's statistics as one of the table's type; empty where it is none.
    static Optional<Object> value(Type type, PrimitiveType column, Object value) {
        Optional<LogicalTypeAnnotation> logical = Optional.ofNullable(column.getLogicalTypeAnnotation());
        if (logical.isPresent() && logical.get() instanceof IntLogicalTypeAnnotation whole && !whole.isSigned()) {
            return Optional.empty();
        }
        return switch (type.typeId()) {
            case BOOLEAN -> Optional.of(value).filter(Boolean.class::isInstance);
            case INTEGER -> plain(logical).flatMap(_ -> Optional.of(value).filter(Integer.class::isInstance));
            case LONG -> plain(logical).flatMap(_ -> value instanceof Integer || value instanceof Long
                    ? Optional.of(((Number) value).longValue())
                    : Optional.empty());
            case FLOAT -> Optional.of(value).filter(each -> each instanceof Float number && !number.isNaN());
            case DOUBLE -> value instanceof Float || value instanceof Double
                    ? Optional.<Object>of(((Number) value).doubleValue()).filter(each -> !((Double) each).isNaN())
                    : Optional.empty();
            case DATE -> logical.filter(DateLogicalTypeAnnotation.class::isInstance).map(_ -> value);
            case TIMESTAMP -> logical.filter(TimestampLogicalTypeAnnotation.class::isInstance)
                    .flatMap(each -> micros((TimestampLogicalTypeAnnotation) each, (Long) value));
            case DECIMAL -> logical.filter(DecimalLogicalTypeAnnotation.class::isInstance)
                    .map(each -> decimal(((DecimalLogicalTypeAnnotation) each).getScale(), value));
            case STRING -> logical.filter(LogicalTypeAnnotation.StringLogicalTypeAnnotation.class::isInstance)
                    .flatMap(_ -> text((Binary) value));
            case BINARY -> Optional.of(value).filter(_ -> logical.isEmpty()).filter(Binary.class::isInstance)
                    .map(each -> ((Binary) each).toByteBuffer());
            default -> Optional.empty();
        };
    }

    /// Present where a number stands for itself.
    private static Optional<Boolean> plain(Optional<LogicalTypeAnnotation> logical) {
        return logical.isEmpty() || logical.get() instanceof IntLogicalTypeAnnotation
                ? Optional.of(true)
                : Optional.empty();
    }

    private static Optional<Object> micros(TimestampLogicalTypeAnnotation timestamp, long value) {
        return switch (timestamp.getUnit()) {
            case MICROS -> Optional.of(value);
            case MILLIS -> Math.abs(value) < Long.MAX_VALUE / MICROS
                    ? Optional.of(value * MICROS)
                    : Optional.empty();
            case NANOS -> Optional.empty();
        };
    }

    private static Object decimal(int scale, Object value) {
        BigInteger unscaled = value instanceof Binary bytes
                ? new BigInteger(bytes.getBytes())
                : BigInteger.valueOf(((Number) value).longValue());
        return new BigDecimal(unscaled, scale);
    }

    /// Bytes that are no UTF-8 have no order that is a text's.
    private static Optional<Object> text(Binary bytes) {
        String text = bytes.toStringUsingUTF8();
        return Arrays.equals(Binary.fromString(text).getBytes(), bytes.getBytes())
                ? Optional.of(text)
                : Optional.empty();
    }
}
