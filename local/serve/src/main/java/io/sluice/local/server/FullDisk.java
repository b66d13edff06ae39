package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tells a full disk from other failures, whoever reported it: a server in this process answers a bare "InternalError"
/// for it, and DynamoDB Local not even that.
public final class FullDisk {
    /// With less room than this, a failure that says nothing else is put down to the disk.
    private static final long ROOM_MIN = 1_000_000;
    /// The messages of Linux, macOS and Windows, about a full disk or a user's quota.
    private static final List<String> WORDS = List.of("No space left on device", "Disk quota exceeded",
            "There is not enough space on the disk", "database or disk is full");

    private FullDisk() {}

    /// One sentence that says so, when `failure` came of a full disk or `folder`'s has no room.
    public static Optional<String> behind(@Nullable Throwable failure, Path folder) {
        long room = room(folder);
        return saidBy(failure) || room < ROOM_MIN
                ? Optional.of("The disk of " + folder + " is full (" + room + " bytes are left); make room on it")
                : Optional.empty();
    }

    /// Tests whether `failure` or one of its causes says that a disk is full.
    public static boolean saidBy(@Nullable Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = each.getMessage();
            if (message != null && WORDS.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }

    private static long room(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask for the room in " + folder, e);
        }
    }
}
