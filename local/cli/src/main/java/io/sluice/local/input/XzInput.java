package io.sluice.local.input;

import io.sluice.input.DecompressedInput;
import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.SingleXZInputStream;
import org.tukaani.xz.UnsupportedOptionsException;

/// Decompresses xz, streams one after another included, with zeros between them.
final class XzInput extends DecompressedInput {
    /// A read that fails gives nothing of what it decompressed. Reads are small, and of one size, so that little is
    /// lost to that, and the same each time.
    private static final int PIECE_BYTES = 4096;
    /// A chunk is taken in whole: 64 KiB, and the heads of chunk, block and stream.
    private static final int HELD_BACK_BYTES = 128 << 10;
    /// Memory that a stream may ask for: `xz -9` asks for 65 MiB.
    private static final int KIBIBYTES_MAX = 256 << 10;
    /// Streams, and the zeros between them, are of as many bytes or a multiple.
    private static final int PADDING_BYTES = 4;

    private final String name;
    private final DecoderSource source = new DecoderSource(in);
    private final PushbackInputStream streams = new PushbackInputStream(source, PADDING_BYTES);
    private final byte[] piece = new byte[PIECE_BYTES];
    private @Nullable InputStream decoder;
    private long start;
    private int next;
    private int limit;
    private boolean ended;

    /// @param name         what messages call the input
    /// @param restBytesMax the longest undecodable rest; a longer one is an [InputException]
    XzInput(String name, InputStream in, int restBytesMax) {
        super(name, in, restBytesMax);
        this.name = name;
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
        mark(Math.max(start, in.offset() - HELD_BACK_BYTES));
        next = 0;
        limit = 0;
        try {
            InputStream open = decoder == null ? begin() : decoder;
            decoder = open;
            if (open == null) {
                ended = true;
                return;
            }
            limit = Math.max(0, open.read(piece, 0, PIECE_BYTES));
            decompressed(limit);
            if (limit == 0) {
                decoder = null;
                start = in.offset();
                proven(start);
            }
        } catch (MemoryLimitException e) {
            throw new InputException(name + ": it was compressed by xz with settings that take "
                    + e.getMemoryNeeded() / 1024 + " MiB to decompress, and " + KIBIBYTES_MAX / 1024
                    + " are the most that are used; decompress it first", e);
        } catch (UnsupportedOptionsException e) {
            throw new InputException(name + ": its xz stream asks for what is not supported here (" + e.getMessage()
                    + "); decompress it first", e);
        } catch (IOException | RuntimeException e) {
            source.rethrow();
            ended = true;
            breakOff("its xz data are damaged, or end too early"
                    + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")"));
        }
    }

    /// Begins the next stream; `null` where there is none, or it is not to be given out.
    private @Nullable InputStream begin() throws IOException {
        byte[] head = streams.readNBytes(PADDING_BYTES);
        while (start > 0 && head.length == PADDING_BYTES && isZero(head)) {
            start = in.offset();
            proven(start);
            head = streams.readNBytes(PADDING_BYTES);
        }
        if (head.length == 0 || stops()) {
            return null;
        }
        streams.unread(head);
        return new SingleXZInputStream(streams, KIBIBYTES_MAX);
    }

    private static boolean isZero(byte[] bytes) {
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }
}
