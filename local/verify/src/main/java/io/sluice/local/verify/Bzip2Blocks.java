package io.sluice.local.verify;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/// Reads bzip2 byte by byte: once the decoder wants compressed bytes for the next one, the blocks before it hold.
final class Bzip2Blocks extends Sealed {
    private final Asking compressed;
    private InputStream decoder = InputStream.nullInputStream();
    private boolean begun;

    Bzip2Blocks(InputStream in) {
        this.compressed = new Asking(in);
    }

    /// Remembers that somebody has read.
    private static final class Asking extends FilterInputStream {
        private boolean asked;

        Asking(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            asked = true;
            return super.read();
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            asked = true;
            return super.read(to, offset, length);
        }
    }

    @Override
    int decompress(byte[] to, int offset, int length) throws IOException {
        compressed.asked = false;
        try {
            if (!begun) {
                decoder = new BZip2CompressorInputStream(compressed, true);
                begun = true;
            }
            int b = decoder.read();
            if (b >= 0) {
                to[offset] = (byte) b;
            }
            return b < 0 ? -1 : 1;
        } catch (RuntimeException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        } finally {
            if (compressed.asked) {
                seal();
            }
        }
    }

    @Override
    public void close() throws IOException {
        compressed.close();
    }
}
