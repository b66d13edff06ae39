package io.sluice.simulation;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.CompletenessReader;
import io.sluice.flush.TableLostException;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
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
    private final PublishedDates dates;
    /// Their ids, by the key of the object that they landed in, which never changes.
    private final Map<String, List<String>> records = new HashMap<>();
    private int runs;
    private long known;

    CompletenessClaims(World world, Mistake mistake, Supplier<List<SimulatedBatch>> batches, Consumer consumer) {
        this.world = world;
        this.mistake = mistake;
        this.batches = batches;
        this.consumer = consumer;
        this.buffers = new WorldBuffers(world, mistake);
        this.dates = new PublishedDates(world, mistake);
    }

    /// A reading of all buffers.
    ///
    /// @return an actor that ends with a [Violation] where a record is missing that is said to have landed
    Actor read(Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("completeness " + ++runs, world.clock().millis(), () -> {
            long start = world.clock().millis();
            List<SimulatedBatch> accepted = batches.get().stream().filter(SimulatedBatch::isAccepted).toList();
            List<Buffer> read = new ArrayList<>();
            Completeness claim = whole(self[0], configuration, start, read);
            world.trace().add(self[0], () -> "ends: " + claim);
            world.reached().note(RareState.COMPLETENESS_UNKNOWN, claim instanceof Completeness.Unknown);
            world.reached().note(RareState.COMPLETE_UNTIL_EARLIER,
                    claim instanceof Completeness.Until until && until.time() < start);
            if (claim instanceof Completeness.Until until) {
                known++;
                judge("complete until " + until.time(), until.time(), accepted, landings(_ -> true));
                publish(read, until.time(), accepted);
            }
        });
        return self[0];
    }

    /// What could not be read is told by a later run.
    private void publish(List<Buffer> read, long time, List<SimulatedBatch> accepted) {
        try {
            dates.publish(read, time, told -> judge("the date is complete", PublishedDates.end(), accepted,
                    landings(id -> told.contains(id + "/1") || isSwept(id))));
        } catch (StoreException e) {
            world.trace().add("dates", () -> "are not told: " + e.getMessage());
        }
    }

    /// A publisher that begins late, or again, begins with the oldest landing that is kept.
    private boolean isSwept(String id) {
        int slash = id.lastIndexOf('/');
        ObjectKey key = Landing.key(id.substring(0, slash), Long.parseLong(id.substring(slash + 1)));
        return !world.stagingBucket().contents().containsKey(key.value());
    }

    /// As a stream does it: a table that holds no lanes while the bucket does is lost.
    ///
    /// @param read takes each buffer that was read
    private Completeness whole(Actor self, Configuration configuration, long start, List<Buffer> read) {
        var reader = new CompletenessReader(configuration.shardCount(), Workers.sequential());
        Completeness whole = Completeness.Until.allOf(start);
        try {
            for (BufferNumber number : buffers.all(Functions.OWN, self, configuration)) {
                String name = number.buffer(World.STREAM);
                Mistake.Ports ports = mistake.plantCompleteness(world.ports(self, name));
                var buffer = new Buffer(name, new ShortPages(ports.staging(), PAGE),
                        buffers.guarded(Functions.OWN, self, configuration, ports));
                read.add(buffer);
                whole = whole.and(reader.read(buffer, start));
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

    private void judge(String claim, long time, List<SimulatedBatch> accepted, List<LandedObject> landed) {
        List<SimulatedRecord> expected = accepted.stream().flatMap(batch -> batch.records().stream())
                .filter(record -> record.arrival() < time && record.copies() > 0).toList();
        if (expected.isEmpty()) {
            return;
        }
        Set<String> told = told(landed);
        expected.stream().filter(record -> !told.contains(record.id())).findFirst().ifPresent(record -> {
            throw new Violation(claim + ", it is said, and no landing tells of " + record
                    + ", which was accepted before");
        });
    }

    /// The objects of landings whose ids, `<buffer>/<version>`, are asked for.
    private List<LandedObject> landings(Predicate<String> asked) {
        return world.streamNames().stream()
                .flatMap(buffer -> world.buffer(buffer).ledger().landings().all().stream()
                        .filter(landing -> asked.test(buffer + "/" + landing.version())))
                .flatMap(landing -> landing.landed().objects().stream()).toList();
    }

    /// The ids of the records in objects that landed.
    private Set<String> told(List<LandedObject> landed) {
        Map<String, byte[]> objects = world.dataBucket().contents();
        Set<String> ids = new HashSet<>();
        for (LandedObject object : landed) {
            String key = object.key().value();
            byte[] bytes = objects.containsKey(key)
                    ? objects.get(key)
                    : consumer.taken().stream().filter(each -> each.getKey().equals(key)).findFirst()
                            .map(Map.Entry::getValue)
                            .orElseThrow(() -> new Violation(key + " is told, and not there"));
            ids.addAll(records.computeIfAbsent(key, _ -> Delivered.lines(key, bytes).stream()
                    .map(line -> line.output().substring(0, line.output().indexOf(','))).toList()));
        }
        return ids;
    }
}
