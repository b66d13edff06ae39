package io.sluice.local.folder;

import io.sluice.local.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A folder taken by one process: a locked file in it, which says whose it is and goes when it is let go of. The lock
/// of a process that was killed ends with the process.
///
/// On POSIX a process loses its lock on a file as soon as it closes *any* of its descriptors of that file. So once the
/// file is locked, this process opens it no second time: whether the path still leads to it is told by its attributes,
/// and which folders this process has, by a set in memory.
public final class FolderLock implements Closeable {
    /// Its name in the folder.
    public static final String FILE = ".sluice-lock";
    private static final Pattern CONTENT = Pattern.compile("process (\\d+)\n", Pattern.DOTALL);
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// The identity of the file that a path leads to. A number of a deleted file is given to another one, which was
    /// made at another time.
    private record Identity(@Nullable Object key, FileTime made) {
        /// Empty when there is no such file.
        static Optional<Identity> of(Path path) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                return Optional.of(new Identity(attributes.fileKey(), attributes.creationTime()));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }
    }

    /// Takes `folder`, which exists.
    ///
    /// @throws UsageException when another process has it, which is named
    /// @throws IOException    when the folder can't be written
    public static FolderLock take(OutFolder folder) throws IOException {
        Path file = folder.path().toRealPath().resolve(FILE);
        if (!HELD_HERE.add(file)) {
            throw inUse(folder, String.valueOf(ProcessHandle.current().pid()));
        }
        FileChannel locked = null;
        try {
            locked = locked(file, folder);
            String mine = "process " + ProcessHandle.current().pid() + "\n";
            locked.truncate(0);
            locked.write(ByteBuffer.wrap(mine.getBytes(StandardCharsets.UTF_8)), 0);
            return new FolderLock(file, Objects.requireNonNull(locked));
        } catch (IOException | RuntimeException e) {
            HELD_HERE.remove(file);
            if (locked != null) {
                locked.close();
            }
            throw e;
        }
    }

    private static FileChannel locked(Path file, OutFolder folder) throws IOException {
        while (true) {
            Optional<Identity> before = made(file);
            FileChannel channel;
            try {
                channel = FileChannel.open(file, StandardOpenOption.WRITE);
            } catch (NoSuchFileException e) {
                continue;
            }
            // The owner before may have deleted it since, and another one made it anew: then this one is nobody's.
            boolean opened = before.isPresent() && before.equals(Identity.of(file));
            try {
                if (opened && channel.tryLock() == null) {
                    throw inUse(folder, owner(file));
                }
                if (opened && before.equals(Identity.of(file))) {
                    return channel;
                }
                channel.close();
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static Optional<Identity> made(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // Somebody has the folder, or was killed while it had.
        }
        return Identity.of(file);
    }

    private static UsageException inUse(OutFolder folder, String owner) {
        return new UsageException("Another ./sluice (process " + owner + ") is using the folder " + folder
                + "; wait until it is done, or name another folder with --out");
    }

    /// Reads the file, which another process has locked and this one has not.
    private static String owner(Path file) throws IOException {
        try {
            Matcher content = CONTENT.matcher(Files.readString(file));
            return content.matches() ? content.group(1) : "just started";
        } catch (NoSuchFileException e) {
            return "just ended";
        }
    }

    /// Lets another process take the folder. Safe to call twice.
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } finally {
            channel.close();
            HELD_HERE.remove(file);
        }
    }
}
