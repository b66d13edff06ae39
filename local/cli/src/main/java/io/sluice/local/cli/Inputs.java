package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.InputSources;
import io.sluice.local.records.InputSource;
import io.sluice.local.run.Run;
import io.sluice.local.run.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The inputs that the user names, checked before anything is begun.
final class Inputs {
    /// A pattern that a shell leaves as it is where no file matches.
    private static final Pattern GLOB = Pattern.compile("[*?\\[]");

    private Inputs() {}

    /// @param arguments of `--input`
    /// @param out       where objects will go, which must not be read at the same time
    /// @param bucket    the folder in it that they will go to
    /// @throws UsageException when one can't be read, or can't be read again by a run that is resumed
    static List<InputSource> find(List<String> arguments, Console console, Run.Start start, OutFolder out,
            String bucket) {
        requireNames(arguments);
        for (String argument : arguments) {
            if (real(argument).filter(input -> meet(input, out, bucket)).isPresent()) {
                throw new UsageException("The folder " + out + " of --out and the input " + argument
                        + " lie in each other, so a run would read what it writes; name another one with --out");
            }
        }
        List<InputSource> sources = find(arguments, console);
        for (InputSource source : sources) {
            if (start == Run.Start.RESUMED && source.isLive()) {
                throw new UsageException(
                        "A run over " + source.displayName() + " can't be resumed: it can't be read again");
            }
        }
        return sources;
    }

    /// @param arguments paths, or `-`
    /// @throws UsageException when one can't be read
    static List<InputSource> find(List<String> arguments, Console console) {
        requireNames(arguments);
        try {
            return InputSources.find(arguments, console.in(), console::warning);
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static void requireNames(List<String> arguments) {
        for (String argument : arguments) {
            if (argument.isBlank()) {
                throw new UsageException("An input's name is empty; name a file or a folder, or - for standard input");
            }
            if (GLOB.matcher(argument).find() && real(argument).isEmpty()) {
                throw new UsageException("The input " + argument + " does not exist; no file matches the pattern");
            }
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
