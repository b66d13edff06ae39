package io.sluice.input;

import java.io.IOException;

/// The bytes of a file, or of one version of an object, read from anywhere in it.
public interface RangedBytes {
    /// In bytes; never changes.
    long length();

    /// Bytes from `offset` on; exactly `length` of them, which are there.
    byte[] read(long offset, int length) throws IOException;
}
