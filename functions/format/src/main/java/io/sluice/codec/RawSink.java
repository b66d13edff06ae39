package io.sluice.codec;

import java.io.IOException;

/// Takes raw bytes, which it copies or is done with when it returns.
@FunctionalInterface
public interface RawSink {
    void append(byte[] data, int offset, int length) throws IOException;

    /// Adds a whole array, see [#append(byte[], int, int)].
    default void append(byte[] data) throws IOException {
        append(data, 0, data.length);
    }
}
