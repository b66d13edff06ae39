package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.firehose.Base64Text;
import io.sluice.firehose.KinesisPosition;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.firehose.SourceType;
import io.sluice.position.SequenceRange;
import io.sluice.testkit.wire.Aggregates;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A Kinesis stream and its event source mapping. A shard's records are handed over in their order and under any
/// boundaries, from the checkpoint or from any record before it, several times, by several invocations at once: retries
/// in halves, readers that were thought dead, a mapping that starts at the oldest record again. What it never does is
/// to begin beyond a record that it has neither had an answer for nor given up; and what it gave up it does not hand
/// over again.
///
/// Each record of the stream is a [SimulatedBatch]; one of several user records is an aggregate.
final class KinesisSource implements Source {
    private static final String ARN = "arn:aws:kinesis:us-east-1:123456789012:stream/simulated";
    /// The sixth record's number has a digit more: an order by their text would show.
    private static final BigInteger FIRST_NUMBER = BigInteger.TEN.pow(56).subtract(BigInteger.valueOf(5));
    private static final int SHARDS_MAX = 3;
    private static final int RECORDS_PER_BATCH = 4;
    private static final int GIVES_UP_ONE_IN = 40;

    private final World world;
    private final Mistake mistake;
    private final int recordsMax;
    /// Whether it is read again late, and in part through a registered consumer, which has an ARN of its own.
    private final boolean late;
    private final List<NumberedLog> shards = new ArrayList<>();
    private final List<SimulatedBatch> all = new ArrayList<>();
    private final RecordDraw drawn;
    private int invocations;

    /// @param knobs their batches: there are a few records for each
    KinesisSource(World world, Mistake mistake, Knobs knobs) {
        this.world = world;
        this.mistake = mistake;
        this.recordsMax = knobs.batches() * RECORDS_PER_BATCH;
        this.late = knobs.extreme() == Knobs.Extreme.LATE_RETURNS;
        this.drawn = new RecordDraw(world.choices());
        shards.add(shard(0));
    }

    private static NumberedLog shard(int number) {
        return new NumberedLog("shardId-00000000000" + number, FIRST_NUMBER);
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
    }

    @Override
    public void putAgain(SequenceRange range) {
        shards.stream().filter(each -> range.source().name().endsWith("/" + each.id()))
                .forEach(each -> each.putAgain(range.first(), range.last()));
    }

    @Override
    public boolean isNumbered() {
        return true;
    }

    @Override
    public boolean asksForTheTable() {
        return true;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        if (shards.size() < SHARDS_MAX && choices.oneIn(30)) {
            shards.add(shard(shards.size()));
        }
        NumberedLog shard = choices.pick(shards);
        if (all.size() < recordsMax && choices.oneIn(2)) {
            put(shard, choices.between(1, RECORDS_PER_BATCH));
        }
        if (choices.oneIn(GIVES_UP_ONE_IN)) {
            giveUp(shard);
        }
        int from = choices.oneIn(3) ? choices.between(shard.oldest(), shard.checkpoint()) : shard.checkpoint();
        if (from == shard.size()) {
            return Optional.empty();
        }
        return Optional.of(attempt(shard, from, choices.between(from + 1, shard.size()), configuration.get()));
    }

    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        boolean whole = !late || world.choices().oneIn(2);
        for (NumberedLog shard : shards) {
            int from = whole ? shard.oldest() : shard.checkpoint();
            if (from < shard.size()) {
                alone.accept(attempt(shard, from, shard.size(), configuration));
            }
        }
    }

    private void giveUp(NumberedLog shard) {
        shard.giveUpTo(world.choices().between(shard.checkpoint(), shard.size()));
        world.trace().add(shard.id(), () -> "gives up what is before " + shard.checkpoint());
    }

    private void put(NumberedLog shard, int count) {
        for (int i = 0; i < count; i++) {
            long arrival = ArrivalDraw.of(world.choices(), world.clock().millis());
            int users = world.choices().oneIn(5) ? world.choices().between(2, 3) : 1;
            List<SimulatedRecord> records = new ArrayList<>();
            for (int user = 0; user < users; user++) {
                records.add(drawn.draw(arrival));
            }
            SimulatedBatch record = new SimulatedBatch(all.size(), records, arrival);
            all.add(record);
            shard.append(record, world.choices().pick(List.of(1, 1, 7, 1_000_000_007)));
        }
    }

    private Actor attempt(NumberedLog shard, int from, int to, Configuration configuration) {
        Actor[] self = new Actor[1];
        String arn = late && invocations % 3 == 0 ? ARN + "/consumer/sluice:1" : ARN;
        String name = "ingest " + invocations++ + " " + shard.id() + "[" + from + ", " + to + ")";
        self[0] = new Actor(name, world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            List<SourceRecord> records = new ArrayList<>();
            for (int at = from; at < to; at++) {
                records.add(record(shard, at, configuration));
            }
            world.versions().stage(configuration, ports, world,
                    () -> new SourceBatch(SourceType.KINESIS, arn, "", records));
            world.reached().note(RareState.STREAM_READ_THROUGH_CONSUMER, !arn.equals(ARN));
            shard.answered(from, to, world.reached());
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    private static SourceRecord record(NumberedLog shard, int at, Configuration configuration) {
        SimulatedBatch record = shard.record(at);
        List<SourceRecord> users = record.attempt(configuration).records();
        byte[] data = users.size() == 1
                ? users.getFirst().data()
                : Aggregates.of(users.stream().map(user -> new String(user.data(), UTF_8)).toArray(String[]::new));
        String number = shard.number(at);
        return new SourceRecord(shard.id() + ":" + number, Instant.ofEpochMilli(record.records().getFirst().arrival()),
                data, Base64Text.of(data), Optional.of(new KinesisPosition(shard.id(), number, 0, "p")));
    }
}
