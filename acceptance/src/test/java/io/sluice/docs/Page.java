package io.sluice.docs;

import io.sluice.docs.Block.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A page of documentation.
///
/// @param name   path in the checkout
/// @param text   the whole page
/// @param blocks its fenced blocks, in order
/// @param faults what in its form leaves open whether a command is run, a line each
record Page(String name, String text, List<Block> blocks, List<String> faults) {
    /// Folders that hold no pages of the project's.
    private static final Set<String> PASSED = Set.of("target", "node_modules", "cdk.out", "out", "out-redrive");

    Page {
        blocks = List.copyOf(blocks);
        faults = List.copyOf(faults);
    }

    /// All pages of the checkout at `root`, in the order of their names.
    static List<Page> all(Path root) throws IOException {
        List<String> names = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes unused) {
                String name = folder.getFileName().toString();
                boolean passed = !folder.equals(root) && (name.startsWith(".") || PASSED.contains(name));
                return passed ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
                if (file.toString().endsWith(".md")) {
                    names.add(root.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return names.stream().sorted().map(name -> read(root, name)).toList();
    }

    private static Page read(Path root, String name) {
        try {
            return new PageReader(name, Files.readString(root.resolve(name))).page();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " can't be read", e);
        }
    }

    /// Its blocks of commands that are run.
    List<Commands> run() {
        return commands().filter(each -> each.whyNotRun().isEmpty()).toList();
    }

    /// Its blocks of commands, run or not.
    Stream<Commands> commands() {
        return blocks.stream().filter(Commands.class::isInstance).map(Commands.class::cast);
    }
}
