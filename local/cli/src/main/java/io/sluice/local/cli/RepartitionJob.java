package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.lambda.RepartitionWiring;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.AdoptedFiles;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.FileNames;
import io.sluice.local.server.FullDisk;
import io.sluice.objects.StoreException;
import io.sluice.repartition.AthenaSql;
import io.sluice.repartition.DayDelivery.Progress;
import io.sluice.repartition.DayPlan;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.Repartition.Ingested;
import io.sluice.repartition.Repartition.Removed;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// `sluice repartition` once its options are understood: starts the servers over the folder, takes every day that is
/// due through its steps, and reports.
final class RepartitionJob {
    /// The extent to which it goes.
    enum Extent {
        /// Nothing is changed.
        LISTED,
        /// Days are moved.
        MOVED,
        /// Their sources are removed, too.
        REMOVED
    }

    private static final int OBJECTS_AT_ONCE = 3;

    private final Console console;
    private final StreamConfiguration configuration;
    private final byte[] configurationJson;
    private final RepartitionRequest request;
    private final OutFolder out;
    private final Workers workers = new VirtualThreadWorkers(OBJECTS_AT_ONCE);

    /// @param configurationJson as the functions get it
    RepartitionJob(Console console, StreamConfiguration configuration, byte[] configurationJson,
            RepartitionRequest request, OutFolder out) {
        this.console = console;
        this.configuration = configuration;
        this.configurationJson = configurationJson;
        this.request = request;
        this.out = out;
    }

    /// Gives the exit status.
    ///
    /// @throws io.sluice.local.UsageException when the folder can't be used
    /// @throws JobFailedException when a request failed; the next run carries on
    int run(Extent extent, RunJob.Output output) throws IOException {
        return with(repartition -> {
            SourceListing listing = listing(repartition);
            var report = new RepartitionReport();
            if (extent == Extent.LISTED) {
                repartition.due(listing)
                        .forEach(day -> report.listed(day, listing.days().getOrDefault(day, List.of())));
            } else {
                repartition.refresh(listing, report::stale);
                repartition.due(listing).forEach(day -> take(repartition, listing, day, report));
            }
            if (extent == Extent.REMOVED) {
                repartition.unremoved().forEach(day -> remove(repartition, day, report));
            }
            report.print(console.out(), output);
            report.troubles().forEach(console::message);
            return report.troubles().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /// Prints the Athena way.
    int printSql(int partitionsPerDay) throws IOException {
        return with(repartition -> {
            List<LocalDate> days = repartition.due(listing(repartition));
            console.out().print(new AthenaSql(repartition.view(), partitionsPerDay).statements(request.from(), days));
            console.out().flush();
            return ExitStatus.DONE;
        });
    }

    private int with(Function<Repartition, Integer> work) throws IOException {
        try (Workspace workspace = Workspace.repartition(out, configuration.bucket())) {
            requireSource(workspace);
            return with(workspace, work);
        }
    }

    private int with(Workspace workspace, Function<Repartition, Integer> work) throws IOException {
        try (var services = EmbeddedServices.start(out.path(), workspace.state(), configuration.bucket());
                var wiring = RepartitionWiring.create(environment(services), InstantSource.system())) {
            AdoptedFiles.adopt(out.path(), configuration.bucket(), request.from());
            return work.apply(wiring.repartition(request));
        } catch (StoreException e) {
            throw new JobFailedException(FullDisk.behind(e, out.path()).orElse(e.getMessage()) + ". Run it again: it "
                    + "carries on where it was", e);
        }
    }

    /// Of a folder that nothing was ever moved in, a prefix without objects is a wrong one.
    private void requireSource(Workspace workspace) throws IOException {
        if (!workspace.isNew()) {
            return;
        }
        Path bucket = out.resolve(configuration.bucket());
        try (Stream<Path> tree = Files.walk(bucket)) {
            if (tree.filter(Files::isRegularFile)
                    .noneMatch(file -> FileNames.key(bucket, file).orElse("").startsWith(request.from()))) {
                workspace.takeBack();
                throw new UsageException("No object is under " + request.from() + " in " + out.shown(
                        configuration.bucket()) + "; name with --from where the objects are");
            }
        }
    }

    private Map<String, String> environment(EmbeddedServices services) {
        var variables = new HashMap<>(services.environment());
        variables.put("SLUICE_CONFIG", new String(configurationJson, StandardCharsets.UTF_8));
        return variables;
    }

    private SourceListing listing(Repartition repartition) {
        SourceListing listing = repartition.list();
        listing.remark().ifPresent(console::message);
        return listing;
    }

    /// What was decided about a day and is damaged holds it up alone.
    private void take(Repartition repartition, SourceListing listing, LocalDate day, RepartitionReport report) {
        try {
            move(repartition, listing, day, report);
        } catch (MalformedEncodingException e) {
            report.heldUp(day, String.valueOf(e.getMessage()));
        }
    }

    private void move(Repartition repartition, SourceListing listing, LocalDate day, RepartitionReport report) {
        DayPlan plan = repartition.plan(day, listing);
        List<Ingested> ingested = workers.map(plan.objects(),
                object -> repartition.ingest(day, object, Deadline.NONE));
        boolean blocked = false;
        for (int i = 0; i < ingested.size(); i++) {
            SourceObject object = plan.objects().get(i);
            report.ingested(day, object, ingested.get(i));
            blocked |= ingested.get(i) instanceof Ingested.Blocked;
        }
        if (blocked) {
            report.notMoved(day);
            return;
        }
        switch (repartition.deliver(day, Deadline.NONE)) {
            case Progress.Delivered(long objects) -> {
                repartition.move(day);
                report.moved(day, objects);
            }
            case Progress.Unfinished() -> report.stuck(day, "time ran out");
            case Progress.Stuck(String why) -> report.stuck(day, why);
        }
    }

    private static void remove(Repartition repartition, LocalDate day, RepartitionReport report) {
        switch (repartition.remove(day)) {
            case Removed.Gone(int objects) -> report.removed(day, objects);
            case Removed.Later(var from) -> report.keptUntil(day, from);
            case Removed.Kept(var changed) -> report.kept(day, changed);
            case Removed.Doubted(var why) -> report.doubted(day, why);
        }
    }
}
