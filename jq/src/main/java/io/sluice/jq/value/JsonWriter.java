package io.sluice.jq.value;

import java.nio.charset.StandardCharsets;

/// Compact JSON text of values, as `jq -c` and `tojson` print it.
public final class JsonWriter {
    private static final int DEPTH_MAX = 256;
    private static final String HEX = "0123456789abcdef";

    private JsonWriter() {}

    public static String text(JqValue value) {
        return switch (value) {
            case JqNumber(double number) -> NumberText.of(number);
            case JqNull _ -> "null";
            case JqBoolean b -> b == JqBoolean.TRUE ? "true" : "false";
            default -> {
                StringBuilder out = new StringBuilder();
                write(value, 0, out);
                yield out.toString();
            }
        };
    }

    private static void write(JqValue value, int depth, StringBuilder out) {
        if (depth > DEPTH_MAX) {
            out.append("<stripped: exceeds max depth>");
            return;
        }
        switch (value) {
            case JqString(String text) -> writeString(text, out);
            case JqArray array -> {
                out.append('[');
                for (int i = 0; i < array.size(); i++) {
                    if (i > 0) {
                        out.append(',');
                    }
                    write(array.at(i), depth + 1, out);
                }
                out.append(']');
            }
            case JqObject object -> writeObject(object, depth, out);
            case JqNumber _,JqNull _,JqBoolean _ -> out.append(text(value));
        }
    }

    private static void writeObject(JqObject object, int depth, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < object.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            writeString(object.key(i), out);
            out.append(':');
            write(object.value(i), depth + 1, out);
        }
        out.append('}');
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isPlain(c)) {
                out.append(text, plain, i);
                i = writeOther(text, i, out);
                plain = i + 1;
            }
        }
        out.append(text, plain, text.length()).append('"');
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c != '"' && c != '\\' && c != 0x7f && !Character.isSurrogate(c);
    }

    /// Writes the character at `at`, and gives the index of its last unit.
    private static int writeOther(String text, int at, StringBuilder out) {
        char c = text.charAt(at);
        if (Character.isSurrogate(c)) {
            return writeSurrogates(text, at, out);
        }
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else {
            writeControl(c, out);
        }
        return at;
    }

    private static int writeSurrogates(String text, int at, StringBuilder out) {
        int codePoint = text.codePointAt(at);
        if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
            throw loneSurrogate();
        }
        out.appendCodePoint(codePoint);
        return at + 1;
    }

    public static JqStop loneSurrogate() {
        return JqStop.unsupported("a lone surrogate (from implode) has no UTF-8; jq 1.6 aborts here");
    }

    private static void writeControl(char c, StringBuilder out) {
        switch (c) {
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            default -> out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        }
    }

    /// The text as jq's error messages show it: cut to fit `room` bytes less one, with `...` at the end when it was
    /// cut. A character that the cut splits becomes U+FFFD.
    public static String shortened(JqValue value, int room) {
        String text = text(value);
        if (text.length() * 3 < room) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= room - 1) {
            return text;
        }
        return Utf8.text(bytes, 0, room - 4) + "...";
    }
}
