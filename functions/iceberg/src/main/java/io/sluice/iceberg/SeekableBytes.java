package io.sluice.iceberg;

import org.apache.iceberg.io.SeekableInputStream;

/// A file that was read as a whole.
final class SeekableBytes extends SeekableInputStream {
    private final byte[] bytes;
    private int position;

    SeekableBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void seek(long to) {
        position = Math.toIntExact(to);
    }

    @Override
    public int read() {
        return position < bytes.length ? bytes[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (position >= bytes.length) {
            return -1;
        }
        int read = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, into, offset, read);
        position += read;
        return read;
    }

    @Override
    public int available() {
        return Math.max(0, bytes.length - position);
    }
}
