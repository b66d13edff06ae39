package io.sluice.local.records;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/// A file's size and the time of its last change: another one when somebody wrote to it.
public record FileStamp(long bytes, Instant modified) {
    /// Changes that the times of some file systems do not tell apart.
    private static final Duration BLUR = Duration.ofSeconds(2);

    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(attributes.size(), attributes.lastModifiedTime().toInstant());
    }

    /// Tells that a change from `now` on may leave the stamp as it is.
    public boolean isBlurredAt(Instant now) {
        return modified.isAfter(now.minus(BLUR));
    }
}
