package io.sluice.firehose;

import java.io.IOException;
import java.io.OutputStream;

/// Gathers a response in pieces of 64 KiB: a record's answer is a dozen small writes, and each would take the lock of
/// the stream after. Belongs to one thread.
final class ResponseBuffer {
    private static final int BYTES = 64 * 1024;
    private static final int SHORT_CHARS = 32;

    private final OutputStream out;
    private final byte[] bytes = new byte[BYTES];
    private int used;
    private long flushed;

    ResponseBuffer(OutputStream out) {
        this.out = out;
    }

    /// Bytes written so far.
    long written() {
        return flushed + used;
    }

    void write(char ascii) throws IOException {
        if (used == BYTES) {
            flush();
        }
        bytes[used++] = (byte) ascii;
    }

    void write(byte[] data) throws IOException {
        write(data, 0, data.length);
    }

    void write(byte[] data, int offset, int length) throws IOException {
        if (length > BYTES - used) {
            flush();
            if (length > BYTES) {
                out.write(data, offset, length);
                flushed += length;
                return;
            }
        }
        System.arraycopy(data, offset, bytes, used, length);
        used += length;
    }

    /// Writes the inside of a JSON string. Most are short and plain, and are copied without being encoded first.
    void text(String text) throws IOException {
        int length = text.length();
        if (length > SHORT_CHARS || length > BYTES - used || !plain(text, length)) {
            write(JsonStringText.bytes(text));
        }
    }

    /// Copies a text that fits, or nothing of one that is not plain ASCII.
    private boolean plain(String text, int length) {
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
            bytes[used + i] = (byte) c;
        }
        used += length;
        return true;
    }

    /// Hands everything to the stream, which is not flushed.
    void flush() throws IOException {
        out.write(bytes, 0, used);
        flushed += used;
        used = 0;
    }
}
