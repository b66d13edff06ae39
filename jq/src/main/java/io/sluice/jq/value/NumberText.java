package io.sluice.jq.value;

/// The text of numbers as jq 1.6 prints them: the shortest digits that read back as the same double, at most 17, with
/// an exponent when the point stands four or more places before the digits or sixteen or more after them.
final class NumberText {
    private static final double PLAIN_LIMIT = 1e15;
    /// Java prints numbers between these without an exponent, by the same digits.
    private static final double PLAIN_IN_JAVA_FROM = 1e-3;
    private static final double PLAIN_IN_JAVA_TO = 1e7;

    private NumberText() {}

    static String of(double number) {
        if (Double.isNaN(number)) {
            return "null";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "1.7976931348623157e+308" : "-1.7976931348623157e+308";
        }
        if (number == (long) number && Math.abs(number) < PLAIN_LIMIT) {
            return number == 0 && 1 / number < 0 ? "-0" : Long.toString((long) number);
        }
        double size = Math.abs(number);
        if (size >= PLAIN_IN_JAVA_FROM && size < PLAIN_IN_JAVA_TO) {
            return Double.toString(number);
        }
        String text = Double.toString(size);
        int e = text.indexOf('E');
        int exponent = e < 0 ? 0 : Integer.parseInt(text.substring(e + 1));
        String mantissa = e < 0 ? text : text.substring(0, e);
        int point = mantissa.indexOf('.');
        String digits = mantissa.substring(0, point) + mantissa.substring(point + 1);
        int leading = 0;
        while (digits.charAt(leading) == '0') {
            leading++;
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        int decimalPoint = point + exponent - leading;
        digits = shortest(digits.substring(leading, end), decimalPoint, size);
        return layOut(number < 0, digits, digits.length() == 1 && end - leading == 2
                ? pointOfOneDigit(digits, decimalPoint, size)
                : decimalPoint);
    }

    /// Java prints two digits at least where one would do (`4.9E-324` for `5e-324`).
    private static String shortest(String digits, int decimalPoint, double number) {
        if (digits.length() != 2) {
            return digits;
        }
        int first = digits.charAt(0) - '0';
        int up = digits.charAt(1) >= '5' ? first + 1 : first;
        int down = digits.charAt(1) >= '5' ? first : first + 1;
        for (int digit : new int[]{up, down}) {
            if (digit != 0 && Double.parseDouble(digit + "e" + (decimalPoint - 1)) == number) {
                return digit == 10 ? "1" : Integer.toString(digit);
            }
        }
        return digits;
    }

    private static int pointOfOneDigit(String digit, int decimalPoint, double number) {
        return Double.parseDouble(digit + "e" + (decimalPoint - 1)) == number ? decimalPoint : decimalPoint + 1;
    }

    private static String layOut(boolean negative, String digits, int decimalPoint) {
        StringBuilder text = new StringBuilder(24);
        if (negative) {
            text.append('-');
        }
        int length = digits.length();
        if (decimalPoint <= -4 || decimalPoint > length + 15) {
            text.append(digits.charAt(0));
            if (length > 1) {
                text.append('.').append(digits, 1, length);
            }
            int exponent = decimalPoint - 1;
            text.append('e').append(exponent < 0 ? '-' : '+');
            int size = Math.abs(exponent);
            return (size < 10 ? text.append('0') : text).append(size).toString();
        }
        if (decimalPoint <= 0) {
            return text.append("0.").repeat('0', -decimalPoint).append(digits).toString();
        }
        if (decimalPoint >= length) {
            return text.append(digits).repeat('0', decimalPoint - length).toString();
        }
        return text.append(digits, 0, decimalPoint).append('.').append(digits, decimalPoint, length).toString();
    }
}
