package io.sluice.local.verify;

import io.sluice.input.RangedBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// An object that is a file, read from anywhere in it.
record FileRanges(FileChannel file, long length) implements RangedBytes {
    static FileRanges of(FileChannel file) throws IOException {
        return new FileRanges(file, file.size());
    }

    @Override
    public byte[] read(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return bytes.array();
    }
}
