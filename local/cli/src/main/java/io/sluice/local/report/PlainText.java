package io.sluice.local.report;

import io.sluice.local.Sizes;
import java.nio.charset.StandardCharsets;

/// Text of users and of records as it is shown on a terminal: on one line, and without anything that a terminal obeys.
public final class PlainText {
    private PlainText() {}

    /// `text` with its control characters, line ends among them, as escapes: `\n`, `\u001b`.
    public static String of(String text) {
        if (text.codePoints().noneMatch(PlainText::isControl)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> plain.append("\\n");
                case '\r' -> plain.append("\\r");
                case '\t' -> plain.append("\\t");
                default -> {
                    if (isControl(c)) {
                        plain.append("\\u%04x".formatted(c));
                    } else {
                        plain.appendCodePoint(c);
                    }
                }
            }
        });
        return plain.toString();
    }

    /// The start of a record, in at most `charsMax` characters, with its length where some of it is left out.
    ///
    /// @param start the record's first bytes
    /// @param bytes how many the whole record has
    public static String cut(byte[] start, int bytes, int charsMax) {
        String text = of(new String(start, StandardCharsets.UTF_8));
        if (bytes == start.length && text.length() <= charsMax) {
            return text;
        }
        int end = Math.min(text.length(), charsMax);
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + "… (" + Sizes.bytes(bytes) + ")";
    }

    /// Control characters, and those that make the following text run from right to left.
    private static boolean isControl(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
