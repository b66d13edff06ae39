package io.sluice.local.cli;

import io.sluice.app.PluginJars;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/// `--plugin`, of every command that builds a stream's functions.
final class PluginOption {
    @Option(names = "--plugin", paramLabel = "JAR", description = {
            "A jar with the plug-in that Sluice.Transformer or Sluice.KeyExtractor names; repeat it for several.",
            "See docs/how-to/plugins.md."})
    private List<Path> jars = List.of();

    boolean isGiven() {
        return !jars.isEmpty();
    }

    /// Until the answer is closed, streams that this thread, or one that it starts, makes have their plug-ins.
    ///
    /// @throws UsageException when a jar can't be used
    PluginJars load() {
        try {
            return PluginJars.load(jars);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--plugin: " + e.getMessage());
        }
    }

    /// Until the answer is closed, what this thread builds for `stream` has its plug-ins.
    ///
    /// @throws UsageException when a jar can't be used, or a plug-in that the stream names is nowhere
    PluginJars load(StreamConfiguration stream) {
        try {
            return PluginJars.load(jars, stream);
        } catch (IllegalArgumentException e) {
            throw new UsageException(isGiven()
                    ? "--plugin: " + e.getMessage()
                    : e.getMessage() + "; name the jar with --plugin");
        }
    }
}
