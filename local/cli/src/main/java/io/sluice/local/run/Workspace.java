package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.UsageException;
import io.sluice.local.folder.CatalogFolder;
import io.sluice.local.folder.FolderLock;
import io.sluice.local.folder.LakeState;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.folder.ServerState;
import io.sluice.local.folder.StateFile;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import io.sluice.local.server.WritingFolder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folder of `--out`: delivered objects at `<out>/<bucket>/<key>`, and in `<out>/.sluice` the state that a run
/// needs to be taken up again. One process uses it at a time.
public final class Workspace implements Closeable {
    /// The state of a run that is finished, while it is deleted.
    private static final String FINISHED_FOLDER = ".sluice-finished";
    private static final int NAMES_MAX = 5;

    private final OutFolder out;
    private final Path state;
    private final FolderLock lock;
    /// True if the folder of the state was made by this process.
    private final boolean isNew;

    private Workspace(OutFolder out, Path state, FolderLock lock, boolean isNew) {
        this.out = out;
        this.isNew = isNew;
        this.state = state;
        this.lock = lock;
    }

    /// Takes `out` for a new run.
    ///
    /// @throws UsageException when `out` can't be written, is in use, or holds objects of `bucket` or an interrupted
    ///     run
    public static Workspace create(OutFolder out, String bucket) {
        return create(out, bucket, Optional.empty());
    }

    /// The same for a stream with an Iceberg table.
    ///
    /// @param metadata the table's folder in the bucket, with a slash at its end: its files are no objects, and a run
    ///     that was killed as it began leaves some
    public static Workspace create(OutFolder out, String bucket, Optional<String> metadata) {
        return open(out, RunState.FOLDER, () -> {
            if (RunState.isUnfinished(out)) {
                throw new UsageException("The folder " + out + " holds an interrupted run" + RunIdentity.ofWhich(out)
                        + "; finish it with --resume, name another folder with --out, or delete it");
            }
            if (hasFiles(out.resolve(bucket), metadata.map(out.resolve(bucket)::resolve))) {
                throw new UsageException(
                        "The folder " + out.shown(bucket) + " has objects already, and a second run would"
                                + " add to them; name another folder with --out, or delete it");
            }
            discardLeftOver(out.resolve(RunState.FOLDER));
            forgetLandings(out, bucket);
            forgetMoves(out, bucket);
        });
    }

    /// Takes `out` to go on with the run that it holds.
    ///
    /// @throws UsageException when it holds none, can't be written, or is in use
    public static Workspace resume(OutFolder out) {
        requireUnfinished(out);
        return open(out, RunState.FOLDER, () -> requireUnfinished(out));
    }

    private static void requireUnfinished(OutFolder out) {
        if (!RunState.isUnfinished(out)) {
            throw new UsageException(
                    "The folder " + out + " holds no interrupted run: name with --out the folder of one"
                            + " that was cut short, or start one by run without --resume");
        }
    }

    /// Tests whether `file` is part of a state that `out` holds.
    public static boolean isState(OutFolder out, Path file) {
        return Stream
                .of(RunState.FOLDER, FINISHED_FOLDER, LakeState.RETENTION, LakeState.REPARTITION, ServerState.FOLDER,
                        WritingFolder.NAME, KeptLandings.FOLDER, CatalogFolder.NAME)
                .anyMatch(folder -> file.startsWith(out.resolve(folder)));
    }

    /// Takes `out` to remove objects from what finished runs left there, and for the rules about that: they stay in
    /// `<out>/.sluice-retention` from one command to the next.
    ///
    /// @throws UsageException when `out` is no run's, can't be written, is in use, or holds a run that was cut short,
    ///     or what a server has not delivered yet
    public static Workspace forRetention(OutFolder out, String bucket) {
        return besideRuns(out, bucket, LakeState.RETENTION);
    }

    /// Takes `out` to remove records: with the state of repartition and compaction, if there is one, since it says what
    /// is moved, and what is staged to be.
    ///
    /// @throws UsageException when `out` is no run's, can't be written, is in use, or holds a run that was cut short,
    ///     or what a server has not delivered yet
    public static Workspace forErasure(OutFolder out, String bucket) {
        return besideRuns(out, bucket,
                Files.isDirectory(out.resolve(LakeState.REPARTITION)) ? LakeState.REPARTITION : LakeState.RETENTION);
    }

    /// Takes `out` to repartition what is in it. Its state stays: which days are moved is not to be forgotten.
    ///
    /// @throws UsageException when it has no folder of `bucket`, holds an interrupted run or what a server has not
    ///     delivered yet, can't be written, or is in use
    public static Workspace repartition(OutFolder out, String bucket) {
        return besideRuns(out, bucket, LakeState.REPARTITION);
    }

    /// The lake's log of what earlier commands told is lent to the state.
    private static Workspace besideRuns(OutFolder out, String bucket, String folder) {
        if (!RunState.isUnfinished(out) && !Files.isDirectory(out.resolve(bucket))) {
            throw new UsageException("The folder " + out + " has no objects of bucket '" + bucket + "'" + others(out)
                    + "; name with --out the folder that run wrote to");
        }
        Workspace workspace = open(out, folder, () -> {
            if (RunState.isUnfinished(out)) {
                throw new UsageException(
                        "The folder " + out + " holds a run that was cut short" + RunIdentity.ofWhich(out)
                                + ", and what it has buffered is not delivered yet; finish it with run --resume first");
            }
            ServerState.requireDrained(out);
        });
        try {
            KeptLandings.lend(out, workspace.state);
            return workspace;
        } catch (IOException e) {
            throw new UsageException("The folder " + out.shown(KeptLandings.FOLDER) + " can't be read: " + reason(e));
        }
    }

    /// The folders that are there instead.
    private static String others(OutFolder out) {
        if (!Files.isDirectory(out.path())) {
            return ": there is no such folder";
        }
        try (Stream<Path> children = Files.list(out.path())) {
            String names = children.filter(Files::isDirectory).map(child -> child.getFileName().toString())
                    .filter(name -> !name.startsWith(".")).sorted().limit(NAMES_MAX).collect(Collectors.joining(", "));
            return names.isEmpty() ? ", and no others" : ", but has " + names;
        } catch (IOException e) {
            throw new UsageException("The folder " + out + " can't be read: " + reason(e));
        }
    }

    /// @param but a folder that does not count
    private static boolean hasFiles(Path folder, Optional<Path> but) {
        if (!Files.isDirectory(folder)) {
            return Files.exists(folder);
        }
        try (Stream<Path> tree = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return tree.anyMatch(path -> !Files.isDirectory(path) && but.filter(path::startsWith).isEmpty());
        } catch (IOException e) {
            throw new UsageException("The folder " + folder + " can't be read: " + reason(e));
        } catch (UncheckedIOException e) {
            throw new UsageException("The folder " + folder + " can't be read: "
                    + reason(Objects.requireNonNull(e.getCause())));
        }
    }

    private static Workspace open(OutFolder out, String stateFolder, Runnable check) {
        Path state = out.resolve(stateFolder);
        try {
            Files.createDirectories(out.path());
            FolderLock lock = FolderLock.take(out);
            try {
                discardLeftOver(out.resolve(FINISHED_FOLDER));
                check.run();
                boolean isNew = Files.notExists(state);
                Files.createDirectories(state);
                return new Workspace(out, state, lock, isNew);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + out + " can't be written: " + reason(e));
        }
    }

    /// Deletes what a process left that ended while it began a run, or while it deleted the state of a finished one.
    private static void discardLeftOver(Path state) {
        try {
            if (Files.exists(state)) {
                Folders.delete(state);
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + state + " can't be emptied: " + reason(e));
        }
    }

    private static void forgetLandings(OutFolder out, String bucket) {
        try {
            KeptLandings.forget(out, bucket);
        } catch (IOException e) {
            throw new UsageException("The folder " + out.shown(KeptLandings.FOLDER) + " can't be emptied: "
                    + reason(e));
        }
    }

    /// Forgets which days of a bucket are moved, whose objects are gone: a run makes others of the same keys and bytes,
    /// which would be taken for those, and the source of what is moved may be removed. One index is of all buckets, so
    /// that beside another one nothing can be forgotten.
    private static void forgetMoves(OutFolder out, String bucket) {
        Path state = out.resolve(LakeState.REPARTITION);
        Path buckets = state.resolve("s3");
        Path own = buckets.resolve(EmbeddedServices.stagingBucket(bucket));
        if (!tellsOfMoves(own)) {
            return;
        }
        try (Stream<Path> all = Files.list(buckets)) {
            if (all.anyMatch(each -> !each.equals(own) && !each.getFileName().toString().startsWith(".")
                    && tellsOfMoves(each))) {
                throw new UsageException("The folder " + out.shown(LakeState.REPARTITION) + " tells which days of '"
                        + bucket + "' are moved, whose objects are gone, and of other buckets; name another folder"
                        + " with --out");
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + state + " can't be read: " + reason(e));
        }
        Path forgotten = out.resolve(FINISHED_FOLDER);
        try {
            // What jobs of other buckets told stays; with a state that is half deleted nobody could go on.
            KeptLandings.keepLakes(out, state);
            Files.move(state, forgotten, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UsageException("The folder " + state + " can't be emptied: " + reason(e));
        }
        discardLeftOver(forgotten);
    }

    /// Tests whether a staging bucket has more than the logs that are lent to every job.
    private static boolean tellsOfMoves(Path staging) {
        return hasFiles(staging, Optional.of(staging.resolve("landings")));
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        return kind.equals("IO") ? String.valueOf(e.getMessage()) : kind + " " + e.getMessage();
    }

    /// The folder of `--out`.
    public OutFolder out() {
        return out;
    }

    /// The folder of the state.
    public Path state() {
        return state;
    }

    /// Reads the JSON file `name` of the state; empty when there is none.
    ///
    /// @throws UsageException when it is damaged
    Optional<JsonNode> read(String name) {
        return file(name).read();
    }

    /// Writes the JSON file `name` of the state: the old content or the new one, whenever the process ends.
    void write(String name, JsonNode content) throws IOException {
        file(name).writeCached(content);
    }

    private StateFile file(String name) {
        return new StateFile(state.resolve(name),
                "restore it from a copy, or move the folder " + out + " away and run once more");
    }

    /// Makes sure that the run which is held here is one of `stream`.
    ///
    /// @param json the stream's configuration, as the functions read it
    /// @throws UsageException naming what differs
    public void requireStream(StreamConfiguration stream, byte[] json) throws IOException {
        RunIdentity.requireStream(this, stream, json);
    }

    /// The number of the run's batches that are staged for good, and are not handed over again when it is taken up.
    public long batchesFed() throws IOException {
        return Fed.read(this).batches();
    }

    /// The run's own time when it last noted what it had handed over; 1970 when it handed nothing over.
    public Instant fedUntil() throws IOException {
        return Fed.read(this).clock();
    }

    /// The number of objects that the run is known to have written.
    public long objectsWritten() {
        return read(CountedFlushes.FILE).map(Totals::of).map(Totals::objects).orElse(0L);
    }

    /// Deletes the state: the run is finished. It gets another name first, so that a process that ends in between
    /// leaves nothing that looks like a run to be resumed; whoever takes the folder next deletes what is left. Its
    /// landing logs stay, in a folder of their own.
    public void finish() throws IOException {
        KeptLandings.keep(out, state);
        Path finished = out.resolve(FINISHED_FOLDER);
        Files.move(state, finished, StandardCopyOption.ATOMIC_MOVE);
        Folders.delete(finished);
        close();
    }

    /// Tests whether the state was made by opening it: no command that keeps one has worked in the folder.
    public boolean isNew() {
        return isNew;
    }

    /// Takes back what opening it made: nothing was done in it. A state that was there before stays.
    public void takeBack() throws IOException {
        if (isNew) {
            Folders.delete(state);
        }
    }

    /// Lets another process use the folder. What a job told stays where readers find it.
    @Override
    public void close() throws IOException {
        try (lock) {
            if (LakeState.FOLDERS.contains(state.getFileName().toString())) {
                KeptLandings.keepLakes(out, state);
            }
        }
    }
}
