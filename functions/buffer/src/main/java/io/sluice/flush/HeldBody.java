package io.sluice.flush;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// A small object whose bytes are made anew, in memory.
///
/// @param bytes not to be changed
record HeldBody(byte[] bytes) implements BodyMaker.ObjectBody {
    /// @throws UncheckedIOException when the content cannot be made
    static HeldBody of(SpooledBody.Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            content.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException("making an object of staged chunks", e);
        }
        return new HeldBody(out.toByteArray());
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }
}
