package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/// An input of the run.
///
/// @param source distinct for each
/// @param name   in findings
/// @param opener opens it from its start, any number of times
/// @param file   where it is, if it is a file of its own: only then it can be Parquet
public record InputFile(String source, String name, Opener opener, Optional<Path> file) {
    /// Opens an input's bytes, as they lie there.
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }
}
