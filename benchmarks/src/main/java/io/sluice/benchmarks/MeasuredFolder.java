package io.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A temporary folder of one measurement, gone when it is closed.
public final class MeasuredFolder implements AutoCloseable {
    private final Path root;

    private MeasuredFolder(Path root) {
        this.root = root;
    }

    public static MeasuredFolder create() throws IOException {
        return new MeasuredFolder(Files.createTempDirectory("sluice-bench"));
    }

    /// A folder in it, made when it is not there.
    public Path folder(String name) throws IOException {
        return Files.createDirectories(root.resolve(name));
    }

    @Override
    public void close() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
