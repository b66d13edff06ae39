package io.sluice.local.serve.journal;

import io.sluice.local.server.DurableFiles;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// A folder of the file system.
public final class DiskFolder implements JournalFolder {
    private final Path folder;

    private DiskFolder(Path folder) {
        this.folder = folder;
    }

    /// Makes `folder` if it is not there.
    public static DiskFolder at(Path folder) throws IOException {
        DurableFiles.makeFolder(folder);
        return new DiskFolder(folder);
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Override
    public File create(String name) throws IOException {
        var file = new DiskFile(DurableFiles.open(folder.resolve(name), StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ, StandardOpenOption.WRITE));
        DurableFiles.forceFolder(folder);
        return file;
    }

    @Override
    public File open(String name) throws IOException {
        return new DiskFile(
                FileChannel.open(folder.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public void delete(String name) throws IOException {
        DurableFiles.delete(folder.resolve(name));
    }

    @Override
    public void replace(String name, String with) throws IOException {
        DurableFiles.rename(folder.resolve(name), folder.resolve(with));
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    private record DiskFile(FileChannel channel) implements File {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void write(long position, ByteBuffer bytes) throws IOException {
            long at = position;
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }

        @Override
        public void read(long position, ByteBuffer into) throws IOException {
            long at = position;
            while (into.hasRemaining()) {
                int count = channel.read(into, at);
                if (count < 0) {
                    throw new EOFException("the file ends at byte " + at);
                }
                at += count;
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
