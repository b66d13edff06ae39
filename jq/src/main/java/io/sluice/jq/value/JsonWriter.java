package io.sluice.jq.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Compact JSON text of values, as `jq -c` and `tojson` print it.
public final class JsonWriter {
    private static final int DEPTH_MAX = 256;
    /// Characters, which spares most texts a copy.
    private static final int ROOM = 512;
    private static final String HEX = "0123456789abcdef";
    /// By character, of those below 0x80.
    private static final boolean[] PLAIN = plain();

    private char[] text;
    private int size;

    private JsonWriter(int room) {
        this.text = new char[room];
    }

    public static String text(JqValue value) {
        return switch (value) {
            case JqNumber(double number) -> NumberText.of(number);
            case JqNull _ -> "null";
            case JqBoolean b -> b == JqBoolean.TRUE ? "true" : "false";
            default -> {
                JsonWriter writer = new JsonWriter(value instanceof JqString(String only) ? only.length() + 2 : ROOM);
                writer.write(value, 0);
                yield new String(writer.text, 0, writer.size);
            }
        };
    }

    private void room(int more) {
        if (text.length - size < more) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, size + more));
        }
    }

    private void append(char c) {
        room(1);
        text[size++] = c;
    }

    private void append(String plain) {
        room(plain.length());
        plain.getChars(0, plain.length(), text, size);
        size += plain.length();
    }

    private void write(JqValue value, int depth) {
        if (depth > DEPTH_MAX) {
            append("<stripped: exceeds max depth>");
            return;
        }
        switch (value) {
            case JqString(String string) -> writeString(string);
            case JqArray array -> {
                append('[');
                for (int i = 0; i < array.size(); i++) {
                    if (i > 0) {
                        append(',');
                    }
                    write(array.at(i), depth + 1);
                }
                append(']');
            }
            case JqObject object -> writeObject(object, depth);
            case JqNumber _,JqNull _,JqBoolean _ -> append(text(value));
        }
    }

    private void writeObject(JqObject object, int depth) {
        append('{');
        for (int i = 0; i < object.size(); i++) {
            if (i > 0) {
                append(',');
            }
            writeString(object.key(i));
            text[size++] = ':';
            write(object.value(i), depth + 1);
        }
        append('}');
    }

    /// Most strings are as they are. There is room for one character more afterwards.
    private void writeString(String string) {
        int length = string.length();
        room(length + 3);
        text[size++] = '"';
        string.getChars(0, length, text, size);
        int end = size + length;
        int at = size;
        while (at < end && isPlain(text[at])) {
            at++;
        }
        int plain = at - size;
        size = at;
        if (at < end) {
            writeRest(string, plain);
            room(2);
        }
        text[size++] = '"';
    }

    private void writeRest(String string, int from) {
        for (int i = from; i < string.length(); i++) {
            char c = string.charAt(i);
            if (isPlain(c)) {
                append(c);
            } else {
                i = writeOther(string, i);
            }
        }
    }

    private static boolean isPlain(char c) {
        return c < PLAIN.length ? PLAIN[c] : !Character.isSurrogate(c);
    }

    private static boolean[] plain() {
        boolean[] plain = new boolean[0x80];
        Arrays.fill(plain, 0x20, 0x7f, true);
        plain['"'] = false;
        plain['\\'] = false;
        return plain;
    }

    /// Writes the character at `at`, and gives the index of its last unit.
    private int writeOther(String string, int at) {
        char c = string.charAt(at);
        if (Character.isSurrogate(c)) {
            return writeSurrogates(string, at);
        }
        if (c == '"' || c == '\\') {
            append('\\');
            append(c);
        } else {
            append(control(c));
        }
        return at;
    }

    private int writeSurrogates(String string, int at) {
        if (string.codePointAt(at) < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
            throw loneSurrogate();
        }
        append(string.charAt(at));
        append(string.charAt(at + 1));
        return at + 1;
    }

    public static JqStop loneSurrogate() {
        return JqStop.unsupported("a lone surrogate (from implode) has no UTF-8; jq 1.6 aborts here");
    }

    private static String control(char c) {
        return switch (c) {
            case '\b' -> "\\b";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            case '\n' -> "\\n";
            case '\f' -> "\\f";
            default -> "\\u00" + HEX.charAt(c >> 4) + HEX.charAt(c & 15);
        };
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
