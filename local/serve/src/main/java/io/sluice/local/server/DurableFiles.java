package io.sluice.local.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and folders that are there after a power failure, and that nobody but their owner reads.
public final class DurableFiles {
    private DurableFiles() {}

    private static FileAttribute<?>[] permissions(Path at, String permissions) {
        return at.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    /// Makes a folder and those above it, as far as they are missing.
    public static void makeFolder(Path folder) throws IOException {
        makeFolder(folder, permissions(folder, "rwx------"));
    }

    /// The same for whoever the process lets look into what it makes.
    public static void makeSharedFolder(Path folder) throws IOException {
        makeFolder(folder, new FileAttribute<?>[0]);
    }

    private static void makeFolder(Path folder, FileAttribute<?>[] permissions) throws IOException {
        Path whole = folder.toAbsolutePath();
        Path parent = whole.getParent();
        if (parent == null) {
            return;
        }
        if (Files.isDirectory(whole)) {
            forceName(parent);
            return;
        }
        makeFolder(parent, permissions);
        try {
            Files.createDirectory(whole, permissions);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(whole)) {
                throw e;
            }
        }
        forceFolder(parent);
    }

    /// Of a folder that is there already: who made it may have been killed before its name was on the disk. Where that
    /// can't be waited for, somebody else made it.
    private static void forceName(Path parent) throws IOException {
        try {
            forceFolder(parent);
        } catch (AccessDeniedException e) {
            // It was made long ago.
        }
    }

    /// The folder that a file or folder is in; of a file system's root it is itself.
    public static Path parent(Path of) {
        Path whole = of.toAbsolutePath();
        Path parent = whole.getParent();
        return parent == null ? whole : parent;
    }

    /// Opens a file; one that is made is there for certain after [#forceFolder].
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), permissions(file, "rw-------"));
    }

    /// Returns when a file's bytes and attributes are on the disk.
    public static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /// Returns when the names in a folder are on the disk.
    public static void forceFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /// Gives a file of a folder another name in it, in the place of the file that has it.
    public static void rename(Path file, Path name) throws IOException {
        Files.move(file, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(parent(name));
    }

    /// Replaces a file's content, or makes the file. It holds the old content or the new one whenever the machine
    /// stops, and the new one when this returns.
    public static void replace(Path file, byte[] content) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        rename(written, file);
    }

    /// Deletes a file, if it is there.
    public static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            forceFolder(parent(file));
        }
    }
}
