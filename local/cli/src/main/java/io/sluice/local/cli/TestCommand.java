package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.expect.Cases;
import io.sluice.local.expect.FileResult;
import io.sluice.local.expect.JUnitReport;
import io.sluice.local.expect.TapReport;
import io.sluice.local.expect.TestFile;
import io.sluice.local.expect.TextReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice test`: expectations of where records go, held against what the stream's own steps make of them.
@Command(name = "test", sortOptions = false, description = {
        "Runs the expectations that stand beside configurations: records in, and their keys, prefix or error out.",
        "Starts no server. Exit status 1 when an expectation is not met, 2 when a file is not understood."})
final class TestCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..*", paramLabel = "FILE|FOLDER", description = {
            "Files of expectations (docs/how-to/test.md), or folders with test.yaml, test.json, NAME.test.yaml or"
                    + " NAME.test.json in them (default: the current folder)."})
    private List<Path> named = List.of(Path.of("."));

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--tap", description = "Print the Test Anything Protocol instead of text.")
    private boolean tap;

    @Option(names = "--junit", paramLabel = "FILE",
            description = "Also write JUnit XML to FILE, replacing an existing one.")
    private Optional<Path> junit = Optional.empty();

    TestCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Map<TestFile, StreamConfiguration> files = read();
        boolean custom = files.values().stream().anyMatch(TestCommand::hasPlugin);
        if (plugins.isGiven() && !custom) {
            throw new UsageException("--plugin is given, and no configuration that is tested names a plug-in; leave it"
                    + " out, or name one in Sluice.Transformer or Sluice.KeyExtractor");
        }
        List<FileResult> results = new ArrayList<>();
        files.forEach((file, stream) -> results.add(run(file, stream)));
        if (tap) {
            TapReport.print(results, console.out());
        } else {
            TextReport.print(results, console.out());
        }
        if (junit.isPresent()) {
            write(results, junit.get());
        }
        return results.stream().allMatch(each -> each.failed() == 0) ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /// All of them, before any case is run.
    private Map<TestFile, StreamConfiguration> read() throws IOException {
        Map<TestFile, StreamConfiguration> files = new LinkedHashMap<>();
        for (Path path : TestFiles.find(named)) {
            TestFile file = TestFiles.read(path);
            files.put(file, ConfigurationFile.read(path.resolveSibling(file.configuration())).require(console));
        }
        return files;
    }

    private static boolean hasPlugin(StreamConfiguration stream) {
        return stream.sluice().transformer().isPresent() || stream.sluice().keyExtractor().isPresent();
    }

    private FileResult run(TestFile file, StreamConfiguration stream) {
        if (!hasPlugin(stream)) {
            return new Cases(stream).run(file);
        }
        try (var _ = plugins.load(stream)) {
            return new Cases(stream).run(file);
        }
    }

    private static void write(List<FileResult> results, Path file) {
        try (OutputStream to = Files.newOutputStream(file)) {
            JUnitReport.write(results, to);
        } catch (IOException e) {
            throw new UsageException("--junit: " + file + " can't be written: " + e);
        }
    }
}
