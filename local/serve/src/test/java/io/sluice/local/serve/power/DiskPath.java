package io.sluice.local.serve.power;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A path on a [Disk], spelled as the machine's own are.
record DiskPath(DiskFileSystem disk, Path name) implements Path {
    static DiskPath of(Path path) {
        return (DiskPath) path;
    }

    /// The names from the root to it.
    List<String> names() {
        List<String> names = new ArrayList<>();
        name.toAbsolutePath().normalize().forEach(each -> names.add(each.toString()));
        return names;
    }

    private @Nullable Path with(@Nullable Path other) {
        return other == null ? null : new DiskPath(disk, other);
    }

    private DiskPath at(Path other) {
        return new DiskPath(disk, other);
    }

    private static Path name(Path other) {
        return of(other).name;
    }

    @Override
    public FileSystem getFileSystem() {
        return disk;
    }

    @Override
    public boolean isAbsolute() {
        return name.isAbsolute();
    }

    @Override
    public @Nullable Path getRoot() {
        return with(name.getRoot());
    }

    @Override
    public @Nullable Path getFileName() {
        return with(name.getFileName());
    }

    @Override
    public @Nullable Path getParent() {
        return with(name.getParent());
    }

    @Override
    public int getNameCount() {
        return name.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return at(name.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return at(name.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return name.startsWith(name(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return name.endsWith(name(other));
    }

    @Override
    public Path normalize() {
        return at(name.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return at(name.resolve(name(other)));
    }

    @Override
    public Path relativize(Path other) {
        return at(name.relativize(name(other)));
    }

    @Override
    public URI toUri() {
        return URI.create("disk://" + name.toAbsolutePath());
    }

    @Override
    public Path toAbsolutePath() {
        return at(name.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return at(name.toAbsolutePath().normalize());
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers)
            throws IOException {
        throw new IOException("nothing is watched here");
    }

    @Override
    public int compareTo(Path other) {
        return name.compareTo(name(other));
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
