package io.sluice.local.cli;

import io.sluice.local.UsageException;
import io.sluice.local.expect.TestFile;
import io.sluice.local.expect.TestFileReader;
import io.sluice.local.expect.TestSource;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds test files and reads them.
final class TestFiles {
    private static final Pattern NAME = Pattern.compile("(.*[.])?test[.](json|ya?ml)");
    /// The folders that are passed over: what builds leave, and what others wrote.
    private static final Set<String> PASSED = Set.of("target", "node_modules");

    private TestFiles() {}

    /// The files of `named`, each once, a folder's in the order of their names.
    ///
    /// @throws UsageException when one is not there, or a folder has none
    static List<Path> find(List<Path> named) throws IOException {
        Map<Path, Path> found = new LinkedHashMap<>();
        for (Path each : named) {
            List<Path> files = Files.isDirectory(each) ? in(each) : List.of(each);
            if (files.isEmpty()) {
                throw new UsageException("The folder " + each + " has no expectations: no test.yaml or test.json, and"
                        + " nothing that ends in .test.yaml or .test.json");
            }
            for (Path file : files) {
                if (!Files.exists(file)) {
                    throw new UsageException("The test file " + file + " does not exist");
                }
                found.putIfAbsent(file.toRealPath(), file);
            }
        }
        return List.copyOf(found.values());
    }

    private static List<Path> in(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes unused) {
                String name = each.equals(folder) ? "" : each.getFileName().toString();
                return name.startsWith(".") || PASSED.contains(name)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
                if (NAME.matcher(file.getFileName().toString()).matches()) {
                    files.add(folder.toString().isEmpty() || folder.equals(Path.of("."))
                            ? folder.relativize(file)
                            : file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files.stream().sorted().toList();
    }

    /// @throws UsageException when it can't be read, or says something that is not understood
    static TestFile read(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UsageException("The test file " + file + " can't be read: " + e.getMessage());
        }
        ConfigurationText text = ConfigurationText.of(file.toString(), bytes);
        Positions positions = Positions.of(text);
        return TestFileReader.read(new TestSource(file.toString(), text.json(),
                path -> positions.of(path).map(Positions.Position::line).orElse(0)));
    }
}
