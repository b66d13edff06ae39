package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.tukaani.xz.SingleXZInputStream;

/// Reads xz stream by stream; a stream holds once its end was read.
final class XzStreams extends Sealed {
    private static final int UNIT = 4;

    private final PushbackInputStream in;
    private InputStream stream = InputStream.nullInputStream();
    private boolean first = true;

    XzStreams(InputStream in) {
        this.in = new PushbackInputStream(in, UNIT);
    }

    @Override
    int decompress(byte[] to, int offset, int length) throws IOException {
        try {
            int read = stream.read(to, offset, length);
            while (read < 0) {
                seal();
                if (!begin()) {
                    return -1;
                }
                read = stream.read(to, offset, length);
            }
            return read;
        } catch (RuntimeException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /// Zeros may stand between streams, four or a multiple.
    private boolean begin() throws IOException {
        byte[] head = in.readNBytes(UNIT);
        while (!first && head.length == UNIT && (head[0] | head[1] | head[2] | head[3]) == 0) {
            head = in.readNBytes(UNIT);
        }
        if (head.length == 0) {
            return false;
        }
        first = false;
        in.unread(head);
        stream = new SingleXZInputStream(in);
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
