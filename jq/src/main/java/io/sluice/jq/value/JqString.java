package io.sluice.jq.value;

/// A string. Lengths and offsets that jq shows are in code points or UTF-8 bytes, not in `char`s.
public record JqString(String value) implements JqValue {
    /// A string of its own: a path leads to none, however equal (`path(@html)` of `""` is an error).
    public static JqString of(String value) {
        return new JqString(value);
    }

    @Override
    public int rank() {
        return 5;
    }

    @Override
    public String typeName() {
        return "string";
    }

    /// The length in code points.
    public int length() {
        return value.codePointCount(0, value.length());
    }

    /// The part up to the first NUL: what jq's uses of C strings see.
    public static String upToNul(String text) {
        int nul = text.indexOf(0);
        return nul < 0 ? text : text.substring(0, nul);
    }

    /// The number of bytes that `text` takes in UTF-8; a lone surrogate counts as three, as jq encodes it.
    public static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (Character.isHighSurrogate(c) && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }
}
