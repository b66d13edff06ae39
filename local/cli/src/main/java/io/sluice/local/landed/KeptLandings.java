package io.sluice.local.landed;

import io.sluice.buffers.BufferNumber;
import io.sluice.config.StreamConfiguration;
import io.sluice.landing.LakeLog;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.local.folder.LakeState;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.folder.RunState;
import io.sluice.local.folder.ServerState;
import io.sluice.local.serve.streams.OutsideServers;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.Folders;
import io.sluice.local.server.ReadOnlyFolders;
import io.sluice.objects.ObjectStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The landing logs in a folder of `--out`: in the state of a run or of a server, and, of a run that is finished, in a
/// folder beside the objects that is left of its state.
///
/// A run's landings are put there before its state goes, file by file, as links to the same bytes: whenever the process
/// ends, each of them is in one of the two places, or in both.
public final class KeptLandings {
    /// Under the folder of the objects: a folder for each staging bucket. No bucket's name begins with a dot.
    public static final String FOLDER = LakeState.LANDINGS;
    /// In the folder of a state, that of the buckets.
    private static final String BUCKETS = "s3";
    /// In that of a staging bucket.
    private static final String LANDINGS = "landings";

    private KeptLandings() {}

    /// The logs that runs made of a stream's buffers, those of which anything is there. Takes no lock: another process
    /// may be at work.
    public static List<LandingLog> ofRuns(OutFolder out, StreamConfiguration stream) {
        return logs(stagedByRuns(out, stream), stream);
    }

    /// The staging buckets of runs and of jobs after them, as one, for who reads it alone.
    public static ObjectStore stagedByRuns(OutFolder out, StreamConfiguration stream) {
        String staging = EmbeddedServices.stagingBucket(stream.bucket());
        List<Path> folders = new ArrayList<>(List.of(out.resolve(RunState.FOLDER).resolve(BUCKETS).resolve(staging),
                out.resolve(FOLDER).resolve(staging)));
        LakeState.FOLDERS.forEach(each -> folders.add(out.resolve(each).resolve(BUCKETS).resolve(staging)));
        return new ReadOnlyFolders(folders);
    }

    /// The same of a server.
    public static List<LandingLog> ofServer(OutFolder out, StreamConfiguration stream) {
        return logs(stagedByServer(out), stream);
    }

    /// The staging bucket of a server, likewise.
    public static ObjectStore stagedByServer(OutFolder out) {
        return new ReadOnlyFolders(List.of(
                out.resolve(ServerState.FOLDER).resolve(BUCKETS).resolve(OutsideServers.STAGING_BUCKET)));
    }

    /// By buffer, the last version that anything landed with, of runs.
    public static Map<String, Long> heads(OutFolder out, StreamConfiguration stream) {
        Map<String, Long> heads = new TreeMap<>();
        ofRuns(out, stream).stream().filter(log -> !log.buffer().equals(LakeLog.chain(stream.stream())))
                .forEach(log -> log.after(0).max(Comparator.naturalOrder())
                        .ifPresent(last -> heads.put(log.buffer(), last)));
        return heads;
    }

    private static List<LandingLog> logs(ObjectStore bucket, StreamConfiguration stream) {
        return Stream.concat(IntStream.range(0, BufferNumber.BUFFERS_MAX)
                .mapToObj(number -> new BufferNumber(number).buffer(stream.stream())),
                Stream.of(LakeLog.chain(stream.stream())))
                .filter(buffer -> !bucket.list(Landing.prefix(buffer), "").objects().isEmpty())
                .map(buffer -> new LandingLog(buffer, bucket)).toList();
    }

    /// Keeps the landings of a run that is about to be finished. May be repeated.
    ///
    /// @param state the folder of its state
    public static void keep(OutFolder out, Path state) throws IOException {
        keep(out, state, _ -> true);
    }

    /// Keeps the lakes' logs in the state of a job. May be repeated.
    public static void keepLakes(OutFolder out, Path state) throws IOException {
        keep(out, state, KeptLandings::isLakes);
    }

    private static boolean isLakes(Path log) {
        return log.getFileName().toString().endsWith(LakeLog.chain(""));
    }

    private static void keep(OutFolder out, Path state, Predicate<Path> logs) throws IOException {
        for (Path bucket : children(state.resolve(BUCKETS))) {
            Path kept = out.resolve(FOLDER).resolve(bucket.getFileName());
            for (Path buffer : children(bucket.resolve(LANDINGS)).stream().filter(logs).toList()) {
                for (Path landing : files(buffer)) {
                    keep(landing, kept.resolve(bucket.relativize(landing)));
                }
            }
        }
    }

    /// Gives a job of the lake what others told, which is kept here or is in the state of one that was cut short: its
    /// log goes on.
    ///
    /// @param state the folder of the job's state
    public static void lend(OutFolder out, Path state) throws IOException {
        for (String folder : LakeState.FOLDERS) {
            keepLakes(out, out.resolve(folder));
        }
        for (Path bucket : children(out.resolve(FOLDER))) {
            for (Path log : children(bucket.resolve(LANDINGS))) {
                if (isLakes(log)) {
                    for (Path landing : files(log)) {
                        keep(landing, state.resolve(BUCKETS).resolve(bucket.getFileName())
                                .resolve(bucket.relativize(landing)));
                    }
                }
            }
        }
    }

    /// A landing never changes: one that is there is this one.
    private static void keep(Path landing, Path kept) throws IOException {
        Files.createDirectories(kept.getParent());
        try {
            Files.createLink(kept, landing);
        } catch (FileAlreadyExistsException _) {
            // An attempt to finish the run that was cut short put it there.
        } catch (UnsupportedOperationException | FileSystemException _) {
            Path written = kept.resolveSibling(kept.getFileName() + ".part");
            Files.copy(landing, written, StandardCopyOption.REPLACE_EXISTING);
            Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Deletes what runs into a bucket left there, whose objects are gone: a new one counts its versions anew.
    public static void forget(OutFolder out, String bucket) throws IOException {
        Path kept = out.resolve(FOLDER).resolve(EmbeddedServices.stagingBucket(bucket));
        List<Path> all = new ArrayList<>(List.of(kept));
        LakeState.FOLDERS.forEach(each -> all.add(out.resolve(each).resolve(BUCKETS)
                .resolve(EmbeddedServices.stagingBucket(bucket)).resolve(LANDINGS)));
        for (Path each : all) {
            if (Files.exists(each)) {
                Folders.delete(each);
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        return children(folder).stream().filter(Files::isRegularFile).toList();
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> each = Files.list(folder)) {
            return each.sorted().toList();
        }
    }
}
