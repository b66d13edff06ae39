package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.view.AthenaSql;
import io.sluice.view.DayMoveException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice repartition`: objects that are there already, in another layout.
@Command(name = "repartition", sortOptions = false, description = {
        "Takes every object under a prefix of the stream's bucket through the stream, day by day and exactly",
        "once, and moves the view over both layouts one day at a time. Run it again after whatever ended it:",
        "it carries on."})
final class RepartitionCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE",
            description = "The configuration of the layout that the objects are moved to.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--from", required = true, paramLabel = "PREFIX",
            description = "Where the objects are; the folders behind it have the day (dt=2026-11-01/, 2026/11/01/).")
    private String from = "";

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of the run that delivered them (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--arrival", paramLabel = "JQ", description = {
            "Take each record's arrival time out of it, as run does. A record without one arrives when its",
            "object was written, within the day of the object's folder."})
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--remove-source", description = "Delete the objects of moved days.")
    private boolean removeSource;

    @Option(names = "--grace-minutes", paramLabel = "N", defaultValue = "0",
            description = "How long after the view's last change a source stays, for queries under way (default: "
                    + "${DEFAULT-VALUE}; on AWS 60).")
    private int graceMinutes;

    @Option(names = "--settled-days", paramLabel = "N", defaultValue = "7",
            description = "Days after which no more objects are expected in a day's folders (default: "
                    + "${DEFAULT-VALUE}).")
    private int settledDays = 7;

    @Option(names = "--leave-out",
            description = "Leave objects that can't be moved where they are, for good, and move the rest of their day.")
    private boolean leaveOut;

    @Option(names = "--accept-rejected",
            description = "Give rejected records to the error output; without it, their object can't be moved.")
    private boolean acceptRejected;

    @Option(names = "--source-table", paramLabel = "NAME",
            description = "The table over PREFIX (default: named after its first folder).")
    private Optional<String> sourceTable = Optional.empty();

    @Option(names = "--dry-run", description = "Print what would be moved, and change nothing.")
    private boolean dryRun;

    @Option(names = "--athena-sql", description = "Print SQL that does the same in Athena, and change nothing.")
    private boolean athenaSql;

    @Option(names = "--partitions-per-day", paramLabel = "N", defaultValue = "1000",
            description = "For --athena-sql: the most partitions of a day (default: ${DEFAULT-VALUE}).")
    private int partitionsPerDay = 1_000;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    RepartitionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration configuration = file.require(console);
        check();
        try (var _ = plugins.load(configuration)) {
            return repartition(file, configuration);
        }
    }

    private int repartition(ConfigurationFile file, StreamConfiguration configuration) throws IOException {
        var request = new RepartitionRequest(from, arrival, leaveOut ? Trouble.LEAVE_OUT : Trouble.STOP,
                acceptRejected ? Rejects.ACCEPT : Rejects.REFUSE, Duration.ofDays(settledDays),
                Duration.ofMinutes(graceMinutes), sourceTable);
        try {
            request.settings(configuration, configuration.bucket());
            var job = new DayMoveJob(DayMoveReport.Kind.REPARTITION, console, configuration,
                    file.forBuffering(configuration, console), from, OutFolder.of(out));
            if (athenaSql) {
                return job.with((lake, _) -> printSql(job, lake.repartition(request)));
            }
            return job.run(lake -> lake.repartition(request), dryRun
                    ? DayMoveJob.Extent.LISTED
                    : removeSource ? DayMoveJob.Extent.REMOVED : DayMoveJob.Extent.MOVED,
                    json ? RunJob.Output.JSON : RunJob.Output.TEXT);
        } catch (DayMoveException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private int printSql(DayMoveJob job, Repartition repartition) {
        List<LocalDate> days = repartition.due(job.listing(repartition));
        console.out().print(new AthenaSql(repartition.days().view(), partitionsPerDay).statements(from, days));
        console.out().flush();
        return ExitStatus.DONE;
    }

    private void check() {
        if (from.startsWith("/") || from.contains("://")) {
            throw new UsageException("--from is a prefix of keys in the configuration's bucket, such as raw/, and not '"
                    + from + "'");
        }
        if (graceMinutes < 0 || settledDays < 0 || partitionsPerDay < 1) {
            throw new UsageException("--grace-minutes and --settled-days are at least 0, --partitions-per-day is at"
                    + " least 1");
        }
        ArrivalOption.requireProgram(arrival);
    }
}
