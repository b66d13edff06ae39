package io.sluice.encoding;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// Raw deflate of whole byte arrays, for Sluice's own directories and manifests.
public final class Deflated {
    private static final int STEP_BYTES = 64 * 1024;

    /// Deflate makes at most 258 bytes of two bits; a damaged length takes no more memory than that.
    private static final long RATIO_MAX = 1_032;

    private Deflated() {}

    public static byte[] deflate(byte[] bytes, int level) {
        return deflate(bytes, bytes.length, level);
    }

    /// Returns the bytes written so far, deflated without a copy of them.
    public static byte[] deflate(ByteWriter written, int level) {
        return deflate(written.buffer(), written.size(), level);
    }

    private static byte[] deflate(byte[] bytes, int length, int level) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setInput(bytes, 0, length);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(64, length / 3));
            byte[] step = new byte[Math.clamp(length, 64, STEP_BYTES)];
            while (!deflater.finished()) {
                out.write(step, 0, deflater.deflate(step));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /// @param length exact number of bytes that must come out
    /// @throws MalformedEncodingException when they do not
    public static byte[] inflate(byte[] deflated, int length) {
        if (length > RATIO_MAX * deflated.length) {
            throw new MalformedEncodingException(
                    deflated.length + " deflated bytes cannot hold the " + length + " that they should");
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            byte[] bytes = new byte[length];
            int size = 0;
            while (size < length) {
                int step = inflater.inflate(bytes, size, length - size);
                if (step == 0) {
                    throw new MalformedEncodingException("deflated bytes end after " + size + " of " + length);
                }
                size += step;
            }
            if (inflater.inflate(new byte[1]) > 0) {
                throw new MalformedEncodingException("deflated bytes go on after " + length);
            }
            return bytes;
        } catch (DataFormatException e) {
            throw new MalformedEncodingException("not deflated bytes: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }
}
