package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.UsageException;
import io.sluice.local.server.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder of `--out`: delivered objects at `<out>/<bucket>/<key>`, and in `<out>/.sluice` the state that a run needs
/// to be taken up again. One process uses it at a time.
public final class Workspace implements Closeable {
    private static final String STATE_FOLDER = ".sluice";
    private static final String RULES_FOLDER = ".sluice-retention";
    private static final String LOCK = "lock";
    private static final String REPARTITION_FOLDER = ".sluice-repartition";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path out;
    private final Path state;
    private final FileChannel lock;

    private Workspace(Path out, Path state, FileChannel lock) {
        this.out = out;
        this.state = state;
        this.lock = lock;
    }

    /// Takes `out` for a new run.
    ///
    /// @throws UsageException when `out` can't be written, is in use, or holds objects of `bucket` or an interrupted run
    public static Workspace create(Path out, String bucket) {
        Path state = out.resolve(STATE_FOLDER);
        if (isUnfinished(out)) {
            throw new UsageException(
                    "The folder " + out + " holds an interrupted run; finish it with --resume, name another"
                            + " folder with --out, or delete it");
        }
        if (hasFiles(out.resolve(bucket))) {
            throw new UsageException(
                    "The folder " + out.resolve(bucket) + " has objects already, and a second run would"
                            + " add to them; name another folder with --out, or delete it");
        }
        Workspace workspace = open(out, state);
        workspace.discardLeftOver();
        return workspace;
    }

    /// Takes `out` to go on with the run that it holds.
    ///
    /// @throws UsageException when it holds none, can't be written, or is in use
    public static Workspace resume(Path out) {
        Path state = out.resolve(STATE_FOLDER);
        if (!isUnfinished(out)) {
            throw new UsageException(
                    "The folder " + out + " holds no interrupted run; leave --resume out to start one");
        }
        return open(out, state);
    }

    /// Whether `out` holds a run that was cut short.
    public static boolean isUnfinished(Path out) {
        return Files.exists(out.resolve(STATE_FOLDER).resolve(RunIdentity.FILE));
    }

    /// Takes `out` to remove objects from what finished runs left there, and for the rules about that: they stay in
    /// `<out>/.sluice-retention` from one command to the next.
    ///
    /// @throws UsageException when `out` can't be written, is in use, or holds a run that was cut short
    public static Workspace forRetention(Path out) {
        return besideRuns(out, RULES_FOLDER);
    }

    /// Takes `out` to remove records from the source of a repartition: with the repartition's state, if there is one, since it
    /// says what is moved, and no repartition may go on meanwhile.
    ///
    /// @throws UsageException when `out` can't be written, is in use, or holds a run that was cut short
    public static Workspace forSourceErasure(Path out) {
        return besideRuns(out, Files.isDirectory(out.resolve(REPARTITION_FOLDER)) ? REPARTITION_FOLDER : RULES_FOLDER);
    }

    private static Workspace besideRuns(Path out, String folder) {
        if (isUnfinished(out)) {
            throw new UsageException(
                    "The folder " + out + " holds a run that is at work or was cut short, and what it has"
                            + " buffered is not delivered yet; finish it with run --resume first");
        }
        return open(out, out.resolve(folder));
    }

    /// Takes `out` to repartition what is in it. Its state stays: which days are moved is not to be forgotten.
    ///
    /// @throws UsageException when it has no folder of `bucket`, holds an interrupted run, can't be written, or is in use
    public static Workspace repartition(Path out, String bucket) {
        if (!Files.isDirectory(out.resolve(bucket))) {
            throw new UsageException("The folder " + out + " has no bucket '" + bucket
                    + "': what is to be repartitioned are the objects of an earlier run; name its folder with --out");
        }
        if (isUnfinished(out)) {
            throw new UsageException(
                    "The folder " + out + " holds an interrupted run; finish it first: run with --resume");
        }
        return open(out, out.resolve(REPARTITION_FOLDER));
    }

    private static boolean hasFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Files.exists(folder);
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.anyMatch(path -> !Files.isDirectory(path));
        } catch (IOException e) {
            throw new UsageException("The folder " + folder + " can't be read: " + reason(e));
        }
    }

    private static Workspace open(Path out, Path state) {
        try {
            Files.createDirectories(state);
            FileChannel lock = FileChannel.open(state.resolve(LOCK), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            if (!locked(lock)) {
                lock.close();
                throw new UsageException(
                        "The folder " + out + " is in use by another run; name another one with --out");
            }
            return new Workspace(out, state, lock);
        } catch (IOException e) {
            throw new UsageException("The folder " + out + " can't be written: " + reason(e));
        }
    }

    /// Deletes what a process left that ended while it began a run, or while it cleaned up behind one.
    private void discardLeftOver() {
        try (Stream<Path> files = Files.list(state)) {
            for (Path file : files.filter(file -> !file.endsWith(LOCK)).toList()) {
                Folders.delete(file);
            }
        } catch (IOException e) {
            throw new UsageException("The folder " + state + " can't be emptied: " + reason(e));
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static String reason(IOException e) {
        String kind = e.getClass().getSimpleName().replace("Exception", "");
        return kind.equals("IO") ? String.valueOf(e.getMessage()) : kind + " " + e.getMessage();
    }

    /// The folder of `--out`.
    public Path out() {
        return out;
    }

    /// The folder of the state.
    public Path state() {
        return state;
    }

    /// Reads the JSON file `name` of the state; empty when there is none.
    Optional<JsonNode> read(String name) throws IOException {
        Path file = state.resolve(name);
        return Files.exists(file) ? Optional.of(JSON.readTree(file.toFile())) : Optional.empty();
    }

    /// Writes the JSON file `name` of the state: the old content or the new one, whenever the process ends.
    void write(String name, JsonNode content) throws IOException {
        Path written = state.resolve(name + ".new");
        Files.write(written, JSON.writeValueAsBytes(content));
        Files.move(written, state.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Deletes the state: the run is finished. What marks it goes first, so that a process that ends in between leaves nothing
    /// that looks like a run to be resumed.
    public void finish() throws IOException {
        Files.deleteIfExists(state.resolve(RunIdentity.FILE));
        close();
        Folders.delete(state);
    }

    /// Lets another process use the folder.
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
