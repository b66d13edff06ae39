package io.sluice.simulation;

import io.sluice.objects.Body;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// Reads what is to be written.
public final class Bodies {
    private Bodies() {}

    /// All bytes of a body.
    ///
    /// @throws UncheckedIOException when they cannot be read
    public static byte[] bytes(Body body) {
        try (InputStream in = body.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
