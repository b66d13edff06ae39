package io.sluice.local.verify;

import java.nio.charset.StandardCharsets;

/// `KeyEncoding` `percent` by RFC 3986: unreserved characters as they are, other bytes of UTF-8 as `%XX`.
final class PercentText {
    private PercentText() {}

    static String of(String value) {
        boolean dots = value.equals(".") || value.equals("..");
        StringBuilder text = new StringBuilder();
        value.codePoints().forEach(c -> {
            if (!dots && c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0)) {
                text.append((char) c);
            } else if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                escape(new byte[]{(byte) (0xE0 | (c >> 12)), (byte) (0x80 | ((c >> 6) & 0x3F)),
                        (byte) (0x80 | (c & 0x3F))},
                        text);
            } else {
                escape(Character.toString(c).getBytes(StandardCharsets.UTF_8), text);
            }
        });
        return text.toString();
    }

    private static void escape(byte[] bytes, StringBuilder text) {
        for (byte b : bytes) {
            text.append('%').append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xF, 16)))
                    .append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
        }
    }
}
