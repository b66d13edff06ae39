package io.sluice.firehose;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/// The base64 text of a payload: either a slice of the event that brought it, which passes through untouched, or bytes
/// that are encoded when they are written. Immutable as long as nobody writes into the arrays it was made of.
public final class Base64Text {
    /// No bytes.
    static final Base64Text NONE = of(new byte[0]);

    /// Raw bytes encoded at once: a multiple of 3, so that only the last step pads.
    private static final int STEP_BYTES = 24 * 1024;

    private final byte[] source;
    private final int offset;
    private final int length;
    private final boolean encoded;

    private Base64Text(byte[] source, int offset, int length, boolean encoded) {
        this.source = source;
        this.offset = offset;
        this.length = length;
        this.encoded = encoded;
    }

    /// The text of `data`, encoded only when it is written.
    public static Base64Text of(byte[] data) {
        return new Base64Text(data, 0, data.length, false);
    }

    /// Text that is there already; it is not checked before [#decode()].
    static Base64Text slice(byte[] text, int offset, int length) {
        return new Base64Text(text, offset, length, true);
    }

    /// Length of the text in characters, which is bytes.
    public int length() {
        return encoded ? length : Math.toIntExact((length + 2L) / 3 * 4);
    }

    /// The bytes that the text stands for.
    ///
    /// @throws IllegalArgumentException when the text is not base64
    byte[] decode() {
        if (!encoded) {
            return source;
        }
        ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(source, offset, length));
        return decoded.array().length == decoded.limit()
                ? decoded.array()
                : Arrays.copyOf(decoded.array(), decoded.limit());
    }

    void writeTo(ResponseBuffer out) throws IOException {
        if (encoded) {
            out.write(source, offset, length);
            return;
        }
        for (int from = 0; from < length; from += STEP_BYTES) {
            int step = Math.min(STEP_BYTES, length - from);
            ByteBuffer text = Base64.getEncoder().encode(ByteBuffer.wrap(source, offset + from, step));
            out.write(text.array(), 0, text.limit());
        }
    }
}
