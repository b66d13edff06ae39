package io.sluice.input;

import java.io.ByteArrayOutputStream;

/// A JSON value as one line: white space between tokens that has a line end in it becomes one blank, that at the end
/// goes. Everything else stays byte by byte, texts to the last escape.
public final class OneLine {
    private OneLine() {}

    /// Tests whether a line ends in `value`, and not only at its end.
    public static boolean isNeeded(byte[] value) {
        for (int i = length(value) - 1; i >= 0; i--) {
            if (value[i] == '\n' || value[i] == '\r') {
                return true;
            }
        }
        return false;
    }

    /// The bytes up to the last that is not blank.
    public static int length(byte[] value) {
        int length = value.length;
        while (length > 0 && isBlank(value[length - 1])) {
            length--;
        }
        return length;
    }

    public static byte[] of(byte[] value) {
        int length = length(value);
        ByteArrayOutputStream line = new ByteArrayOutputStream(length);
        boolean inText = false;
        for (int at = 0; at < length; at++) {
            if (!inText && isBlank(value[at])) {
                at = blanks(value, at, line) - 1;
                continue;
            }
            line.write(value[at]);
            if (inText && value[at] == '\\' && at + 1 < length) {
                line.write(value[++at]);
            } else if (value[at] == '"') {
                inText = !inText;
            }
        }
        return line.toByteArray();
    }

    /// @return where the white space from `from` on ends; something comes after it
    private static int blanks(byte[] value, int from, ByteArrayOutputStream line) {
        int end = from;
        boolean ends = false;
        while (isBlank(value[end])) {
            ends |= value[end] == '\n' || value[end] == '\r';
            end++;
        }
        if (ends) {
            line.write(' ');
        } else {
            line.write(value, from, end - from);
        }
        return end;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
