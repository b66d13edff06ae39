package io.sluice.objects;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/// The bytes of an object to write. Can be opened more than once (a retried request sends them again) and gives the
/// same bytes each time.
public interface Body {
    /// Exact number of bytes that [#open] gives.
    long length();

    /// A fresh stream over the bytes; the caller closes it.
    InputStream open();

    static Body of(byte[] bytes) {
        return new Body() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
    }
}
