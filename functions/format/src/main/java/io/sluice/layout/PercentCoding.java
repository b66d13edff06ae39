package io.sluice.layout;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/// The percent encoding of key values and its inverse; see [KeyEncoding#PERCENT].
final class PercentCoding {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static final String UNRESERVED_MARKS = "-._~";

    private PercentCoding() {}

    static String encode(String value) {
        boolean dots = value.equals(".") || value.equals("..");
        int plain = dots ? 0 : plainLength(value);
        if (plain == value.length()) {
            return value;
        }
        StringBuilder text = new StringBuilder(value.length() + 16).append(value, 0, plain);
        for (int i = plain; i < value.length();) {
            int codePoint = value.codePointAt(i);
            if (isPlain(codePoint) && !dots) {
                text.append((char) codePoint);
            } else {
                escape(codePoint, text);
            }
            i += Character.charCount(codePoint);
        }
        return text.toString();
    }

    static String decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                if (i + 2 >= text.length() || !HexFormat.isHexDigit(text.charAt(i + 1))
                        || !HexFormat.isHexDigit(text.charAt(i + 2))) {
                    throw notEncoded(text);
                }
                bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        String value = codePoints(bytes.toByteArray(), text);
        if (!encode(value).equals(text)) {
            throw notEncoded(text);
        }
        return value;
    }

    private static int plainLength(String value) {
        int length = 0;
        while (length < value.length() && isPlain(value.charAt(length))) {
            length++;
        }
        return length;
    }

    private static boolean isPlain(int c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED_MARKS.indexOf(c) >= 0);
    }

    private static void escape(int codePoint, StringBuilder text) {
        if (codePoint < 0x80) {
            escapeByte(codePoint, text);
            return;
        }
        int continuations = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
        int lead = (0xF00 >> (continuations + 1)) & 0xFF;
        escapeByte(lead | (codePoint >> (6 * continuations)), text);
        for (int shift = 6 * (continuations - 1); shift >= 0; shift -= 6) {
            escapeByte(0x80 | ((codePoint >> shift) & 0x3F), text);
        }
    }

    private static void escapeByte(int value, StringBuilder text) {
        text.append('%').append(HEX.toHighHexDigit(value)).append(HEX.toLowHexDigit(value));
    }

    /// Decodes UTF-8 that may hold encoded surrogates. Lenient: [#decode] compares with what encoding would give.
    private static String codePoints(byte[] bytes, String text) {
        StringBuilder value = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length;) {
            int lead = bytes[i] & 0xFF;
            int continuations = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
            if (i + continuations >= bytes.length) {
                throw notEncoded(text);
            }
            int codePoint = continuations == 0 ? lead : lead & (0x3F >> continuations);
            for (int k = 1; k <= continuations; k++) {
                codePoint = (codePoint << 6) | (bytes[i + k] & 0x3F);
            }
            if (!Character.isValidCodePoint(codePoint)) {
                throw notEncoded(text);
            }
            value.appendCodePoint(codePoint);
            i += continuations + 1;
        }
        return value.toString();
    }

    private static IllegalArgumentException notEncoded(String text) {
        return new IllegalArgumentException("not a percent-encoded key value: " + text);
    }
}
