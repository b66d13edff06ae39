package io.sluice.simulation;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.CompletenessReader;
import io.sluice.flush.TableLostException;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.LandedObject;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Workers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Asks now and then until when the stream is complete, and holds the answer against what was accepted by then and what
/// was told.
final class CompletenessClaims {
    private static final int PAGE = 3;

    private final World world;
    private final Mistake mistake;
    private final Supplier<List<SimulatedBatch>> batches;
    private final Consumer consumer;
    private final WorldBuffers buffers;
    private int runs;
    private long known;

    CompletenessClaims(World world, Mistake mistake, Supplier<List<SimulatedBatch>> batches, Consumer consumer) {
        this.world = world;
        this.mistake = mistake;
        this.batches = batches;
        this.consumer = consumer;
        this.buffers = new WorldBuffers(world, mistake);
    }

    /// A reading of all buffers.
    ///
    /// @return an actor that ends with a [Violation] where a record is missing that is said to have landed
    Actor read(Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("completeness " + ++runs, world.clock().millis(), () -> {
            long start = world.clock().millis();
            List<SimulatedBatch> accepted = batches.get().stream().filter(SimulatedBatch::isAccepted).toList();
            Completeness claim = whole(self[0], configuration, start);
            world.trace().add(self[0], () -> "ends: " + claim);
            if (claim instanceof Completeness.Until until) {
                known++;
                judge(until.time(), accepted);
            }
        });
        return self[0];
    }

    /// As a stream does it: a table that holds no lanes while the bucket does is lost.
    private Completeness whole(Actor self, Configuration configuration, long start) {
        var reader = new CompletenessReader(configuration.shardCount(), Workers.sequential());
        Completeness whole = Completeness.Until.allOf(start);
        try {
            for (BufferNumber number : buffers.all(self, configuration)) {
                String name = number.buffer(World.STREAM);
                Mistake.Ports ports = mistake.plantCompleteness(world.ports(self, name));
                whole = whole.and(reader.read(new Buffer(name, new ShortPages(ports.staging(), PAGE),
                        buffers.guarded(self, configuration, ports)), start));
            }
            return whole;
        } catch (TableLostException e) {
            return new Completeness.Unknown(List.of(e.getMessage()));
        }
    }

    /// Readings that said a time.
    long known() {
        return known;
    }

    private void judge(long time, List<SimulatedBatch> accepted) {
        List<SimulatedRecord> expected = accepted.stream().flatMap(batch -> batch.records().stream())
                .filter(record -> record.arrival() < time && record.copies() > 0).toList();
        if (expected.isEmpty()) {
            return;
        }
        Set<String> told = told();
        expected.stream().filter(record -> !told.contains(record.id())).findFirst().ifPresent(record -> {
            throw new Violation("complete until " + time + ", it is said, and no landing tells of " + record
                    + ", which was accepted before");
        });
    }

    /// The ids of the records in all objects that any landing told.
    private Set<String> told() {
        Map<String, byte[]> objects = world.dataBucket().contents();
        Set<String> ids = new HashSet<>();
        for (String buffer : world.streamNames()) {
            for (LandedObject object : world.buffer(buffer).ledger().landings().objects()) {
                String key = object.key().value();
                byte[] bytes = objects.containsKey(key)
                        ? objects.get(key)
                        : consumer.taken().stream().filter(each -> each.getKey().equals(key)).findFirst()
                                .map(Map.Entry::getValue)
                                .orElseThrow(() -> new Violation(key + " is told, and not there"));
                Delivered.lines(key, bytes)
                        .forEach(line -> ids.add(line.output().substring(0, line.output().indexOf(','))));
            }
        }
        return ids;
    }
}
