package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.Archives;
import io.sluice.local.input.InputSources;
import io.sluice.local.records.InputSource;
import io.sluice.local.run.Run;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Access;
import io.sluice.local.s3.S3Address;
import io.sluice.local.s3.S3Inputs;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The inputs that the user names, checked before anything is begun.
final class Inputs {
    /// A pattern that a shell leaves as it is: no file matches, or it stands in quotes.
    private static final Pattern GLOB = Pattern.compile("[*?\\[]");

    private Inputs() {}

    /// @param arguments of `--input`
    /// @param out       where objects will go, which must not be read at the same time
    /// @param bucket    the folder in it that they will go to
    /// @throws UsageException when one can't be read, or can't be read again by a run that is resumed
    static List<InputSource> find(List<String> arguments, Console console, S3Access access, Run.Start start,
            OutFolder out, String bucket) {
        requireNames(arguments);
        for (String argument : arguments) {
            if (real(argument).filter(input -> meet(input, out, bucket)).isPresent()) {
                throw new UsageException("The folder " + out + " of --out and the input " + argument
                        + " lie in each other, so a run would read what it writes; name another one with --out");
            }
        }
        List<InputSource> sources = find(arguments, console, access);
        for (InputSource source : sources) {
            if (start == Run.Start.RESUMED && source.isLive()) {
                throw new UsageException(
                        "A run over " + source.displayName() + " can't be resumed: it can't be read again");
            }
        }
        return sources;
    }

    /// @param arguments paths, addresses in S3, or `-`
    /// @throws UsageException when one can't be read
    static List<InputSource> find(List<String> arguments, Console console, S3Access access) {
        requireNames(arguments);
        List<String> named = arguments.stream().flatMap(argument -> isPattern(argument)
                ? matches(argument).stream()
                : Stream.of(argument)).toList();
        try {
            return InputSources.find(named, console.in(), new S3Inputs(access), console::warning);
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /// The files of records that `arguments` name; an archive stands for the files in it.
    ///
    /// @throws UsageException when one can't be read
    static List<InputSource> records(List<String> arguments, Console console, S3Access access) {
        return unpacked(find(arguments, console, access), console, access);
    }

    /// The same of a run: what [#find(List, Console, S3Access, Run.Start, OutFolder, String)] gives, and of archives
    /// nothing that does not hold to its end.
    static List<InputSource> records(List<String> arguments, Console console, S3Access access, Run.Start start,
            OutFolder out, String bucket) {
        List<InputSource> sources = unpacked(find(arguments, console, access, start, out, bucket), console,
                access);
        try {
            Archives.requireSound(sources);
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
        return sources;
    }

    private static List<InputSource> unpacked(List<InputSource> sources, Console console, S3Access access) {
        try {
            return Archives.unpacked(sources, access::asFile, console::warning);
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static void requireNames(List<String> arguments) {
        for (String argument : arguments) {
            if (argument.isBlank()) {
                throw new UsageException("An input's name is empty; name a file or a folder, or - for standard input");
            }
            if (S3Address.isOne(argument)) {
                continue;
            }
            if (argument.contains("://")) {
                throw new UsageException(
                        "The input " + argument + " is an address of another kind than s3://BUCKET/KEY;"
                                + " download it, and name the file");
            }
            if (isPattern(argument) && matches(argument).isEmpty()) {
                throw new UsageException("The input " + argument + " does not exist; no file matches the pattern");
            }
        }
    }

    private static boolean isPattern(String argument) {
        return !S3Address.isOne(argument) && GLOB.matcher(argument).find() && real(argument).isEmpty();
    }

    /// The files that a pattern in quotes means, by name; none where there are none, or a folder has a pattern.
    private static List<String> matches(String pattern) {
        int name = pattern.lastIndexOf('/') + 1;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(pattern.substring(0, name)),
                pattern.substring(name))) {
            return StreamSupport.stream(files.spliterator(), false).map(Path::toString).sorted().toList();
        } catch (IOException | PatternSyntaxException | InvalidPathException e) {
            return List.of();
        }
    }

    /// Returns the path that `argument` leads to; empty when it is no file, as `-` is none.
    private static Optional<Path> real(String argument) {
        try {
            return Optional.of(Path.of(argument).toRealPath());
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean meet(Path input, OutFolder out, String bucket) {
        return (Files.isDirectory(input) && out.path().startsWith(input)) || input.startsWith(out.resolve(bucket))
                || Workspace.isState(out, input);
    }
}
