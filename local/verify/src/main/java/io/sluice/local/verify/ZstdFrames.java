package io.sluice.local.verify;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Reads zstd (RFC 8878) frame by frame, by the lengths that a frame's blocks tell; a frame holds once its end was
/// read.
final class ZstdFrames extends Sealed {
    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE = 0x184D2A50;
    private static final int[] ID_BYTES = {0, 1, 2, 4};
    private static final int[] SIZE_BYTES = {0, 2, 4, 8};
    private static final int RUN = 1;

    private final InputStream in;
    private InputStream frame = InputStream.nullInputStream();

    ZstdFrames(InputStream in) {
        this.in = in;
    }

    @Override
    int decompress(byte[] to, int offset, int length) throws IOException {
        int read = frame.read(to, offset, length);
        while (read < 0) {
            seal();
            if (!begin()) {
                return -1;
            }
            read = frame.read(to, offset, length);
        }
        return read;
    }

    /// The next frame that has content; false at the end.
    private boolean begin() throws IOException {
        while (true) {
            byte[] magic = in.readNBytes(Integer.BYTES);
            if (magic.length == 0) {
                return false;
            }
            int number = magic.length < Integer.BYTES ? 0 : (int) little(magic, Integer.BYTES);
            if (number == MAGIC) {
                frame = new ZstdInputStreamNoFinalizer(new Frame(magic));
                return true;
            }
            if ((number & ~0xF) != SKIPPABLE) {
                throw new IOException("there are bytes that are no zstd frame");
            }
            in.skipNBytes(little(in.readNBytes(Integer.BYTES), Integer.BYTES) & 0xFFFF_FFFFL);
        }
    }

    private static long little(byte[] bytes, int length) throws IOException {
        if (bytes.length < length) {
            throw new EOFException("the file ends too early");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[i] & 0xFFL) << (8 * i);
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// The compressed bytes of one frame.
    private final class Frame extends InputStream {
        private byte[] head;
        private int at;
        private long content;
        private boolean headed;
        private boolean last;
        private boolean ended;
        private int checksumBytes;

        Frame(byte[] magic) {
            this.head = magic;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            while (at == head.length && content == 0) {
                if (ended) {
                    return -1;
                }
                advance();
            }
            if (at < head.length) {
                int bytes = Math.min(length, head.length - at);
                System.arraycopy(head, at, to, offset, bytes);
                at += bytes;
                return bytes;
            }
            int bytes = in.read(to, offset, (int) Math.min(length, content));
            if (bytes < 0) {
                throw new EOFException("the file ends too early");
            }
            content -= bytes;
            return bytes;
        }

        private void advance() throws IOException {
            if (!headed) {
                headed = true;
                frameHead();
            } else if (last) {
                ended = true;
                content = checksumBytes;
            } else {
                blockHead();
            }
        }

        private void frameHead() throws IOException {
            int flags = (int) little(in.readNBytes(1), 1);
            boolean single = (flags & 0x20) != 0;
            checksumBytes = (flags & 4) == 0 ? 0 : Integer.BYTES;
            int sizeBytes = SIZE_BYTES[flags >> 6];
            begins(new byte[]{(byte) flags});
            content = (single ? 0L : 1L) + ID_BYTES[flags & 3] + (single && sizeBytes == 0 ? 1 : sizeBytes);
        }

        private void blockHead() throws IOException {
            byte[] bytes = in.readNBytes(3);
            int block = (int) little(bytes, 3);
            last = (block & 1) != 0;
            begins(bytes);
            content = (block >> 1 & 3) == RUN ? 1 : block >> 3;
        }

        private void begins(byte[] bytes) {
            head = bytes;
            at = 0;
        }
    }
}
