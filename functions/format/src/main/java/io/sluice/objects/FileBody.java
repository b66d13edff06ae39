package io.sluice.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file's bytes. The file stays as it is for as long as the body is used.
public record FileBody(Path file, long length) implements Body {
    public static FileBody of(Path file) throws IOException {
        return new FileBody(file, Files.size(file));
    }

    /// @throws UncheckedIOException when the file is gone or cannot be read
    @Override
    public InputStream open() {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException("reading a temporary file", e);
        }
    }
}
