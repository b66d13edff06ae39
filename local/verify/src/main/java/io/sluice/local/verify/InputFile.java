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
    /// An input in a ZIP archive.
    ///
    /// @param number the entry's in the archive's directory, from 0
    public static InputFile inArchive(String source, String name, Path archive, int number) {
        return new InputFile(source, name, () -> ZippedInput.open(archive, number), Optional.empty());
    }

    /// Opens an input's bytes, as they lie there.
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }
}
