package io.sluice.simulation;

import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.index.Buffer;
import io.sluice.simulation.lake.LakeLife;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Hands batches to the transform function: each several times where an attempt fails, where its answer is lost, or for
/// no reason at all; always with the same records.
final class FirehoseSource implements Source {
    private static final int ATTEMPTS_MAX = 4;
    /// Long keys make directories that an index item has no room for.
    private static final int LONG_KEY_CHARS = 420;

    private final World world;
    private final Mistake mistake;
    private final int batchesMax;
    private final List<SimulatedBatch> batches = new ArrayList<>();
    private final List<String> keys;
    private final int daysLateMax;
    private final UnaryOperator<SourceBatch> wire;
    private final WorldBuffers buffers;
    private final boolean alike;
    private int records;

    private FirehoseSource(World world, Mistake mistake, int batchesMax, List<String> keys, int daysLateMax,
            UnaryOperator<SourceBatch> wire) {
        this(world, mistake, batchesMax, keys, daysLateMax, wire, false);
    }

    private FirehoseSource(World world, Mistake mistake, int batchesMax, List<String> keys, int daysLateMax,
            UnaryOperator<SourceBatch> wire, boolean alike) {
        this.alike = alike;
        this.wire = wire;
        this.buffers = new WorldBuffers(world, mistake);
        this.world = world;
        this.mistake = mistake;
        this.batchesMax = batchesMax;
        this.keys = keys;
        this.daysLateMax = daysLateMax;
    }

    /// A source of records as they arrive.
    static FirehoseSource usual(World world, Mistake mistake, int batchesMax) {
        Choices choices = world.choices();
        List<String> keys = choices.oneIn(4)
                ? Stream.of("a", "b", "c", "d", "e", "f").map(start -> longKey(start, choices)).toList()
                : List.of("a", "b", "c", "");
        return new FirehoseSource(world, mistake, batchesMax, keys, 0, batch -> batch);
    }

    /// A source of records some of which arrived days ago.
    static FirehoseSource ofDays(World world, Mistake mistake, int batchesMax) {
        return new FirehoseSource(world, mistake, batchesMax,
                Stream.concat(LakeLife.keys().stream(), Stream.of("")).toList(), 3,
                batch -> batch);
    }

    /// A subscription of CloudWatch Logs, by events as they are on the wire: Lambda repeats an asynchronous event as it
    /// is. Log events are up to two weeks old.
    static FirehoseSource logs(World world, Mistake mistake, int batchesMax) {
        return new FirehoseSource(world, mistake, batchesMax, List.of("a", "b", "c", ""), 14,
                batch -> LogsWire.sent(batch, world.clock()));
    }

    /// Two delivery streams with one transformation, which number their records alike. Each second batch is of the
    /// second stream, and has the same ids as the one before.
    static FirehoseSource alike(World world, Mistake mistake, int batchesMax) {
        return new FirehoseSource(world, mistake, batchesMax, List.of("a", "b", "c", ""), 0, batch -> batch, true);
    }

    @Override
    public List<SimulatedBatch> batches() {
        return batches;
    }

    @Override
    public boolean asksForTheTable() {
        return false;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        return next().map(batch -> attempt(batch, configuration.get()));
    }

    /// A batch to attempt now; empty when there is none left.
    private Optional<SimulatedBatch> next() {
        Choices choices = world.choices();
        long now = world.clock().millis();
        List<SimulatedBatch> again = batches.stream().filter(batch -> batch.attempts() < ATTEMPTS_MAX
                && batch.firstAttempt() + World.RETRIED_FOR.toMillis() > now).toList();
        if (batches.size() < batchesMax && (again.isEmpty() || choices.oneIn(2))) {
            SimulatedBatch batch = new SimulatedBatch(batches.size(), draw(now), now);
            batches.add(batch);
            return Optional.of(batch);
        }
        return again.isEmpty() ? Optional.empty() : Optional.of(choices.pick(again));
    }

    /// One invocation of the transform function.
    Actor attempt(SimulatedBatch batch, Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("ingest " + batch.number() + "." + batch.attempts(), world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            if (world.bufferCount(configuration).isPresent()) {
                Functions functions = world.versions().of(Versions.Work.STAGE, world);
                buffers.inEnvironment(functions, self[0], ports, count -> functions
                        .staging(configuration, ports, world.spans(), count, number -> new Buffer(
                                number.buffer(World.STREAM), ports.staging(), buffers.index(self[0], number)))
                        .accept(sent(batch, configuration)));
            } else {
                world.versions().stage(configuration, ports, world, () -> sent(batch, configuration));
            }
            batch.accept();
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    private SourceBatch sent(SimulatedBatch batch, Configuration configuration) {
        SourceBatch sent = wire.apply(batch.attempt(configuration));
        if (!alike) {
            return sent;
        }
        world.reached().note(RareState.TWO_STREAMS_NUMBER_ALIKE, isSecond(batch.number()));
        List<SourceRecord> numbered = IntStream.range(0, sent.records().size()).mapToObj(i -> new SourceRecord(
                batch.number() / 2 + "." + i, sent.records().get(i).arrival(), sent.records().get(i).data())).toList();
        return new SourceBatch(sent.type(), sent.sourceArn() + (isSecond(batch.number()) ? "2" : "1"), "", numbered);
    }

    private static boolean isSecond(int number) {
        return number % 2 == 1;
    }

    private List<SimulatedRecord> draw(long now) {
        Choices choices = world.choices();
        List<SimulatedRecord> drawn = new ArrayList<>();
        int size = alike && isSecond(batches.size())
                ? batches.getLast().records().size()
                : choices.between(1, 6);
        for (int i = 0; i < size; i++) {
            String secondKey = choices.oneIn(3) ? "" : choices.oneIn(2) ? "y" : "z";
            int copies = choices.oneIn(8) ? choices.below(3) : 1;
            drawn.add(new SimulatedRecord("r" + records++, choices.pick(keys), secondKey, copies,
                    daysLateMax == 0 || choices.oneIn(2)
                            ? now - choices.below(120_000)
                            : late(now)));
        }
        return drawn;
    }

    private long late(long now) {
        return world.choices().oneIn(8)
                ? now / 1_000
                : ArrivalDraw.late(world.choices(), daysLateMax, now);
    }

    private static String longKey(String start, Choices choices) {
        StringBuilder key = new StringBuilder(start);
        while (key.length() < LONG_KEY_CHARS) {
            key.append(Integer.toString(choices.below(36), 36));
        }
        return key.toString();
    }
}
