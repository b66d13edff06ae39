package io.sluice.local.cli;

import io.sluice.app.Pipeline;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import io.sluice.input.InputException;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.plan.Cost;
import io.sluice.local.plan.Prices;
import io.sluice.local.records.InputSource;
import io.sluice.local.rejects.ExamplePlaces;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.rejects.RejectCounts;
import io.sluice.local.rejects.RejectReason;
import io.sluice.local.report.DeliveredFiles;
import io.sluice.local.report.RunCounts;
import io.sluice.local.report.RunReport;
import io.sluice.local.run.Handover;
import io.sluice.local.run.Phase;
import io.sluice.local.run.Run;
import io.sluice.local.run.RunSettings;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Out;
import io.sluice.local.s3.S3OutServices;
import io.sluice.local.server.AdoptedFiles;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.EmbeddedDynamoDb;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import io.sluice.local.server.LocalServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// `sluice run` once its options are understood: takes the folder, starts the servers, runs, and reports.
final class RunJob {
    private static final int MESSAGES_MAX = 10;

    /// The form in which results are printed.
    enum Output {
        TEXT, JSON
    }

    /// The fate of the servers.
    enum AtEnd {
        STOP, STAY_UP
    }

    private final Console console;
    private final RunSettings settings;
    private final OutFolder out;
    private final Optional<S3Out> away;

    private final RejectBound bound;
    private final Handover handover;

    /// @param out   the folder of the objects, or of the state alone where they go away
    /// @param away  the place of the objects where that is no folder
    /// @param bound how many records may be rejected
    RunJob(Console console, RunSettings settings, OutFolder out, Optional<S3Out> away, RejectBound bound,
            Handover handover) {
        this.away = away;
        this.handover = handover;
        this.console = console;
        this.settings = settings;
        this.out = out;
        this.bound = bound;
    }

    /// Gives the exit status.
    ///
    /// @throws io.sluice.local.UsageException when the folder can't be used
    /// @throws JobFailedException when the run can't be finished
    int run(Run.Start start, Output output, AtEnd atEnd) throws IOException {
        EmbeddedDynamoDb.require();
        String bucket = settings.configuration().bucket();
        Workspace workspace = switch (start) {
            case NEW -> Workspace.create(out, bucket, settings.configuration().sluice().iceberg()
                    .map(table -> table.location() + "/"));
            case RESUMED -> Workspace.resume(out);
        };
        try (var stop = new StopSignal()) {
            int status = run(workspace, start, output, atEnd, stop);
            away.ifPresent(S3Out::finish);
            workspace.finish();
            forgetFolder();
            return status;
        } catch (UsageException e) {
            if (!RunState.isUnfinished(out)) {
                forgetFolder();
            }
            throw e;
        }
    }

    /// Deletes the folder of the state, where it was of nothing else.
    private void forgetFolder() throws IOException {
        if (away.isEmpty()) {
            return;
        }
        Folders.delete(out.path());
        try {
            Files.delete(Objects.requireNonNull(out.path().getParent()));
        } catch (DirectoryNotEmptyException e) {
            // Other runs have theirs beside it.
        }
    }

    private int run(Workspace workspace, Run.Start start, Output output, AtEnd atEnd, StopSignal stop)
            throws IOException {
        int status = ExitStatus.DONE;
        String bucket = settings.configuration().bucket();
        var progress = ProgressLine.shown(console);
        try (workspace;
                progress;
                var notice = new InterruptionNotice(console, progress, InterruptionNotice.starting());
                LocalServices services = started(workspace, start, bucket)) {
            if (settings.inputs().isEmpty() && start == Run.Start.NEW) {
                progress.close();
                notice.end();
            } else {
                notice.say(InterruptionNotice.running(out, settings.inputs()));
                RunCounts result = executeWithTable(workspace, services, start, progress);
                notice.end();
                progress.phase(Phase.ENDING);
                RunReport report = report(workspace, result);
                progress.close();
                print(report, output);
                status = status(result);
            }
            if (atEnd == AtEnd.STAY_UP) {
                printEndpoints(services.environment());
                stop.await();
            }
        }
        return status;
    }

    /// The services, once the place of the objects is this run's own.
    private LocalServices started(Workspace workspace, Run.Start start, String bucket) throws IOException {
        if (start == Run.Start.RESUMED) {
            workspace.requireStream(settings.configuration(), settings.configurationJson());
            requireObjects(workspace);
        }
        if (away.isEmpty()) {
            return start(workspace, bucket);
        }
        switch (start) {
            case NEW -> away.get().begin(out);
            case RESUMED -> away.get().resume(out);
        }
        return new S3OutServices(start(workspace, bucket), away.get(), bucket);
    }

    private LocalServices start(Workspace workspace, String bucket) {
        return switch (handover) {
            case DIRECT -> DirectServices.start(out.path(), workspace.state(), bucket);
            case WIRE -> EmbeddedServices.start(out.path(), workspace.state(), bucket);
        };
    }

    /// With its Iceberg table, if the stream has one: all is delivered, whatever comes of that.
    private RunCounts executeWithTable(Workspace workspace, LocalServices services, Run.Start start,
            ProgressLine progress) throws IOException {
        if (settings.configuration().sluice().iceberg().isEmpty()) {
            return execute(workspace, services, start, progress);
        }
        if (away.isPresent()) {
            progress.warning("A run into a bucket keeps no log of what landed, so its objects are in no Iceberg table:"
                    + " deploy the stream, or run into a folder");
            return execute(workspace, services, start, progress);
        }
        try (var table = new RunTable(settings.configuration(), out, start, progress::warning)) {
            return table.registered(execute(workspace, services, start, progress));
        }
    }

    private RunCounts execute(Workspace workspace, LocalServices services, Run.Start start, ProgressLine progress)
            throws IOException {
        if (start == Run.Start.RESUMED) {
            requireIndex(workspace, services);
            requireAttributes();
        }
        try {
            return Run.execute(settings, workspace, services, start, InstantSource.system().instant(), progress);
        } catch (JobFailedException e) {
            progress.close();
            throw new JobFailedException(services.fullDisk(e).orElse(e.getMessage()) + ". " + remedy(e), e);
        }
    }

    /// Without its index a run would be finished without what it staged, and say that nothing is missing.
    private void requireIndex(Workspace workspace, LocalServices services) throws IOException {
        services.lostIndex(settings.configuration().stream(), workspace.batchesFed()).ifPresent(what -> {
            throw new UsageException("The index of the run in " + out + " " + what + "; make it again with ./sluice"
                    + " recover --out " + named() + " and the run's --config, then finish the run with run --resume");
        });
    }

    /// What is delivered is not staged any more: a run that is finished without it would say that nothing is missing.
    private void requireObjects(Workspace workspace) throws IOException {
        long there = objectsThere();
        if (there < workspace.objectsWritten()) {
            throw new UsageException("The run in " + out + " had delivered " + workspace.objectsWritten()
                    + " objects, and " + there + " are there: put the others back (with --s3, name the same server), or"
                    + " delete " + out.path() + " and what was delivered, and run again");
        }
    }

    private long objectsThere() throws IOException {
        if (away.isPresent()) {
            return away.get().sizes().size();
        }
        Path bucket = out.resolve(settings.configuration().bucket());
        if (!Files.isDirectory(bucket)) {
            return 0;
        }
        try (Stream<Path> tree = Files.walk(bucket, FileVisitOption.FOLLOW_LINKS)) {
            return tree.filter(Files::isRegularFile).count();
        } catch (UncheckedIOException e) {
            throw new IOException("The folder " + bucket + " can't be read: " + e.getMessage(), e);
        }
    }

    /// By the attributes of its files a run knows which objects it delivered already.
    private void requireAttributes() throws IOException {
        if (AdoptedFiles.areBare(out.path(), settings.configuration().bucket())) {
            throw new UsageException("The folder " + out
                    + " was copied without the extended attributes of its files, by"
                    + " which a run knows its own objects: copy it again, as with cp -a, rsync -aX or tar --xattrs, or"
                    + " run without --resume into another folder");
        }
    }

    /// Returns what can be done about a run that ended early: an input that cannot be read now, or not twice, cannot be
    /// read by a resumed run.
    private String remedy(JobFailedException failure) {
        if (failure.getCause() instanceof InputException input && !input.isTemporary()) {
            return "Mend or leave out that input, delete " + out + ", and run again";
        }
        return settings.inputs().stream().filter(InputSource::isLive).findFirst()
                .map(live -> "As " + live.displayName() + " can't be read again, the run can't be finished: delete "
                        + out
                        + ", and run again")
                .orElse("The run can be finished with --resume");
    }

    /// The place as `--out` has it.
    private String named() {
        return away.map(place -> place.toString().replaceFirst("/$", "")).orElse(out.toString());
    }

    private RunReport report(Workspace workspace, RunCounts result) throws IOException {
        StreamConfiguration configuration = settings.configuration();
        DeliveredFiles objects = away.isPresent()
                ? DeliveredFiles.of(away.get().sizes(), configuration)
                : DeliveredFiles.in(out.path(), configuration, result.recordsDelivered() + result.recordsRejected());
        String place = away.isPresent() ? named() : out.shown(configuration.bucket()).toString();
        return new RunReport(configuration.stream(), place, result, objects, rejects(workspace, result),
                Cost.of(result.requests(), FunctionMemory.of(configuration), result.bytesIn(), result.objects(),
                        Prices.load()));
    }

    private void print(RunReport report, Output output) {
        switch (output) {
            case JSON -> report.printJson(console.out());
            case TEXT -> report.printText(console.out(), console.outScreen(), Prices.load().validity());
        }
    }

    private List<RejectReason> rejects(Workspace workspace, RunCounts result) throws IOException {
        if (result.recordsRejected() == 0) {
            return List.of();
        }
        StreamConfiguration configuration = settings.configuration();
        Path objects = out.path();
        if (away.isPresent()) {
            objects = workspace.state().resolve("fetched");
            away.get().fetch(objects, configuration.bucket(), RejectCounts.keys(configuration));
        }
        List<RejectReason> reasons = RejectCounts.in(objects.resolve(configuration.bucket()), configuration);
        return switch (settings.content()) {
            case RECORDS -> ExamplePlaces.ofRecords(reasons, settings.inputs(), settings.reading());
            case ERROR_OBJECTS -> ExamplePlaces.ofErrorObjects(reasons, settings.inputs(),
                    Pipeline.delimiting(configuration));
        };
    }

    private int status(RunCounts result) {
        messages(result.problems());
        if (!result.balances()) {
            throw new JobFailedException("Records are missing or doubled: " + result.recordsIn() + " in, "
                    + result.recordsDelivered() + " delivered, " + result.recordsRejected() + " rejected, "
                    + result.recordsDropped() + " dropped");
        }
        Optional<String> failure = RejectVerdict.of(result, bound, out);
        failure.ifPresent(console::message);
        return result.problems().isEmpty() && failure.isEmpty()
                ? ExitStatus.DONE
                : ExitStatus.FAILED;
    }

    private void messages(List<String> sentences) {
        sentences.stream().limit(MESSAGES_MAX).forEach(console::message);
        if (sentences.size() > MESSAGES_MAX) {
            console.message("… and " + (sentences.size() - MESSAGES_MAX) + " more");
        }
    }

    private void printEndpoints(Map<String, String> environment) {
        console.note("the servers stay up until Ctrl-C:");
        new TreeMap<>(environment).forEach((name, value) -> console.err().println("export " + name + "=" + value));
        console.err().println("export AWS_ENDPOINT_URL_S3=" + environment.get("SLUICE_S3_ENDPOINT"));
        console.err().println("export AWS_ENDPOINT_URL_DYNAMODB=" + environment.get("SLUICE_DYNAMODB_ENDPOINT"));
        console.err().flush();
    }
}
