package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;

/// An input of the run.
///
/// @param source distinct for each
/// @param name   in findings
/// @param opener opens it from its start, any number of times
public record InputFile(String source, String name, Opener opener) {
    /// Opens an input's bytes, as they lie there.
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }
}
