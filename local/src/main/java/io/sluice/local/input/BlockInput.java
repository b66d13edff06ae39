package io.sluice.local.input;

import io.sluice.input.DecompressedInput;
import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.UnsupportedOptionsException;
import org.tukaani.xz.XZInputStream;

/// Decompresses bzip2 and xz, streams one after another included.
final class BlockInput extends DecompressedInput {
    /// A read that fails gives nothing of what it decompressed. Reads are small, and of one size, so that little is
    /// lost to that, and the same each time; `verify` reads in the same steps.
    private static final int PIECE_BYTES = 4096;

    private final String name;
    private final Kind kind;
    private final Source source = new Source();
    private final byte[] piece = new byte[PIECE_BYTES];
    private @Nullable InputStream decoder;
    private int next;
    private int limit;
    private boolean ended;

    /// What compressed it.
    enum Kind {
        /// A block is taken in whole: at most 900,000 bytes, and little more when they can't be compressed.
        BZIP2(1 << 20),
        /// A chunk is taken in whole: 64 KiB, and the heads of chunk, block and stream.
        XZ(128 << 10);

        /// Compressed bytes that the decoder may have taken and not given yet.
        private final int heldBackBytes;

        Kind(int heldBackBytes) {
            this.heldBackBytes = heldBackBytes;
        }
    }

    /// Memory that an xz stream may ask for: `xz -9` asks for 65 MiB.
    private static final int XZ_KIBIBYTES_MAX = 256 << 10;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    BlockInput(String name, Kind kind, InputStream in, int restBytesMax) {
        super(name, in, restBytesMax);
        this.name = name;
        this.kind = kind;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        while (next == limit) {
            if (ended) {
                return -1;
            }
            decompress();
        }
        int bytes = Math.min(length, limit - next);
        System.arraycopy(piece, next, target, from, bytes);
        next += bytes;
        return bytes;
    }

    private void decompress() throws IOException {
        mark(Math.max(0, in.offset() - kind.heldBackBytes));
        next = 0;
        limit = 0;
        try {
            InputStream open = decoder;
            if (open == null) {
                open = open();
                decoder = open;
            }
            int read = open.read(piece, 0, PIECE_BYTES);
            ended = read < 0;
            limit = Math.max(read, 0);
            decompressed(limit);
        } catch (MemoryLimitException e) {
            throw new InputException(name + ": it was compressed by xz with settings that take "
                    + e.getMemoryNeeded() / 1024 + " MiB to decompress, and " + XZ_KIBIBYTES_MAX / 1024
                    + " are the most that are used; decompress it first", e);
        } catch (UnsupportedOptionsException e) {
            throw new InputException(name + ": its xz stream asks for what is not supported here (" + e.getMessage()
                    + "); decompress it first", e);
        } catch (IOException | RuntimeException e) {
            IOException failure = source.failure;
            if (failure != null) {
                throw failure;
            }
            ended = true;
            breakOff("its " + (kind == Kind.XZ ? "xz" : "bzip2") + " data are damaged, or end too early"
                    + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")"));
        }
    }

    private InputStream open() throws IOException {
        return switch (kind) {
            case BZIP2 -> new BZip2CompressorInputStream(source, true);
            case XZ -> new XZInputStream(source, XZ_KIBIBYTES_MAX);
        };
    }

    /// The compressed bytes as a stream, which keeps what reading them threw: that is no damage.
    private final class Source extends InputStream {
        private final byte[] one = new byte[1];
        private @Nullable IOException failure;

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            try {
                return in.read(target, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
