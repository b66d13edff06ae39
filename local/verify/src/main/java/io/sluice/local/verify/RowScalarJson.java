package io.sluice.local.verify;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.HexFormat;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/// One value of a column as JSON: the forms that docs/reference/parquet.md lists.
final class RowScalarJson {
    private static final int EPOCH_AS_JULIAN_DAY = 2_440_588;

    private RowScalarJson() {}

    static String of(Group group, int field, int index) {
        PrimitiveType type = group.getType().getType(field).asPrimitiveType();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> Boolean.toString(group.getBoolean(field, index));
            case INT32 -> whole(group.getInteger(field, index), 32, type.getLogicalTypeAnnotation());
            case INT64 -> whole(group.getLong(field, index), 64, type.getLogicalTypeAnnotation());
            case INT96 -> quoted(oldTime(group.getInt96(field, index)));
            case FLOAT -> real(Float.toString(group.getFloat(field, index)));
            case DOUBLE -> real(Double.toString(group.getDouble(field, index)));
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                binary(group.getBinary(field, index), type.getLogicalTypeAnnotation());
        };
    }

    private static String whole(long value, int bits, LogicalTypeAnnotation annotation) {
        return switch (annotation) {
            case DateLogicalTypeAnnotation _ -> quoted(LocalDate.EPOCH.plusDays(value).toString());
            case TimeLogicalTypeAnnotation time -> quoted(
                    withSeconds(LocalTime.MIDNIGHT.plusNanos(Math.multiplyExact(value, nanos(time.getUnit())))));
            case TimestampLogicalTypeAnnotation time -> quoted(timestamp(value, time));
            case DecimalLogicalTypeAnnotation decimal ->
                BigDecimal.valueOf(value, decimal.getScale()).toPlainString();
            case IntLogicalTypeAnnotation number when !number.isSigned() -> bits == 64
                    ? Long.toUnsignedString(value)
                    : Long.toString(value & 0xFFFF_FFFFL);
            case null, default -> Long.toString(value);
        };
    }

    private static String binary(Binary value, LogicalTypeAnnotation annotation) {
        byte[] bytes = value.getBytes();
        return switch (annotation) {
            case null -> quoted(Base64.getEncoder().encodeToString(bytes));
            case BsonLogicalTypeAnnotation _ -> quoted(Base64.getEncoder().encodeToString(bytes));
            case DecimalLogicalTypeAnnotation decimal ->
                new BigDecimal(new BigInteger(bytes), decimal.getScale()).toPlainString();
            case UUIDLogicalTypeAnnotation _ -> quoted(
                    HexFormat.of().formatHex(bytes).replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5"));
            case Float16LogicalTypeAnnotation _ -> real(Float.toString(Float.float16ToFloat(
                    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort())));
            default -> quoted(value.toStringUsingUTF8());
        };
    }

    private static String timestamp(long value, TimestampLogicalTypeAnnotation type) {
        long perSecond = 1_000_000_000 / nanos(type.getUnit());
        Instant at = Instant.EPOCH.plusSeconds(Math.floorDiv(value, perSecond))
                .plusNanos(Math.floorMod(value, perSecond) * nanos(type.getUnit()));
        if (type.isAdjustedToUTC()) {
            return at.toString();
        }
        LocalDateTime local = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
        return local.toLocalDate() + " " + withSeconds(local.toLocalTime());
    }

    private static long nanos(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
    }

    /// As many digits of a second as it takes.
    private static String withSeconds(LocalTime time) {
        String fixed = "%02d:%02d:%02d.%09d".formatted(time.getHour(), time.getMinute(), time.getSecond(),
                time.get(ChronoField.NANO_OF_SECOND));
        return fixed.replaceFirst("\\.0+$|(?<=\\.\\d{1,8})0+$", "");
    }

    private static String oldTime(Binary value) {
        ByteBuffer fields = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = fields.getLong();
        long days = Integer.toUnsignedLong(fields.getInt()) - EPOCH_AS_JULIAN_DAY;
        return Instant.ofEpochSecond(days * 86_400).plusNanos(nanosOfDay).toString();
    }

    /// Returns the JSON of a floating-point number: one that is not finite is a text.
    private static String real(String text) {
        return Character.isLetter(text.charAt(text.length() - 1)) ? quoted(text) : text;
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder();
        JsonTexts.append(json, text);
        return json.toString();
    }
}
