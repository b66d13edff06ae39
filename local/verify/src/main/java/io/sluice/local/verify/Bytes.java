package io.sluice.local.verify;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An input byte by byte, without the mark it may begin with, which remembers what came since a place. Not safe for
/// concurrent use.
final class Bytes implements Closeable {
    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private int at;
    private int limit;
    private long offset;
    private int unread = -2;
    private boolean keeps = true;
    private @Nullable String broken;

    Bytes(InputStream in) {
        this.in = in;
    }

    /// The next byte, -1 at the end.
    int next() throws IOException {
        if (unread != -2) {
            int again = unread;
            unread = -2;
            offset += again < 0 ? 0 : 1;
            return again;
        }
        int b = read();
        if (b == 0xEF && offset == 0) {
            b = afterMark();
        }
        if (b >= 0) {
            offset++;
        }
        if (b >= 0 && keeps) {
            kept.write(b);
            if (kept.size() > RecordCutter.RECORD_BYTES_MAX) {
                throw new IOException("a record is longer than " + RecordCutter.RECORD_BYTES_MAX + " bytes");
            }
        }
        return b;
    }

    private int afterMark() throws IOException {
        if (limit - at >= 2 && buffer[at] == (byte) 0xBB && buffer[at + 1] == (byte) 0xBF) {
            at += 2;
            offset = 3;
            return read();
        }
        return 0xEF;
    }

    /// Gives the byte that came last once more.
    void back(int b) {
        unread = b;
        offset -= b < 0 ? 0 : 1;
    }

    /// Offset of the next byte.
    long offset() {
        return offset;
    }

    /// Has bytes that come remembered, or not.
    void keep(boolean wanted) {
        keeps = wanted;
    }

    /// Forgets what came, but for the byte that comes once more.
    void forget() {
        kept = new ByteArrayOutputStream();
        if (unread >= 0) {
            kept.write(unread);
        }
    }

    /// Returns the bytes that came since [#forget()], without what comes once more.
    byte[] kept() {
        byte[] all = kept.toByteArray();
        return unread >= 0 ? Arrays.copyOf(all, all.length - 1) : all;
    }

    /// Returns the bytes that came since [#forget()] and all that come.
    byte[] keptToEnd() throws IOException {
        int b;
        do {
            b = next();
        } while (b >= 0);
        unread = -2;
        return kept.toByteArray();
    }

    @Nullable
    String broken() {
        return broken;
    }

    private int read() throws IOException {
        if (at == limit) {
            at = 0;
            limit = 0;
            try {
                int length = in.read(buffer);
                while (length > 0 && offset == 0 && length < 3) {
                    int more = in.read(buffer, length, buffer.length - length);
                    if (more < 0) {
                        break;
                    }
                    length += more;
                }
                limit = Math.max(0, length);
            } catch (IOException e) {
                broken = String.valueOf(e.getMessage());
            }
            if (limit == 0) {
                return -1;
            }
        }
        return buffer[at++] & 0xFF;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
