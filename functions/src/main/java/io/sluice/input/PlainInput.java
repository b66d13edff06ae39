package io.sluice.input;

import java.io.IOException;
import java.io.InputStream;

/// Bytes as they are.
final class PlainInput implements ByteInput {
    private final InputStream in;

    PlainInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        return in.read(target, from, length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
