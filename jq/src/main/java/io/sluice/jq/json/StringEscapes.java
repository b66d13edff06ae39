package io.sluice.jq.json;

import io.sluice.jq.value.Utf8;
import java.io.ByteArrayOutputStream;

/// The escapes inside a JSON string, resolved as jq 1.6 does it: on bytes, ill-formed UTF-8 and lone surrogates become
/// U+FFFD at the end.
final class StringEscapes {
    private final byte[] raw;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int at;

    StringEscapes(byte[] raw) {
        this.raw = raw;
    }

    String text() throws ExactJsonParser.Malformed {
        while (at < raw.length) {
            byte c = raw[at++];
            if (c == '\\') {
                escape();
            } else if (c > 0 && c < 0x1f) {
                throw new ExactJsonParser.Malformed(
                        "Invalid string: control characters from U+0000 through U+001F must be escaped");
            } else {
                out.write(c);
            }
        }
        byte[] bytes = out.toByteArray();
        return Utf8.text(bytes, 0, bytes.length);
    }

    private void escape() throws ExactJsonParser.Malformed {
        if (at >= raw.length) {
            throw new ExactJsonParser.Malformed("Expected escape character at end of string");
        }
        byte c = raw[at++];
        switch (c) {
            case '\\', '"', '/' -> out.write(c);
            case 'b' -> out.write('\b');
            case 'f' -> out.write('\f');
            case 't' -> out.write('\t');
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 'u' -> encode(codePoint());
            default -> throw new ExactJsonParser.Malformed("Invalid escape");
        }
    }

    private int codePoint() throws ExactJsonParser.Malformed {
        if (at + 4 > raw.length) {
            throw new ExactJsonParser.Malformed("Invalid \\uXXXX escape");
        }
        int unit = hex(at);
        if (unit < 0) {
            throw new ExactJsonParser.Malformed("Invalid characters in \\uXXXX escape");
        }
        at += 4;
        if (unit < 0xD800 || unit > 0xDBFF) {
            return unit;
        }
        int low = at + 6 <= raw.length && raw[at] == '\\' && raw[at + 1] == 'u' ? hex(at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF) {
            throw new ExactJsonParser.Malformed("Invalid \\uXXXX\\uXXXX surrogate pair escape");
        }
        at += 6;
        return 0x10000 + ((unit - 0xD800) << 10 | low - 0xDC00);
    }

    private int hex(int from) {
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = raw[i] < 0 ? -1 : Character.digit(raw[i], 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private void encode(int c) {
        if (c < 0x80) {
            out.write(c);
        } else if (c < 0x800) {
            out.write(0xC0 | c >> 6);
            out.write(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            out.write(0xE0 | c >> 12);
            out.write(0x80 | (c >> 6 & 0x3F));
            out.write(0x80 | (c & 0x3F));
        } else {
            out.write(0xF0 | c >> 18);
            out.write(0x80 | (c >> 12 & 0x3F));
            out.write(0x80 | (c >> 6 & 0x3F));
            out.write(0x80 | (c & 0x3F));
        }
    }
}
