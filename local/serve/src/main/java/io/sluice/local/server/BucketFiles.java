package io.sluice.local.server;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The objects of a bucket as files under their [names][FileNames]. Safe for concurrent use.
final class BucketFiles {
    private final Path folder;
    /// Whether the file system tells names apart that differ in letters' case alone.
    private final boolean tellsCase;

    /// @param folder the bucket's, in one that exists
    BucketFiles(Path folder) {
        this.folder = folder;
        this.tellsCase = tellsCase(folder.toAbsolutePath().getParent());
    }

    private static boolean tellsCase(@Nullable Path existing) {
        if (existing == null || existing.getFileName() == null) {
            return true;
        }
        String name = existing.getFileName().toString();
        String upper = name.toUpperCase(Locale.ROOT);
        String other = upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper;
        return other.equals(name)
                ? tellsCase(existing.getParent())
                : Files.notExists(existing.resolveSibling(other), LinkOption.NOFOLLOW_LINKS);
    }

    /// What a name is to lead to.
    private enum Kind {
        FILE, FOLDER
    }

    Path folder() {
        return folder;
    }

    /// The file of a key: where it is, or where it would be.
    ///
    /// @throws IOException when other programs' files and folders leave no place for it
    Path file(String key) throws IOException {
        int slash = key.lastIndexOf('/');
        return place(slash < 0 ? folder : folder(key.substring(0, slash)), key.substring(slash + 1), Kind.FILE);
    }

    /// The folder of all keys that go on with a slash: where it is, or where it would be.
    Path folder(String keys) throws IOException {
        Path at = folder;
        for (String segment : keys.split("/", -1)) {
            at = place(at, segment, Kind.FOLDER);
        }
        return at;
    }

    private Path place(Path parent, String segment, Kind kind) throws IOException {
        Path usual = parent.resolve(FileNames.usual(segment));
        if (is(usual, kind)) {
            return usual;
        }
        Path other = parent.resolve(FileNames.other(segment));
        if (is(other, kind) || Files.notExists(usual, LinkOption.NOFOLLOW_LINKS)) {
            return is(other, kind) ? other : usual;
        }
        if (Files.notExists(other, LinkOption.NOFOLLOW_LINKS)) {
            return other;
        }
        throw new IOException("no place is left for '" + segment + "' in " + parent + ": " + usual + " and " + other
                + " are something else; move one of them away");
    }

    private boolean is(Path place, Kind kind) throws IOException {
        return (kind == Kind.FILE ? Files.isRegularFile(place) : Files.isDirectory(place)) && isExactly(place);
    }

    private boolean isExactly(Path place) throws IOException {
        return tellsCase || place.toRealPath(LinkOption.NOFOLLOW_LINKS).getFileName().equals(place.getFileName());
    }

    /// Whether an object may be replaced.
    enum Publication {
        ONCE, REPLACING
    }

    /// Makes a written file the object of a key, in one step.
    ///
    /// @return false when there is one already that may not be replaced
    synchronized boolean publish(Path written, String key, Publication publication) throws IOException {
        while (true) {
            Path file = file(key);
            try {
                Files.createDirectories(file.getParent());
                if (publication == Publication.ONCE) {
                    return link(written, file);
                }
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return true;
            } catch (NoSuchFileException e) {
                // The last object of its folder was deleted in between, and the folder with it.
                if (Files.notExists(written)) {
                    throw e;
                }
            } catch (FileAlreadyExistsException e) {
                if (Files.isRegularFile(file(key)) && publication == Publication.ONCE) {
                    return false;
                }
                // Another process made a folder or a file of it in between: there is another name for it.
            }
        }
    }

    /// A rename would replace what is there.
    private static boolean link(Path written, Path file) throws IOException {
        try {
            Files.createLink(file, written);
        } catch (FileAlreadyExistsException | NoSuchFileException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // No links here, as on exFAT: within this process none comes in between.
            if (Files.exists(file)) {
                return false;
            }
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
        Files.delete(written);
        return true;
    }

    /// Whether a file is the object of that key, and not another program's with a name that stands for the same.
    boolean isObject(Path file, String key) throws IOException {
        return file(key).equals(file);
    }

    /// What lies in a folder of it, by name; nothing where there is none.
    static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> each = Files.list(folder)) {
            return each.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
