package io.sluice.local.input;

import io.sluice.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Finds what the arguments of `--input` name, in their order; a folder stands for all files in it and below, by name.
/// Files and folders whose name starts with a dot are left out of a folder.
public final class InputSources {
    /// The argument that stands for standard input.
    public static final String STANDARD_INPUT = "-";

    private InputSources() {}

    /// @param arguments     paths, or `-`
    /// @param standardInput what `-` reads
    /// @throws InputException when one does not exist or can't be read, before anything is read
    public static List<InputSource> find(List<String> arguments, InputStream standardInput) {
        List<InputSource> sources = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals(STANDARD_INPUT)) {
                sources.add(new InputSource(i + ":-", "standard input", -1, () -> standardInput));
            } else {
                addPath(i, Path.of(argument), sources);
            }
        }
        return List.copyOf(sources);
    }

    private static void addPath(int index, Path path, List<InputSource> sources) {
        if (Files.notExists(path)) {
            throw new InputException("The input " + path + " does not exist");
        }
        if (!Files.isDirectory(path)) {
            sources.add(file(index + ":" + path.getFileName(), path));
            return;
        }
        int before = sources.size();
        try (Stream<Path> tree = Files.walk(path)) {
            tree.filter(f -> !Files.isDirectory(f) && !isHidden(path.relativize(f)))
                    .sorted(Comparator.comparing(f -> slashed(path.relativize(f))))
                    .forEach(f -> sources.add(file(index + ":" + slashed(path.relativize(f)), f)));
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("The input folder " + path + " can't be read: " + e.getMessage(), e);
        }
        if (sources.size() == before) {
            throw new InputException("The input folder " + path + " has no files" + (hasFiles(path)
                    ? " but files whose names begin with a dot, which are left out"
                    : ""));
        }
    }

    private static boolean hasFiles(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.anyMatch(file -> !Files.isDirectory(file));
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("The input folder " + folder + " can't be read: " + e.getMessage(), e);
        }
    }

    private static InputSource file(String id, Path file) {
        if (!Files.isReadable(file)) {
            throw new InputException("The input " + file + " can't be read: permission denied");
        }
        try {
            return InputSource.of(id, file, Files.isRegularFile(file) ? Files.size(file) : -1);
        } catch (IOException e) {
            throw new InputException("The input " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    private static boolean isHidden(Path relative) {
        for (Path name : relative) {
            if (name.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private static String slashed(Path relative) {
        return relative.toString().replace('\\', '/');
    }
}
