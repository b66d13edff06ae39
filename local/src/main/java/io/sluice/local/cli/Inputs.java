package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.local.UsageException;
import io.sluice.local.input.InputSource;
import io.sluice.local.input.InputSources;
import io.sluice.local.run.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The inputs that the user names, checked before anything is begun.
final class Inputs {
    private Inputs() {}

    /// @param arguments of `--input`
    /// @param out       where objects will go, which must not be read at the same time
    /// @throws UsageException when one can't be read, or can't be read again by a run that is resumed
    static List<InputSource> find(List<String> arguments, Console console, Run.Start start, Path out) {
        for (String argument : arguments) {
            Path folder = Path.of(argument);
            if (Files.isDirectory(folder) && absolute(out).startsWith(absolute(folder))) {
                throw new UsageException("The folder " + out + " of --out lies in the input " + folder
                        + ", so a run would read what it writes; name another one with --out");
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
        try {
            return InputSources.find(arguments, console.in());
        } catch (InputException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
