package io.sluice.local.run;

import io.sluice.local.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A folder taken by one process: a locked file in it, which says whose it is and goes when it is let go of. The lock
/// of a process that was killed ends with the process.
public final class FolderLock implements Closeable {
    static final String FILE = ".sluice-lock";
    private static final Pattern CONTENT = Pattern.compile("process (\\d+), .*", Pattern.DOTALL);

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// Takes `folder`, which exists.
    ///
    /// @throws UsageException when another process has it, which is named
    /// @throws IOException    when the folder can't be written
    public static FolderLock take(OutFolder folder) throws IOException {
        Path file = folder.resolve(FILE);
        while (true) {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (!isFree(channel)) {
                    throw new UsageException("Another ./sluice (process " + owner(file) + ") is using the folder "
                            + folder + "; wait until it is done, or name another folder with --out");
                }
                if (isStill(file, channel)) {
                    return new FolderLock(file, channel);
                }
                channel.close();
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /// Whether the locked file is the one that others find. The owner before may have deleted it after it was opened
    /// here.
    private static boolean isStill(Path file, FileChannel channel) throws IOException {
        String mine = "process " + ProcessHandle.current().pid() + ", " + UUID.randomUUID() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(mine.getBytes(StandardCharsets.UTF_8)), 0);
        try {
            return Files.readString(file).equals(mine);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

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
        if (channel.isOpen()) {
            try {
                Files.deleteIfExists(file);
            } finally {
                channel.close();
            }
        }
    }
}
