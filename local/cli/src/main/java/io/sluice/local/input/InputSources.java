package io.sluice.local.input;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Inputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what the arguments of `--input` name, in their order; a folder stands for all files in it and below, by name.
/// Files and folders whose name starts with a dot are left out of a folder, and so are links to folders; both are told.
public final class InputSources {
    /// The argument that stands for standard input.
    public static final String STANDARD_INPUT = "-";

    private static final int NAMED_MAX = 3;

    private InputSources() {}

    /// @param arguments     paths, addresses in S3, or `-`
    /// @param standardInput what `-` reads
    /// @param objects       finds what addresses mean
    /// @param notices       takes sentences about what is left out of a folder
    /// @throws InputException when one does not exist or can't be read, before anything is read
    public static List<InputSource> find(List<String> arguments, InputStream standardInput, S3Inputs objects,
            Consumer<String> notices) {
        List<InputSource> sources = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals(STANDARD_INPUT)) {
                sources.add(new InputSource(i + ":-", "standard input", -1, () -> standardInput));
            } else if (S3Address.isOne(argument)) {
                sources.addAll(objects.find(i, S3Address.parse(argument), notices));
            } else {
                addPath(i, Path.of(argument), sources, notices);
            }
        }
        return List.copyOf(sources);
    }

    /// The same with addresses in AWS alone.
    public static List<InputSource> find(List<String> arguments, InputStream standardInput,
            Consumer<String> notices) {
        return find(arguments, standardInput, new S3Inputs(new S3Access(Optional.empty())), notices);
    }

    private static void addPath(int index, Path path, List<InputSource> sources, Consumer<String> notices) {
        if (!Files.isDirectory(path)) {
            sources.add(file(index + ":" + path.getFileName(), path));
            return;
        }
        List<Path> left = new ArrayList<>();
        int before = sources.size();
        for (Path file : files(path)) {
            if (isHidden(path.relativize(file)) || Files.isDirectory(file)) {
                left.add(file);
            } else {
                requireFile(path, file);
                sources.add(file(index + ":" + slashed(path.relativize(file)), file));
            }
        }
        if (sources.size() == before) {
            throw new InputException("The input folder " + path + " has no files" + (left.isEmpty()
                    ? ""
                    : " but " + leftOut(path, left)));
        }
        if (!left.isEmpty()) {
            notices.accept("Of the input folder " + path + ", " + leftOut(path, left));
        }
    }

    /// Everything below `folder` that is no folder itself, by name.
    private static List<Path> files(Path folder) {
        try {
            Path top = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
            return below(top).stream().map(file -> folder.resolve(top.relativize(file)))
                    .sorted(Comparator.comparing(file -> slashed(folder.relativize(file)))).toList();
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("The input folder " + folder + " can't be read: " + e.getMessage(), e);
        }
    }

    private static List<Path> below(Path top) throws IOException {
        try (Stream<Path> tree = Files.walk(top)) {
            return tree.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).toList();
        }
    }

    private static String leftOut(Path folder, List<Path> files) {
        String named = files.stream().limit(NAMED_MAX).map(file -> slashed(folder.relativize(file)))
                .collect(Collectors.joining(", "));
        int more = files.size() - NAMED_MAX;
        return named + (more > 0 ? " and " + more + " more" : "")
                + (files.size() == 1 ? " is" : " are") + " left out: names that begin with a dot, and links to folders,"
                + " are read where they are named themselves";
    }

    /// A pipe, a socket or a device is read where it is named, and not where it is found.
    private static void requireFile(Path folder, Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new InputException("The input folder " + folder + " holds " + slashed(folder.relativize(file))
                    + ", which is no file but a pipe, a socket or a device, and reading it might never end; move it"
                    + " away, or name the files to read");
        }
    }

    private static InputSource file(String id, Path file) {
        if (!Files.exists(file)) {
            throw new InputException("The input " + file + (Files.isSymbolicLink(file)
                    ? " is a link to " + target(file) + ", which is not there; mend or remove the link"
                    : " does not exist"));
        }
        if (!Files.isReadable(file)) {
            throw new InputException("The input " + file + " can't be read: permission denied");
        }
        try {
            return InputSource.of(id, file, Files.isRegularFile(file) ? Files.size(file) : -1);
        } catch (IOException e) {
            throw new InputException("The input " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "what can't be read (" + e.getMessage() + ")";
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
