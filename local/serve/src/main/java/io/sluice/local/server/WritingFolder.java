package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// A place for files while they are written: beside the buckets, where no reader of a bucket lists them, and on their
/// file system, so that a file is an object from one moment to the next. Whoever opens it sweeps what processes left
/// that were killed; its callers see to it that one process at a time works in the folder of the buckets.
public final class WritingFolder implements AutoCloseable {
    /// Its name beside the buckets.
    public static final String NAME = ".sluice-writing";
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path shared;
    private final Path folder;

    private WritingFolder(Path shared, Path folder) {
        this.shared = shared;
        this.folder = folder;
    }

    /// @param root the folder that the buckets are in
    static WritingFolder open(Path root) throws IOException {
        Path shared = root.resolve(NAME);
        Path own = shared.resolve(UUID.randomUUID().toString());
        OPEN.add(own);
        sweep(shared);
        return new WritingFolder(shared, own);
    }

    private static void sweep(Path shared) throws IOException {
        if (!Files.isDirectory(shared)) {
            return;
        }
        List<Path> left;
        try (Stream<Path> each = Files.list(shared)) {
            left = each.filter(folder -> !OPEN.contains(folder)).toList();
        }
        for (Path folder : left) {
            Folders.delete(folder);
        }
    }

    /// A name for a file that is to be written, as the file store names a container: relative to the buckets' folder.
    /// Its folder is made.
    String container() throws IOException {
        Files.createDirectories(folder);
        return NAME + "/" + folder.getFileName();
    }

    /// The file of that name in the container.
    Path file(String name) {
        return folder.resolve(name);
    }

    /// Removes it with all that is in it.
    @Override
    public void close() {
        try {
            if (Files.isDirectory(folder)) {
                Folders.delete(folder);
            }
            OPEN.remove(folder);
            if (Files.isDirectory(shared) && isEmpty(shared)) {
                Files.deleteIfExists(shared);
            }
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            // Another one removed the shared folder, or makes a place of its own in it; what is left is swept.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove what was being written in " + folder, e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> each = Files.list(folder)) {
            return each.findAny().isEmpty();
        }
    }
}
