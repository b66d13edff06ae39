package io.sluice.benchmarks.ingest;

import com.github.luben.zstd.Zstd;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.codec.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/// Compression of some bytes in one piece, into a buffer that is used again: the least that any way to a compressed
/// object does.
abstract sealed class PlainCompression {
    private final byte[] raw;
    private final byte[] compressed;
    private int length;

    private PlainCompression(byte[] raw) {
        this.raw = raw;
        this.compressed = new byte[Math.toIntExact(Zstd.compressBound(raw.length) + raw.length / 1_000)];
    }

    static PlainCompression of(Compression compression, byte[] raw) {
        return switch (compression) {
            case GZIP -> new Gzip(raw);
            case ZSTD -> new ZstdFrame(raw);
            default -> throw new IllegalArgumentException("not measured: " + compression);
        };
    }

    abstract String name();

    abstract int compress(byte[] from, byte[] to);

    abstract byte[] decompress(byte[] from, int fromLength) throws IOException;

    final void compress() {
        length = compress(raw, compressed);
    }

    final int compressedBytes() {
        return length;
    }

    final void check() throws IOException {
        compress();
        if (!Arrays.equals(raw, decompress(compressed, length))) {
            throw new WrongOutputException(name() + " does not give back what went in");
        }
    }

    private static final class Gzip extends PlainCompression {
        private static final int LEVEL = 6;
        /// A member's header and trailer.
        private static final int FRAME_BYTES = 18;

        private final CRC32 crc = new CRC32();
        private final Deflater deflater = new Deflater(LEVEL, true);

        Gzip(byte[] raw) {
            super(raw);
        }

        @Override
        String name() {
            return "java.util.zip level 6 alone";
        }

        @Override
        int compress(byte[] from, byte[] to) {
            crc.reset();
            crc.update(from);
            deflater.reset();
            deflater.setInput(from);
            deflater.finish();
            int length = deflater.deflate(to);
            if (!deflater.finished()) {
                throw new IllegalStateException("the buffer is too small");
            }
            return length + FRAME_BYTES;
        }

        @Override
        byte[] decompress(byte[] from, int fromLength) throws IOException {
            try (var in = new InflaterInputStream(new ByteArrayInputStream(from, 0, fromLength),
                    new java.util.zip.Inflater(true))) {
                return in.readAllBytes();
            }
        }
    }

    private static final class ZstdFrame extends PlainCompression {
        private static final int LEVEL = 3;

        ZstdFrame(byte[] raw) {
            super(raw);
        }

        @Override
        String name() {
            return "zstd level 3 alone";
        }

        @Override
        int compress(byte[] from, byte[] to) {
            long length = Zstd.compressByteArray(to, 0, to.length, from, 0, from.length, LEVEL);
            if (Zstd.isError(length)) {
                throw new IllegalStateException(Zstd.getErrorName(length));
            }
            return (int) length;
        }

        @Override
        byte[] decompress(byte[] from, int fromLength) {
            return Zstd.decompress(Arrays.copyOf(from, fromLength), Math.toIntExact(
                    Zstd.getFrameContentSize(from)));
        }
    }
}
