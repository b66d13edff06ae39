package io.sluice.local.verify;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values without parts, as texts that are equal for equal values. Throws where a value is none of its type.
///
/// @param ownTimeForms of timestamps it is compared only that they are there
/// @param names        the form of keys within a text that is JSON
record RowScalars(boolean ownTimeForms, UnaryOperator<String> names) {
    static final String SOME_TIME = "some time";
    private static final BigDecimal MILLIS_FROM = new BigDecimal("1e11");
    private static final int DIGITS_MAX = 400;
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4})-(\\d{1,2})-(\\d{1,2})[T ](\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?Z?");
    private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");

    String of(RowType.Scalar type, JsonTree value) throws IOException {
        return switch (type.word()) {
            case "boolean" -> bool(value.flat(names));
            case "tinyint", "smallint", "int", "bigint" -> number(value.flat(names)).toBigIntegerExact().toString();
            case "float" -> Float.toString(real(value).floatValue());
            case "double" -> Double.toString(real(value).doubleValue());
            case "decimal" -> number(value.flat(names)).setScale(type.scale(), RoundingMode.HALF_UP).toPlainString();
            case "binary" -> HexFormat.of().formatHex(Base64.getDecoder().decode(value.flat(names)));
            case "date" -> date(value.flat(names).strip());
            case "timestamp" -> ownTimeForms ? SOME_TIME : time(value);
            default -> stored(value.flat(names));
        };
    }

    /// A text as it is in a file, where half of a surrogate pair is a `?`.
    static String stored(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static String bool(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    /// Of a number that is far out of any type's range no digits are made.
    private static BigDecimal number(String text) {
        BigDecimal number = new BigDecimal(text.strip());
        if (Math.abs((long) number.scale()) > DIGITS_MAX) {
            throw new ArithmeticException("out of range");
        }
        return number;
    }

    private Number real(JsonTree value) throws IOException {
        String text = value.flat(names).strip();
        double real = Double.parseDouble(text);
        return Double.isNaN(real) || Double.isInfinite(real)
                ? Double.valueOf(real)
                : zeroOr(new BigDecimal(text), value);
    }

    /// A number that JSON writes with a point or an exponent keeps the sign of its zero.
    private static Number zeroOr(BigDecimal number, JsonTree value) {
        boolean signed = number.signum() == 0 && value instanceof JsonTree.Numeral(String text) && text.startsWith("-")
                && text.matches(".*[.eE].*");
        return signed ? Double.valueOf(-0.0) : number;
    }

    private static String date(String text) {
        Matcher date = DATE.matcher(text);
        if (!date.matches()) {
            throw new IllegalArgumentException("no date");
        }
        return Long.toString(LocalDate.of(part(date, 1), part(date, 2), part(date, 3)).toEpochDay());
    }

    /// Microseconds since 1970.
    private String time(JsonTree value) throws IOException {
        String text = value.flat(names).strip();
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            int nanos = time.group(7) == null ? 0 : Integer.parseInt((time.group(7) + "00000000").substring(0, 9));
            LocalDateTime at = LocalDateTime.of(part(time, 1), part(time, 2), part(time, 3), part(time, 4),
                    part(time, 5), part(time, 6), nanos);
            return Long.toString(at.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + at.get(ChronoField.MICRO_OF_SECOND));
        }
        BigDecimal number = number(text);
        boolean millis = number.scale() <= 0 && number.abs().compareTo(MILLIS_FROM) >= 0;
        return number.movePointRight(millis ? 3 : 6).setScale(0, RoundingMode.FLOOR).toBigInteger().toString();
    }

    private static int part(Matcher matched, int group) {
        return Integer.parseInt(matched.group(group));
    }
}
