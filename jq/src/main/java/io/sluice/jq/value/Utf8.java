package io.sluice.jq.value;

import java.nio.charset.StandardCharsets;

/// UTF-8 as jq 1.6 reads it: every ill-formed sequence becomes one U+FFFD, and how many bytes a sequence spans is jq's
/// own rule, which differs from Java's decoder.
public final class Utf8 {
    private static final int REPLACEMENT = 0xFFFD;

    private Utf8() {}

    /// The text of `bytes[start, end)`.
    public static String text(byte[] bytes, int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] < 0) {
                return decode(bytes, start, end);
            }
        }
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private static String decode(byte[] bytes, int start, int end) {
        StringBuilder text = new StringBuilder(end - start);
        int at = start;
        while (at < end) {
            int first = bytes[at] & 0xFF;
            int length = sequenceLength(first);
            if (length == 1) {
                text.append((char) first);
                at++;
            } else if (length == 0) {
                text.appendCodePoint(REPLACEMENT);
                at++;
            } else if (at + length > end) {
                text.appendCodePoint(REPLACEMENT);
                at = end;
            } else {
                at = decodeSequence(bytes, at, length, text);
            }
        }
        return text.toString();
    }

    private static int decodeSequence(byte[] bytes, int at, int length, StringBuilder text) {
        int codePoint = bytes[at] & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07);
        for (int i = 1; i < length; i++) {
            int next = bytes[at + i] & 0xFF;
            if ((next & 0xC0) != 0x80) {
                text.appendCodePoint(REPLACEMENT);
                return at + i;
            }
            codePoint = codePoint << 6 | (next & 0x3F);
        }
        int least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
        boolean wrong = codePoint < least || (codePoint >= 0xD800 && codePoint <= 0xDFFF) || codePoint > 0x10FFFF;
        text.appendCodePoint(wrong ? REPLACEMENT : codePoint);
        return at + length;
    }

    /// Returns the number of bytes that the character spans that begins with `first`; 1 for what begins none.
    public static int length(byte first) {
        return Math.max(1, sequenceLength(first & 0xFF));
    }

    /// The length that a first byte announces; 0 for bytes that cannot stand first.
    private static int sequenceLength(int first) {
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }
}
