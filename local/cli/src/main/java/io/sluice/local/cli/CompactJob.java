package io.sluice.local.cli;

import io.sluice.compaction.CompactDay;
import io.sluice.compaction.CompactDay.Outcome;
import io.sluice.compaction.Compaction;
import io.sluice.compaction.Compaction.Removed;
import io.sluice.compaction.StreamedDays;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.RepartitionWiring;
import io.sluice.local.JobFailedException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.AdoptedFiles;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.FullDisk;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `sluice compact` once its options are understood: starts the servers over the folder, takes every day that is due
/// through its steps, and reports.
final class CompactJob {
    /// The extent to which it goes.
    enum Extent {
        /// Nothing is changed.
        LISTED,
        /// Days are compacted, and sources removed whose time has come.
        MOVED
    }

    private final Console console;
    private final StreamConfiguration configuration;
    private final byte[] configurationJson;
    private final Optional<Duration> grace;
    private final OutFolder out;

    /// @param configurationJson as the functions get it
    /// @param grace             how long joined objects stay; empty: as the configuration says
    CompactJob(Console console, StreamConfiguration configuration, byte[] configurationJson, Optional<Duration> grace,
            OutFolder out) {
        this.console = console;
        this.configuration = configuration;
        this.configurationJson = configurationJson;
        this.grace = grace;
        this.out = out;
    }

    /// Gives the exit status.
    ///
    /// @throws io.sluice.local.UsageException when the folder can't be used
    /// @throws JobFailedException when a request failed; the next run carries on
    int run(Extent extent, RunJob.Output output) throws IOException {
        try (Workspace workspace = Workspace.repartition(out, configuration.bucket());
                var services = EmbeddedServices.start(out.path(), workspace.state(), configuration.bucket());
                var wiring = RepartitionWiring.create(environment(services), InstantSource.system())) {
            AdoptedFiles.adopt(out.path(), configuration.bucket(), configuration.prefix().literalHead());
            var report = new CompactReport();
            compact(wiring.compaction(grace), extent, report);
            report.print(console.out(), output);
            report.troubles().forEach(console::message);
            return report.troubles().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
        } catch (StoreException e) {
            throw new JobFailedException(FullDisk.behind(e, out.path()).orElse(e.getMessage()) + ". Run it again: it "
                    + "carries on where it was", e);
        }
    }

    private Map<String, String> environment(EmbeddedServices services) {
        var variables = new HashMap<>(services.environment());
        variables.put("SLUICE_CONFIG", new String(configurationJson, StandardCharsets.UTF_8));
        return variables;
    }

    /// Sources of earlier runs go first: a text of the view that is new begins the time of all of them anew.
    private void compact(Compaction compaction, Extent extent, CompactReport report) {
        StreamedDays listing = compaction.list();
        listing.remark().ifPresent(console::message);
        if (extent == Extent.LISTED) {
            compaction.due(listing)
                    .forEach(day -> report.listed(day, listing.own().getOrDefault(day, List.of())));
            return;
        }
        compaction.refresh(listing);
        compaction.unremoved().forEach(day -> remove(compaction, day, listing, report));
        CompactDay days = new CompactDay(compaction);
        StreamedDays left = compaction.list();
        for (LocalDate day : compaction.due(left)) {
            switch (days.run(day, left)) {
                case Outcome.Compacted(int sources, long bytes, int objects) ->
                    report.compacted(day, sources, bytes, objects);
                case Outcome.Left() -> report.left(day);
                case Outcome.Blocked(var why) -> report.blocked(day, why);
            }
        }
        compaction.unremoved().forEach(day -> remove(compaction, day, left, report));
    }

    private static void remove(Compaction compaction, LocalDate day, StreamedDays listing, CompactReport report) {
        switch (compaction.remove(day, listing)) {
            case Removed.Gone(int objects) -> report.removed(day, objects);
            case Removed.Later(var from) -> report.keptUntil(day, from);
            case Removed.Kept(var changed) -> report.kept(day, changed);
            case Removed.Doubted(var why) -> report.doubted(day, why);
        }
    }
}
