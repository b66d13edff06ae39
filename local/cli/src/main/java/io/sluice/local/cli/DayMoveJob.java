package io.sluice.local.cli;

import io.sluice.app.Lake;
import io.sluice.app.Stream.Extras;
import io.sluice.config.StreamConfiguration;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.JobTable;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.AdoptedFiles;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.FileNames;
import io.sluice.local.server.FullDisk;
import io.sluice.local.server.LocalServices;
import io.sluice.objects.StoreException;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove;
import io.sluice.view.DayMoveException;
import io.sluice.view.DayRun;
import io.sluice.view.PlannedDay;
import io.sluice.work.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// `sluice repartition` or `sluice compact` once its options are understood: opens the folder, takes every day that is
/// due through its steps, and reports.
///
/// @param configurationJson as the functions get it
/// @param from              the prefix of the objects that are moved
record DayMoveJob(DayMoveReport.Kind kind, Console console, StreamConfiguration configuration,
        byte[] configurationJson, String from, OutFolder out) {
    /// The extent to which it goes.
    enum Extent {
        /// Nothing is changed.
        LISTED,
        /// Days are moved.
        MOVED,
        /// Their sources are removed, too, once their time has come.
        REMOVED
    }

    private static final int UNITS_AT_ONCE = 4;

    /// Gives the exit status.
    ///
    /// @throws UsageException when the folder can't be used
    /// @throws JobFailedException when a request failed; the next run carries on
    int run(Function<Lake, DayMove<?>> made, Extent extent, RunJob.Output output) throws IOException {
        return with((lake, ports) -> {
            var report = new DayMoveReport(kind);
            Optional<JobTable> table = extent == Extent.LISTED
                    ? Optional.empty()
                    : Optional.of(JobTable.begin(out, configuration, ports));
            carryOut(made.apply(lake), extent, report, table);
            table.stream().flatMap(each -> each.problems().stream()).forEach(report::trouble);
            report.print(console.out(), output, ports.requests());
            report.troubles().forEach(console::message);
            return report.troubles().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /// Work over the folder.
    @FunctionalInterface
    interface Work {
        int on(Lake lake, AwsPorts ports);
    }

    /// Does work over the folder, with the same to throw.
    int with(Work work) throws IOException {
        try (Workspace workspace = Workspace.repartition(out, configuration.bucket())) {
            requireSource(workspace);
            try (var services = DirectServices.startDurably(out.path(), workspace.state(),
                    configuration.bucket());
                    AwsPorts ports = AwsPorts.of(environment(services), services.clients().orElseThrow())) {
                AdoptedFiles.adopt(out.path(), configuration.bucket(), from);
                return work.on(ports.stream(InstantSource.system(), _ -> {},
                        Extras.landedBefore(KeptLandings.heads(out, configuration))).lake(), ports);
            } catch (StoreException e) {
                throw new JobFailedException(FullDisk.behind(e, out.path()).orElse(e.getMessage())
                        + ". Run it again: it carries on where it was", e);
            }
        }
    }

    private Map<String, String> environment(LocalServices services) throws IOException {
        var variables = new HashMap<>(services.environment());
        variables.put("SLUICE_CONFIG", ConfigurationFile.withoutEvents(configurationJson));
        return variables;
    }

    /// Of a folder that nothing was ever moved in, a prefix without objects is a wrong one.
    private void requireSource(Workspace workspace) throws IOException {
        if (kind == DayMoveReport.Kind.COMPACTION || !workspace.isNew()) {
            return;
        }
        Path bucket = out.resolve(configuration.bucket());
        try (Stream<Path> tree = Files.walk(bucket)) {
            if (tree.filter(Files::isRegularFile)
                    .noneMatch(file -> FileNames.key(bucket, file).orElse("").startsWith(from))) {
                workspace.takeBack();
                throw new UsageException("No object is under " + from + " in " + out.shown(
                        configuration.bucket()) + "; name with --from where the objects are");
            }
        }
    }

    /// Sources of earlier runs go first: a text of the view that is new begins the time of all of them anew.
    private <P extends PlannedDay> void carryOut(DayMove<P> move, Extent extent, DayMoveReport report,
            Optional<JobTable> table) {
        SourceListing listing = listing(move);
        if (extent == Extent.LISTED) {
            move.due(listing).forEach(day -> report.listed(day, listing.movable(day)));
            return;
        }
        move.refresh(listing, report::trouble);
        Workers workers = new VirtualThreadWorkers(UNITS_AT_ONCE);
        var run = new DayRun<>(move, workers);
        remove(run, extent, report);
        SourceListing left = extent == Extent.REMOVED ? move.list() : listing;
        move.due(left).forEach(day -> take(run, day, left, report));
        table.ifPresent(JobTable::follow);
        remove(run, extent, report);
    }

    SourceListing listing(DayMove<?> move) {
        SourceListing listing = move.list();
        listing.remark().ifPresent(console::message);
        return listing;
    }

    /// What was decided about a day and is damaged holds it up alone, as does a day that the view has no room for.
    private static void take(DayRun<?> run, LocalDate day, SourceListing listing, DayMoveReport report) {
        try {
            report.ended(day, run.run(day, listing));
        } catch (DayMoveException | MalformedEncodingException e) {
            report.heldUp(day, String.valueOf(e.getMessage()));
        }
    }

    private static void remove(DayRun<?> run, Extent extent, DayMoveReport report) {
        if (extent == Extent.REMOVED) {
            run.removeAll().forEach(report::removed);
        }
    }
}
