package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.event.EventSettings;
import io.sluice.event.SourceEvents;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import io.sluice.position.SequenceRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Kafka topics and their event source mapping, by events as they are on the wire. An event has a range of each of some
/// partitions: from the offset that is committed, or from any before it, under any boundaries and with any other
/// partitions, several times, by several invocations at once: retries, rebalances while an invocation of the
/// partition's former owner still runs, a commit that was lost, a mapping that starts at the oldest record again. What
/// it never does is to begin beyond a record that it has had no answer for.
///
/// Each record is a [SimulatedBatch].
final class KafkaSource implements Source {
    /// The sixth record's offset has a digit more: an order by their text would show.
    private static final BigInteger FIRST_OFFSET = BigInteger.valueOf(95);
    private static final int PARTITIONS_MAX = 4;
    private static final int RECORDS_PER_BATCH = 4;
    private static final int REPEATS_ONE_IN = 3;
    private static final EventSettings SETTINGS = new EventSettings(SourceType.KAFKA, RecordForm.PAYLOAD,
            Optional.empty());

    private final World world;
    private final Mistake mistake;
    private final int recordsMax;
    private final boolean timeless;
    private final RecordDraw drawn;
    private final List<NumberedLog> partitions = new ArrayList<>();
    private final List<SimulatedBatch> all = new ArrayList<>();
    private int invocations;

    /// @param batchesMax there are a few records for each
    KafkaSource(World world, Mistake mistake, int batchesMax) {
        this.world = world;
        this.mistake = mistake;
        this.recordsMax = batchesMax * RECORDS_PER_BATCH;
        this.timeless = world.configurations().stream()
                .noneMatch(each -> each.layout() == Configuration.Layout.KEY_AND_HOUR);
        this.drawn = new RecordDraw(world.choices());
        partitions.add(partition(0));
    }

    /// The partitions of two topics, in turn.
    private static NumberedLog partition(int number) {
        return new NumberedLog((number % 2 == 0 ? "even-" : "odd.and-more-") + number / 2, FIRST_OFFSET);
    }

    /// Records of a partition, of which an event has those of `[from, to)`.
    private record Range(NumberedLog partition, int from, int to) {
        @Override
        public String toString() {
            return partition.id() + "[" + from + ", " + to + ")";
        }
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
    }

    @Override
    public void putAgain(SequenceRange range) {
        partitions.stream().filter(each -> range.source().name().endsWith("/" + each.id()))
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
        if (partitions.size() < PARTITIONS_MAX && choices.oneIn(10)) {
            partitions.add(partition(partitions.size()));
        }
        if (all.size() < recordsMax && choices.oneIn(2)) {
            put(choices.pick(partitions), choices.between(1, RECORDS_PER_BATCH));
        }
        List<Range> ranges = new ArrayList<>();
        for (NumberedLog each : partitions) {
            int from = choices.oneIn(REPEATS_ONE_IN) ? choices.between(0, each.checkpoint()) : each.checkpoint();
            if (from < each.size() && choices.oneIn(2)) {
                ranges.add(new Range(each, from, choices.between(from + 1, each.size())));
            }
        }
        return ranges.isEmpty() ? Optional.empty() : Optional.of(attempt(ranges, configuration.get()));
    }

    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        List<Range> rest = partitions.stream().filter(each -> each.size() > 0)
                .map(each -> new Range(each, 0, each.size())).toList();
        if (!rest.isEmpty()) {
            alone.accept(attempt(rest, configuration));
        }
    }

    private void put(NumberedLog partition, int count) {
        for (int i = 0; i < count; i++) {
            long now = world.clock().millis();
            long arrival = ArrivalDraw.of(world.choices(), now);
            SimulatedBatch record = new SimulatedBatch(all.size(), List.of(drawn.draw(arrival)), now);
            all.add(record);
            partition.append(record, world.choices().pick(List.of(1, 1, 7, 1_000_000_007)));
        }
    }

    private Actor attempt(List<Range> ranges, Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("ingest " + invocations++ + " " + ranges, world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            world.versions().stage(configuration, ports, world, () -> batch(ranges, configuration));
            ranges.forEach(range -> range.partition.answered(range.from, range.to, world.reached()));
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    private SourceBatch batch(List<Range> ranges, Configuration configuration) {
        String records = ranges.stream().map(range -> "\"" + range.partition.id() + "\": ["
                + IntStream.range(range.from, range.to).mapToObj(at -> record(range.partition, at, configuration))
                        .collect(Collectors.joining(", "))
                + "]").collect(Collectors.joining(", "));
        String event = "{\"records\": {" + records
                + "}, \"eventSource\": \"SelfManagedKafka\", \"bootstrapServers\": \""
                + (invocations % 2 == 0 ? "a:9092,b:9092" : "b:9092,a:9092") + "\"}";
        try {
            return new SourceEvents(SETTINGS, world.clock()).read(new ByteArrayInputStream(event.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String record(NumberedLog partition, int at, Configuration configuration) {
        int dash = partition.id().lastIndexOf('-');
        byte[] value = partition.record(at).attempt(configuration).records().getFirst().data();
        return "{\"topic\": \"" + partition.id().substring(0, dash) + "\", \"partition\": "
                + partition.id().substring(dash + 1) + ", \"offset\": " + partition.number(at) + ", \"timestamp\": "
                + timestamp(partition.record(at), at) + ", \"value\": \"" + Base64.getEncoder().encodeToString(value)
                + "\"}";
    }

    /// Where no object is named after an hour, some records have no timestamp, and some one of the next century.
    private long timestamp(SimulatedBatch record, int at) {
        return switch (timeless ? at % 4 : 0) {
            case 1 -> -1;
            case 2 -> 4_102_444_800_000L;
            default -> record.records().getFirst().arrival();
        };
    }
}
