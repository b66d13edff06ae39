package io.sluice.local.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The moment at which an object counts as written.
enum Writes {
    /// The operating system has it: whoever loses it by a power failure can write it again.
    CACHED,
    /// The disk has its bytes, its name and the folders on the way to it.
    FORCED;

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rw-------");

    /// Makes a folder that buckets are in.
    Path root(Path root) throws IOException {
        if (this == CACHED) {
            Files.createDirectories(root);
        } else {
            DurableFiles.makeFolder(root);
        }
        return root.toRealPath();
    }

    /// Makes sure of a file's bytes before it has its name; no reader can come to see it without them. In a folder that
    /// is its owner's alone the file is so, too.
    void beforeName(Path written, Path root) throws IOException {
        if (this == CACHED) {
            return;
        }
        if (written.getFileSystem().supportedFileAttributeViews().contains("posix")
                && !Files.getPosixFilePermissions(root).contains(PosixFilePermission.OTHERS_EXECUTE)) {
            Files.setPosixFilePermissions(written, OWNERS);
        }
        DurableFiles.force(written);
    }

    /// Makes sure of a file's name, also of one that was there: who gave it may have been killed before the disk had
    /// it.
    void afterName(Path file, Path root) throws IOException {
        if (this == CACHED) {
            return;
        }
        DurableFiles.force(file);
        Path folder = file;
        do {
            folder = DurableFiles.parent(folder);
            DurableFiles.forceFolder(folder);
        } while (!folder.equals(root) && folder.startsWith(root));
    }
}
