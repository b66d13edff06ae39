package io.sluice.local.serve.streams;

import io.sluice.encoding.Digests;
import io.sluice.input.InputException;
import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.Batcher;
import io.sluice.local.batch.EventWriter;
import io.sluice.local.folder.StateFile;
import io.sluice.local.records.ErrorObjectRecords;
import io.sluice.local.records.InputSource;
import io.sluice.local.records.TimedRecord;
import io.sluice.local.server.DurableFiles;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Puts the records of error objects in again, each object once, for good.
///
/// The object is copied beside a mark that says what is under way before anything is staged; its records have ids that
/// are functions of the object, and it is cut into the same batches at every attempt. So a redrive that was cut short
/// is finished from its copy, by the next flush run or the next start, and what was staged of it already is recognised
/// by the flusher, which waits before it forgets ([#doubtfulSince]). A mark that says `DONE` is never removed.
///
/// Thread-safe.
final class Redrives {
    private static final String COPY = ".object";
    private static final String MARK = ".json";
    private static final int NAME_BYTES = 16;

    private final Path folder;
    private final String stream;
    private final Supplier<Delimiting> delimiting;
    private final Feeder.Staging staging;
    private final InstantSource clock;
    private final Map<String, RedriveMark> marks = new ConcurrentHashMap<>();
    private volatile Optional<Instant> doubtfulSince;

    /// Opens an object by its key; empty when there is none.
    @FunctionalInterface
    interface Opening {
        Optional<BucketContent.Opened> open(String key) throws IOException;
    }

    /// @param folder     where marks and copies are kept
    /// @param delimiting tells how the stream's records are delimited now
    /// @param staging    stages their records
    /// @param clock      the server's
    /// @throws IOException when the marks can't be read
    Redrives(Path folder, String stream, Supplier<Delimiting> delimiting, Feeder.Staging staging, InstantSource clock)
            throws IOException {
        this.folder = folder;
        this.stream = stream;
        this.delimiting = delimiting;
        this.staging = staging;
        this.clock = clock;
        if (Files.isDirectory(folder)) {
            Delimiting now = delimiting.get();
            try (var files = Files.list(folder)) {
                files.filter(each -> each.getFileName().toString().endsWith(MARK)).map(each -> new StateFile(each)
                        .read().map(mark -> RedriveMark.of(mark, now))).flatMap(Optional::stream)
                        .forEach(mark -> marks.put(mark.name(), mark));
            }
        }
        this.doubtfulSince = open().isEmpty() ? Optional.empty() : Optional.of(Instant.EPOCH);
    }

    private List<RedriveMark> open() {
        return marks.values().stream().filter(mark -> mark.state() == RedriveMark.State.BEGUN).toList();
    }

    /// The beginning of a redrive that may have staged something and is not finished; empty when there is none such. Of
    /// one from before this start it is the beginning of time.
    Optional<Instant> doubtfulSince() {
        return doubtfulSince;
    }

    /// Records of the objects that were redriven, or are being.
    long records() {
        return marks.values().stream().mapToLong(RedriveMark::records).sum();
    }

    /// Tests whether an object of that key was redriven.
    boolean has(String bucket, String key) {
        return marks.values().stream().anyMatch(mark -> mark.bucket().equals(bucket) && mark.key().equals(key));
    }

    /// Stages the records of an error object, unless that was done before.
    ///
    /// @throws IOException when not all could be staged; the rest follows by itself
    synchronized Redriven redrive(String bucket, String key, Opening objects) throws IOException {
        DurableFiles.makeFolder(folder);
        Path copy = folder.resolve("incoming");
        try {
            Optional<RedriveMark> fresh = copy(bucket, key, objects, copy);
            if (fresh.isEmpty()) {
                return new Redriven.Refused("There is no such object");
            }
            RedriveMark mark = fresh.get();
            RedriveMark known = marks.get(mark.name());
            if (known == null) {
                if (mark.records() == 0) {
                    return new Redriven.Refused("It holds no error records");
                }
                Files.move(copy, copyOf(mark), StandardCopyOption.REPLACE_EXISTING);
                begin(mark);
                finish(mark);
                return new Redriven.Now(mark.records(), mark.leftOut());
            }
            if (known.state() == RedriveMark.State.BEGUN) {
                // The same bytes, which stand in for a copy that was damaged or lost.
                Files.move(copy, copyOf(known), StandardCopyOption.REPLACE_EXISTING);
                finish(known);
                return new Redriven.Now(known.records(), known.leftOut());
            }
            return new Redriven.Earlier(known.records());
        } catch (InputException e) {
            return new Redriven.Refused(String.valueOf(e.getMessage()));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /// Does something while no redrive is under way.
    synchronized void quietly(RunningFunctions.Quiet what) throws IOException, InterruptedException {
        what.run();
    }

    /// Finishes what an earlier attempt began.
    synchronized void settle() throws IOException {
        for (RedriveMark mark : open()) {
            try {
                finish(mark);
            } catch (InputException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }

    private void begin(RedriveMark mark) throws IOException {
        if (doubtfulSince.isEmpty()) {
            doubtfulSince = Optional.of(clock.instant());
        }
        marks.put(mark.name(), mark);
        try {
            new StateFile(folder.resolve(mark.name() + MARK)).write(mark.toJson());
        } catch (IOException e) {
            // Whether it is there or not, nothing is staged: the attempt that follows finds out.
            throw new IOException("the redrive of " + mark.key() + " can't be noted: " + e.getMessage(), e);
        }
    }

    private void finish(RedriveMark mark) throws IOException {
        requireWhole(mark);
        new StateFile(folder.resolve(mark.name() + MARK)).write(mark.toJson());
        Batcher batches = new Batcher(new EventWriter(stream), Instant.EPOCH);
        try (var records = records(mark, copyOf(mark), _ -> {
            // They were counted when it began.
        })) {
            for (TimedRecord next = records.next(); next != null; next = records.next()) {
                Optional<Batch> complete = batches.add(BatchRecord.of(next.record(), next.arrival()));
                if (complete.isPresent()) {
                    stage(complete.get());
                }
            }
        }
        Optional<Batch> rest = batches.cut();
        if (rest.isPresent()) {
            stage(rest.get());
        }
        RedriveMark done = mark.done();
        new StateFile(folder.resolve(mark.name() + MARK)).write(done.toJson());
        marks.put(mark.name(), done);
        doubtfulSince = open().isEmpty() ? Optional.empty() : doubtfulSince;
        Files.deleteIfExists(copyOf(mark));
    }

    private void stage(Batch batch) throws IOException {
        staging.stage(new EventWriter(stream).read(batch, 0));
    }

    private Path copyOf(RedriveMark mark) {
        return folder.resolve(mark.name() + COPY);
    }

    /// Copies the object to `copy`, on the disk for good, and reads it once to its end.
    private Optional<RedriveMark> copy(String bucket, String key, Opening objects, Path copy)
            throws IOException {
        Optional<BucketContent.Opened> object = objects.open(key);
        if (object.isEmpty()) {
            return Optional.empty();
        }
        MessageDigest digest = digest(bucket, key);
        try (InputStream in = ObjectContents.of(object.get().content(), object.get().encoding()).in();
                OutputStream out = new DigestOutputStream(Channels.newOutputStream(DurableFiles.open(copy,
                        StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)),
                        digest)) {
            in.transferTo(out);
        } catch (IOException e) {
            throw new InputException("It can't be copied: " + e.getMessage(), e);
        }
        DurableFiles.force(copy);
        var counted = new RedriveMark(name(digest), bucket, key, 0, 0, delimiting.get(), RedriveMark.State.BEGUN);
        long[] leftOut = new long[1];
        long records = 0;
        try (var lines = records(counted, copy, _ -> leftOut[0]++)) {
            while (lines.next() != null) {
                records++;
            }
        }
        return Optional.of(new RedriveMark(counted.name(), bucket, key, records, leftOut[0],
                counted.delimiting(), RedriveMark.State.BEGUN));
    }

    /// Requires the copy of the object to be whole: what was staged already came of the object's own bytes, and so does
    /// the rest.
    private void requireWhole(RedriveMark mark) throws IOException {
        Path copy = copyOf(mark);
        String trouble = "is gone";
        if (Files.exists(copy)) {
            MessageDigest digest = digest(mark.bucket(), mark.key());
            try (InputStream in = new DigestInputStream(Files.newInputStream(copy), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            trouble = name(digest).equals(mark.name()) ? "" : "is damaged";
        }
        if (!trouble.isEmpty()) {
            throw new InputException("The redrive of " + mark.key() + " was cut short, and the copy of the object that"
                    + " would finish it, " + copy + ", " + trouble + ": restore it, or delete " + mark.name() + MARK
                    + " beside it, which gives up what was not staged; while the object itself is there, redrive it"
                    + " again");
        }
    }

    private static MessageDigest digest(String bucket, String key) {
        MessageDigest digest = Digests.sha256();
        digest.update((bucket + "\0" + key + "\0").getBytes(StandardCharsets.UTF_8));
        return digest;
    }

    private static String name(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
    }

    private static ErrorObjectRecords records(RedriveMark mark, Path copy, Consumer<String> leftOut) {
        return new ErrorObjectRecords(List.of(source(mark, copy)), mark.delimiting(), leftOut);
    }

    private static InputSource source(RedriveMark mark, Path copy) {
        try {
            return new InputSource(mark.name(), mark.key(), Files.size(copy), () -> Files.newInputStream(copy));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
