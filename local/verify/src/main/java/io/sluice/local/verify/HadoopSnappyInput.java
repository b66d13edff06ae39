package io.sluice.local.verify;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.xerial.snappy.Snappy;

/// Reads Hadoop's block framing: a block's raw length, then its parts, each a length and that many compressed bytes,
/// until the raw length is reached; lengths are four bytes, big-endian.
///
/// Source: `BlockDecompressorStream` of Apache Hadoop.
public final class HadoopSnappyInput extends InputStream {
    private static final int PART_BYTES_MAX = 64 * 1024 * 1024;

    private final DataInputStream in;
    private byte[] part = new byte[0];
    private int at;
    private int blockLeft;

    public HadoopSnappyInput(InputStream in) {
        this.in = new DataInputStream(in);
    }

    @Override
    public int read() throws IOException {
        return fill() ? part[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int taken = Math.min(length, part.length - at);
        System.arraycopy(part, at, to, offset, taken);
        at += taken;
        return taken;
    }

    private boolean fill() throws IOException {
        while (at == part.length) {
            if (blockLeft == 0) {
                int first = in.read();
                if (first < 0) {
                    return false;
                }
                blockLeft = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
                continue;
            }
            int length = in.readInt();
            if (length < 0 || length > PART_BYTES_MAX) {
                throw new IOException("a Snappy block has a part of " + length + " bytes");
            }
            byte[] compressed = in.readNBytes(length);
            if (compressed.length < length) {
                throw new EOFException("a Snappy block is cut short");
            }
            part = Snappy.uncompress(compressed);
            at = 0;
            blockLeft -= part.length;
            if (blockLeft < 0) {
                throw new IOException("a Snappy block is longer than it says");
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
