package io.sluice.local.serve.power;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the JDK asks of a file system, as far as a server asks it of the JDK, on a [Disk].
final class DiskProvider extends FileSystemProvider {
    private static final FileTime MADE = FileTime.fromMillis(0);

    private final Disk disk;

    DiskProvider(Disk disk) {
        this.disk = disk;
    }

    @Override
    public String getScheme() {
        return "disk";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("a disk has its file system");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException("a disk has no address");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("a disk has no address");
    }

    private Node node(Path path) throws IOException {
        return disk.find(DiskPath.of(path).names()).orElseThrow(() -> new NoSuchFileException(path.toString()));
    }

    @Override
    public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options,
            FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        List<String> names = DiskPath.of(path).names();
        Optional<Node> found = disk.find(names);
        boolean mayCreate = options.contains(StandardOpenOption.CREATE)
                || options.contains(StandardOpenOption.CREATE_NEW);
        if (found.isPresent() && options.contains(StandardOpenOption.CREATE_NEW)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        if (found.isEmpty() && !mayCreate) {
            throw new NoSuchFileException(path.toString());
        }
        Node node = found.isPresent() ? found.get() : disk.createFile(names);
        if (options.contains(StandardOpenOption.TRUNCATE_EXISTING) && node instanceof Node.OfFile file) {
            disk.truncate(file, 0);
        }
        return new DiskChannel(disk, names, node);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String name : disk.names(DiskPath.of(folder).names())) {
            Path path = folder.resolve(name);
            if (filter.accept(path)) {
                paths.add(path);
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return paths.iterator();
            }

            @Override
            public void close() {
                // Nothing to let go of.
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        disk.createFolder(DiskPath.of(folder).names());
    }

    @Override
    public void delete(Path path) throws IOException {
        disk.delete(DiskPath.of(path).names());
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException("nothing is copied here");
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        disk.rename(DiskPath.of(source).names(), DiskPath.of(target).names());
    }

    @Override
    public boolean isSameFile(Path one, Path other) {
        return one.equals(other);
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException("a disk has room for all");
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        node(path);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        throw new UnsupportedOperationException(type.getName());
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return type.cast(attributes(node(path)));
    }

    private BasicFileAttributes attributes(Node node) {
        long size = node instanceof Node.OfFile file ? disk.read(file).length : 0;
        return new Attributes(node, size);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
            throws IOException {
        return Map.of("ino", node(path).number(), "ctime", MADE);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException(attribute);
    }

    private record Attributes(Node node, long size) implements BasicFileAttributes {
        @Override
        public FileTime lastModifiedTime() {
            return MADE;
        }

        @Override
        public FileTime lastAccessTime() {
            return MADE;
        }

        @Override
        public FileTime creationTime() {
            return MADE;
        }

        @Override
        public boolean isRegularFile() {
            return node instanceof Node.OfFile;
        }

        @Override
        public boolean isDirectory() {
            return node instanceof Node.OfFolder;
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }

        @Override
        public Object fileKey() {
            return node.number();
        }
    }
}
