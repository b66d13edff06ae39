package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.event.UploadEvent;
import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.objects.StoreException;
import io.sluice.upload.OwnOutputException;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.function.UnaryOperator;
import io.sluice.input.Format;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.input.RowFiles;
import io.sluice.input.TextForm;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.upload.ObjectIntake;
import io.sluice.upload.OwnOutput;
import io.sluice.upload.UploadedObjects;
import io.sluice.work.Deadline;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Objects that others put into a bucket, and a queue of their notifications. A notification comes in any order, late,
/// again while an invocation that has it still runs, and, seldom, although it was answered. An invocation has time for
/// some of an object's parts; the next one goes on.
///
/// Each part of an object is a [SimulatedBatch].
final class ObjectSource implements Source {
    private static final int OBJECTS_PER_DRAW = 2;
    private static final int PARTS_MAX = 4;
    private static final int RECORDS_MAX = 3;
    private static final long WEEKS = Duration.ofDays(15).toMillis();
    /// Rows of a part ([io.sluice.upload] cuts there); rows that are not there leave no gap in what is read.
    private static final long ROWS = 2_000;

    private final World world;
    private final Mistake mistake;
    private final int partsMax;
    private final Returns<Uploaded> returns;
    private final boolean reads;
    private final OwnOutput own;
    private final RecordDraw drawn;
    private final List<Uploaded> objects = new ArrayList<>();
    private final List<SimulatedBatch> all = new ArrayList<>();
    private final Set<Uploaded> deleted = new HashSet<>();
    private final Set<Uploaded> begun = new HashSet<>();
    private int invocations;

    /// An object.
    ///
    /// @param rest what of it cannot be decompressed
    /// @param put  when
    private record Uploaded(int number, List<SimulatedBatch> parts, Optional<SimulatedBatch> rest, long put) {
        Stream<SimulatedBatch> batches() {
            return Stream.concat(parts.stream(), rest.stream());
        }

        UploadEvent notice() {
            return new UploadEvent("uploads", new ObjectKey("in/" + number), Optional.empty(),
                    Optional.of("e" + number), Instant.ofEpochMilli(put));
        }
    }

    ObjectSource(World world, Mistake mistake, Knobs knobs) {
        this.world = world;
        this.mistake = mistake;
        this.partsMax = knobs.batches() * PARTS_MAX;
        this.returns = new Returns<>(world, knobs, LateReturns.OBJECTS_FOR);
        this.drawn = new RecordDraw(world.choices());
        this.reads = knobs.extreme() == Knobs.Extreme.READS;
        this.own = new OwnOutput("data", "staging", Stream.concat(
                world.configurations().stream().map(each -> each.expression().literalHead()),
                Stream.of(Configuration.ERRORS)).distinct().toList());
        world.keepSegments();
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
    }

    /// A message that comes twice is known by the receipts of the table alone.
    @Override
    public boolean standsATableSetBack() {
        return false;
    }

    @Override
    public boolean asksForTheTable() {
        return true;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        if (all.size() < partsMax && choices.oneIn(2)) {
            for (int i = choices.between(1, OBJECTS_PER_DRAW); i > 0; i--) {
                objects.add(draw());
            }
        }
        List<Uploaded> visible = objects.stream().filter(this::mayCome)
                .filter(object -> !deleted.contains(object) || choices.oneIn(6)).toList();
        if (reads && choices.oneIn(12)) {
            return Optional.of(own(configuration.get()));
        }
        return visible.isEmpty()
                ? Optional.empty()
                : Optional.of(attempt(choices.pick(visible), configuration.get(), choices.between(0, PARTS_MAX + 1)));
    }

    private Uploaded draw() {
        Choices choices = world.choices();
        long put = ArrivalDraw.of(choices, world.clock().millis());
        List<SimulatedBatch> parts = new ArrayList<>();
        for (int part = choices.between(1, PARTS_MAX); part > 0; part--) {
            List<SimulatedRecord> records = new ArrayList<>();
            for (int n = choices.between(1, RECORDS_MAX); n > 0; n--) {
                records.add(drawn.draw(put));
            }
            parts.add(new SimulatedBatch(all.size(), records, world.clock().millis()));
            all.add(parts.getLast());
        }
        return new Uploaded(objects.size(), List.copyOf(parts), reads && choices.oneIn(3)
                ? Optional.of(undecoded(put))
                : Optional.empty(), put);
    }

    private SimulatedBatch undecoded(long put) {
        all.add(new SimulatedBatch(all.size(), List.of(SimulatedRecord.undecoded("u" + all.size(), put)),
                world.clock().millis()));
        return all.getLast();
    }

    private boolean mayCome(Uploaded object) {
        return returns.mayCome(object, object.parts().getFirst().firstAttempt());
    }

    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        boolean whole = returns.allAtLast();
        objects.stream().filter(object -> mayCome(object) && (whole || !deleted.contains(object)))
                .forEach(object -> alone.accept(attempt(object, configuration, PARTS_MAX + 1)));
    }

    /// An invocation with a notification of what the stream itself wrote, which it must not read.
    private Actor own(Configuration configuration) {
        boolean staged = world.choices().oneIn(4);
        List<String> keys = List.copyOf((staged ? world.stagingBucket() : world.dataBucket()).contents().keySet());
        String key = keys.isEmpty()
                ? configuration.expression().literalHead() + "object"
                : world.choices().pick(keys);
        UploadEvent notice = new UploadEvent(staged ? "staging" : "data", new ObjectKey(key), Optional.empty(),
                Optional.of("own"), world.clock().instant());
        Uploaded none = new Uploaded(-1, List.of(), Optional.empty(), world.clock().millis());
        Actor[] self = new Actor[1];
        self[0] = new Actor("ingest " + invocations++ + " [its own " + key + "]", world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            var intake = new ObjectIntake(own, new Held(none, file(self[0])), TextForm.LINES,
                    why -> Source.ingest(configuration, ports, world.spans(), why));
            try {
                intake.take(notice, Deadline.NONE, Optional.empty());
            } catch (OwnOutputException e) {
                world.trace().add(self[0], () -> "ends: " + e.getMessage());
                return;
            }
            throw new Violation(key + ", which the stream itself wrote, is taken in");
        });
        return self[0];
    }

    /// What is read of a file: nothing that fails, where the director does not seek that.
    private UnaryOperator<byte[]> file(Actor self) {
        Wire wire = new Wire(world, self);
        return bytes -> reads ? wire.read(() -> "GET rows", () -> bytes) : bytes;
    }

    /// @param parts for which there is time
    private Actor attempt(Uploaded object, Configuration configuration, int parts) {
        Actor[] self = new Actor[1];
        AtomicInteger left = new AtomicInteger(parts);
        Deadline deadline = () -> left.getAndDecrement() > 0 ? Duration.ofMinutes(1) : Duration.ZERO;
        self[0] = new Actor("ingest " + invocations++ + " [object " + object.number() + "]", world.clock().millis(),
                () -> {
                    Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
                    returns.attempted(object);
                    object.batches().forEach(part -> part.attempt(configuration));
                    var intake = new ObjectIntake(own, new Held(object, file(self[0])), TextForm.LINES,
                            why -> Source.ingest(configuration, ports, world.spans(), why));
                    ObjectIntake.Taken taken = intake.take(object.notice(), deadline, Optional.empty());
                    note(object, taken);
                    if (taken instanceof ObjectIntake.Taken.Whole) {
                        object.batches().forEach(SimulatedBatch::accept);
                        deleted.add(object);
                        world.trace().add(self[0], () -> "answers");
                        ports.answered().run();
                    }
                });
        return self[0];
    }

    private void note(Uploaded object, ObjectIntake.Taken taken) {
        switch (taken) {
            case ObjectIntake.Taken.Begun _ -> {
                world.reached().note(RareState.UPLOAD_OUT_OF_TIME);
                if (taken.summary().records() > 0) {
                    begun.add(object);
                }
            }
            case ObjectIntake.Taken.Whole _ -> {
                boolean again = deleted.contains(object);
                world.reached().note(RareState.UPLOAD_FINISHED_BY_ANOTHER,
                        taken.summary().records() > 0 && begun.contains(object) && !again);
                world.reached().note(RareState.UPLOAD_ANSWERED_AFTER_WEEKS,
                        again && object.parts().getFirst().firstAttempt() + WEEKS < world.clock().millis());
            }
        }
    }

    /// One object, whose rows are its records: those of a part have numbers of that part.
    ///
    /// @param fetch gives bytes that were asked for
    private record Held(Uploaded object,
            UnaryOperator<byte[]> fetch) implements UploadedObjects, SourceStore, RowFiles {
        private static final byte[] MARK = "PAR1 and rows".getBytes(UTF_8);

        @Override
        public Optional<SourceObject> find(UploadEvent notice) {
            return Optional.of(new SourceObject(notice.key(), notice.etag().orElseThrow(), MARK.length,
                    notice.time()));
        }

        @Override
        public SourceRecords records(UploadEvent notice) {
            return new SourceRecords(this, notice.bucket(), Optional.of(this));
        }

        @Override
        public Format format() {
            return Format.PARQUET;
        }

        @Override
        public RecordInput open(String id, String name, RangedBytes file, int recordBytesMax) {
            List<InputRecord> rows = new ArrayList<>();
            for (int part = 0; part < object.parts().size(); part++) {
                List<SimulatedRecord> records = object.parts().get(part).records();
                for (int n = 0; n < records.size(); n++) {
                    rows.add(new InputRecord(id, part * ROWS + n, records.get(n).text().getBytes(UTF_8)));
                }
            }
            return new Rows(rows.iterator(), object.rest().map(rest -> rest.records().getFirst().text()),
                    () -> readable(file));
        }

        /// As readers of rows tell of a device that fails.
        private static void readable(RangedBytes file) {
            try {
                file.read(0, MARK.length);
            } catch (IOException | StoreException e) {
                throw new InputException("the rows cannot be read", e instanceof IOException ? e : new IOException(e));
            }
        }

        @Override
        public byte[] read(SourceObject of, ByteRange range) {
            return fetch.apply(
                    Arrays.copyOfRange(MARK, Math.toIntExact(range.offset()), Math.toIntExact(range.end())));
        }

        @Override
        public long count(String name, RangedBytes file) {
            throw readOnly();
        }

        @Override
        public void copy(String name, RangedBytes file, BitSet without, OutputStream out) {
            throw readOnly();
        }

        @Override
        public Page list(String prefix, String after) {
            throw readOnly();
        }

        @Override
        public boolean replace(SourceObject of, Body body) {
            throw readOnly();
        }

        @Override
        public boolean remove(SourceObject of) {
            throw readOnly();
        }

        private static UnsupportedOperationException readOnly() {
            return new UnsupportedOperationException("an object is read from its beginning, and never changed");
        }
    }

    /// @param rest  what cannot be decompressed
    /// @param fetch is asked before each row
    private record Rows(Iterator<InputRecord> rows, Optional<String> rest, Runnable fetch) implements RecordInput {
        @Override
        public @Nullable InputRecord next() {
            fetch.run();
            return rows.hasNext() ? rows.next() : null;
        }

        @Override
        public Optional<ByteInput.Undecodable> undecodable() {
            return rest.map(text -> new ByteInput.Undecodable(0, text.getBytes(UTF_8), "it is damaged", 0));
        }

        @Override
        public void close() {}
    }
}
