package io.sluice.local.input;

import io.sluice.local.records.FileStamp;
import java.io.IOException;
import java.nio.file.Path;

/// A file as it was before anything of it was read.
record StampedFile(Path file, FileStamp stamp) {
    static StampedFile of(Path file) throws IOException {
        return new StampedFile(file, FileStamp.of(file));
    }

    /// Tests whether somebody wrote to it since.
    boolean isChanged() throws IOException {
        return !FileStamp.of(file).equals(stamp);
    }
}
