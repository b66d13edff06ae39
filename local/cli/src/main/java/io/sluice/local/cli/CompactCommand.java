package io.sluice.local.cli;

import io.sluice.compaction.CompactionPlan;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.view.DayMoveException;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice compact`: days that are over, in fewer and larger objects.
@Command(name = "compact", sortOptions = false, description = {
        "Joins the small objects of days that are over to large ones in the same folders under another prefix, as",
        "Sluice.Compaction says, exactly once, and moves the view over both one day at a time. Run it again after",
        "whatever ended it: it carries on."})
final class CompactCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE",
            description = "The configuration of the stream, with Sluice.Compaction.")
    private Path config = Path.of("");

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of the run that delivered its objects (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--keep-minutes", paramLabel = "N",
            description = "How long joined objects stay, for queries under way (default: KeepSourceForMinutes).")
    private Optional<Integer> keepMinutes = Optional.empty();

    @Option(names = "--dry-run", description = "Print what would be joined, and change nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    CompactCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration configuration = file.require(console);
        if (keepMinutes.filter(minutes -> minutes < 0).isPresent()) {
            throw new UsageException("--keep-minutes is at least 0");
        }
        Optional<Duration> grace = keepMinutes.map(Duration::ofMinutes);
        try {
            CompactionPlan.settings(configuration, configuration.bucket(), grace);
            return new DayMoveJob(DayMoveReport.Kind.COMPACTION, console, configuration,
                    file.forBuffering(configuration, console), configuration.prefix().literalHead(),
                    OutFolder.of(out)).run(lake -> lake.compaction(grace, Deadline.NONE),
                            dryRun ? DayMoveJob.Extent.LISTED : DayMoveJob.Extent.REMOVED,
                            json ? RunJob.Output.JSON : RunJob.Output.TEXT);
        } catch (DayMoveException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
