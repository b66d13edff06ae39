package io.sluice.input;

import java.io.IOException;
import java.io.InputStream;

/// Bytes as they are.
final class PlainInput implements ByteInput {
    private final InputStream in;
    private long consumed;

    PlainInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = in.read(target, from, length);
        consumed += Math.max(read, 0);
        return read;
    }

    @Override
    public long consumed() {
        return consumed;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
