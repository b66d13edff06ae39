package io.sluice.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Primitive;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// Booleans and numbers. A text that holds one counts as one, as it does to Hive.
final class Scalars {
    private static final String OUT_OF_RANGE = "a number out of range";
    /// More digits before the point than any type has.
    private static final int DIGITS_MAX = 40;

    private Scalars() {}

    static boolean bool(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE;
        }
        if (token == JsonToken.VALUE_STRING) {
            String text = json.getText().strip();
            if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
                return text.equalsIgnoreCase("true");
            }
            throw MismatchException.of(Primitive.BOOLEAN, "a string that is neither true nor false");
        }
        throw MismatchException.of(Primitive.BOOLEAN, Tokens.kind(token));
    }

    static long whole(JsonParser json, ColumnType type, long min, long max) throws IOException {
        if (Tokens.isLong(json)) {
            long number = json.getLongValue();
            if (number < min || number > max) {
                throw MismatchException.of(type, OUT_OF_RANGE);
            }
            return number;
        }
        BigDecimal number = number(json, type);
        if (Tokens.digits(number) > DIGITS_MAX) {
            throw MismatchException.of(type, OUT_OF_RANGE);
        }
        if (number.stripTrailingZeros().scale() > 0) {
            throw MismatchException.of(type, "a number with a fraction");
        }
        if (number.compareTo(BigDecimal.valueOf(min)) < 0 || number.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw MismatchException.of(type, OUT_OF_RANGE);
        }
        return number.longValueExact();
    }

    static float single(JsonParser json) throws IOException {
        float value = number(json, Primitive.FLOAT).floatValue();
        if (Float.isInfinite(value)) {
            throw MismatchException.of(Primitive.FLOAT, OUT_OF_RANGE);
        }
        return value;
    }

    static double real(JsonParser json) throws IOException {
        double value = json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                ? ShortDecimals.orElse(json, JsonParser::getDoubleValue)
                : Tokens.isLong(json) ? json.getLongValue() : number(json, Primitive.DOUBLE).doubleValue();
        if (Double.isInfinite(value)) {
            throw MismatchException.of(Primitive.DOUBLE, OUT_OF_RANGE);
        }
        return value;
    }

    /// Rounded half up to the type's scale, as Hive does.
    static BigDecimal decimal(JsonParser json, ColumnType.Decimal type) throws IOException {
        BigDecimal number = number(json, type);
        if (Tokens.digits(number) > DIGITS_MAX) {
            throw MismatchException.of(type, OUT_OF_RANGE);
        }
        if (Tokens.digits(number) < -type.scale()) {
            return BigDecimal.ZERO.setScale(type.scale());
        }
        BigDecimal rounded = number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > type.precision()) {
            throw MismatchException.of(type, OUT_OF_RANGE);
        }
        return rounded;
    }

    private static BigDecimal number(JsonParser json, ColumnType type) throws IOException {
        JsonToken token = json.currentToken();
        if (token.isNumeric()) {
            return Tokens.plainZero(json.getDecimalValue());
        }
        if (token != JsonToken.VALUE_STRING) {
            throw MismatchException.of(type, Tokens.kind(token));
        }
        return Tokens.number(json.getText())
                .orElseThrow(() -> MismatchException.of(type, "a string that is no number"));
    }
}
