package io.sluice.local.input;

import io.sluice.input.DecompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/// Decompresses bzip2, streams one after another included. A block goes out when its checksum holds, and not before.
///
/// The decoder takes in a block as a whole, gives it out byte by byte, and checks it when the byte after its last is
/// asked for; then only, it asks for compressed bytes again. So a block is held until the decoder has asked. It is at
/// most 46 MB: 900,000 bytes, of which five may stand for 255.
final class Bzip2Input extends DecompressedInput {
    private static final int BYTES_MIN = 64 * 1024;

    private final DecoderSource source = new DecoderSource(in);
    private @Nullable InputStream decoder;
    private Block open = new Block(0);
    private Block proven = new Block(0);
    private int next;
    private boolean ended;

    /// Decompressed bytes, out of the compressed bytes from `start` on.
    private static final class Block {
        private final long start;
        private byte[] bytes = new byte[0];
        private int length;

        Block(long start) {
            this.start = start;
        }

        void add(int b) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(BYTES_MIN, 2 * length));
            }
            bytes[length++] = (byte) b;
        }
    }

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [io.sluice.input.InputException]
    Bzip2Input(String name, InputStream in, int restBytesMax) {
        super(name, in, restBytesMax);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (next == proven.length) {
            if (ended) {
                return -1;
            }
            decompress();
        }
        int bytes = Math.min(length, proven.length - next);
        System.arraycopy(proven.bytes, next, target, from, bytes);
        next += bytes;
        return bytes;
    }

    /// Reads on until a block is proven, or nothing more is.
    private void decompress() throws IOException {
        long before = in.offset();
        try {
            InputStream decoding = decoder();
            while (next == proven.length && !ended) {
                before = in.offset();
                int b = decoding.read();
                if (source.asked() || b < 0) {
                    endBlock(before);
                }
                ended = b < 0;
                if (!ended) {
                    open.add(b);
                }
            }
        } catch (IOException | RuntimeException e) {
            source.rethrow();
            if (source.asked()) {
                endBlock(before);
            }
            ended = true;
            mark(open.start);
            breakOff("its bzip2 data are damaged, or end too early"
                    + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")"));
        }
    }

    /// Gives out the block that ended within the byte before `offset`, where there is one.
    private void endBlock(long offset) {
        mark(open.start);
        decompressed(open.length);
        proven = open;
        next = 0;
        open = new Block(Math.max(0, offset - 1));
        proven(open.start);
    }

    private InputStream decoder() throws IOException {
        InputStream decoding = decoder;
        if (decoding == null) {
            decoding = new BZip2CompressorInputStream(source, true);
            decoder = decoding;
            source.asked();
        }
        return decoding;
    }
}
