package io.sluice.simulation;

import io.sluice.buffers.BufferCountArchive;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.StreamTally;
import io.sluice.simulation.lake.LakeLife;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Judges a world when all is calm: what was accepted was delivered, once, under its own prefix, and nothing is left
/// over.
final class Oracle {
    private final World world;
    private final List<SimulatedBatch> batches;
    private final List<Map.Entry<String, byte[]>> objects;
    private final List<SimulatedRecord> others;
    private final Predicate<String> staysStaged;
    private final Optional<Rot> rot;

    /// @param objects     everything that was delivered
    /// @param others      records in them that are of no batch
    /// @param staysStaged what may stay in the staging bucket, by key
    private Oracle(World world, List<SimulatedBatch> batches, List<Map.Entry<String, byte[]>> objects,
            List<SimulatedRecord> others, Predicate<String> staysStaged, Optional<Rot> rot) {
        this.world = world;
        this.batches = batches;
        this.objects = objects;
        this.others = others;
        this.staysStaged = staysStaged;
        this.rot = rot;
    }

    /// Of a world with nothing but its stream.
    ///
    /// @param rot what has rotted in it
    static Oracle of(World world, List<SimulatedBatch> batches, Consumer consumer, Optional<Rot> rot) {
        List<Map.Entry<String, byte[]>> objects = new ArrayList<>(consumer.taken());
        objects.addAll(world.dataBucket().contents().entrySet());
        return new Oracle(world, batches, objects, List.of(),
                staged -> rot.filter(each -> each.words().isWord(staged)).isPresent(), rot);
    }

    /// Of a stream beside which days were repartitioned and objects removed.
    static Oracle beside(World world, List<SimulatedBatch> batches, LakeLife lake) {
        return new Oracle(world, batches, List.copyOf(lake.delivered().entrySet()), lake.records(),
                LakeLife::isMovers, Optional.empty());
    }

    /// @throws Violation when anything is wrong
    void judge() {
        Map<SimulatedBatch, List<Landed>> found = found();
        List<String> absent = Rot.absent(rot,
                found.values().stream().flatMap(List::stream).map(Landed::output).toList());
        for (SimulatedBatch batch : batches) {
            List<Landed> landed = found.getOrDefault(batch, List.of());
            batch.noteCopies(landed.size(), world.reached());
            List<String> givenUp = absent.stream().filter(batch::sent).toList();
            boolean lost = landed.isEmpty() && givenUp.isEmpty() && !batch.isAccepted();
            if (!lost && !batch.explainsCopies(landed, givenUp)) {
                throw new Violation(batch + " landed as " + landed + " without " + givenUp
                        + ", which no attempt explains; its records: " + batch.records());
            }
        }
        checkTally(found, absent.size());
        if (world.keepsLandings()) {
            LandingOracle.judge(world, objects);
        }
        checkNothingLeft();
    }

    private Map<SimulatedBatch, List<Landed>> found() {
        Map<String, SimulatedRecord> records = new HashMap<>();
        Map<SimulatedRecord, SimulatedBatch> owners = new HashMap<>();
        for (SimulatedBatch batch : batches) {
            for (SimulatedRecord record : batch.records()) {
                records.put(record.id(), record);
                owners.put(record, batch);
            }
        }
        others.forEach(record -> records.put(record.id(), record));
        Delivered delivered = new Delivered(records,
                key -> rot.map(each -> each.words().oldest(key)).orElse(Long.MAX_VALUE));
        Map<SimulatedBatch, List<Landed>> found = new HashMap<>();
        for (Map.Entry<String, byte[]> object : objects) {
            for (Landed landed : read(delivered, object)) {
                OwnTime.check(landed);
                SimulatedBatch owner = owners.get(landed.record());
                if (owner != null) {
                    found.computeIfAbsent(owner, _ -> new ArrayList<>()).add(landed);
                }
            }
        }
        return found;
    }

    /// An object that nobody can read is a violation, and no failure of the simulation.
    private static List<Landed> read(Delivered delivered, Map.Entry<String, byte[]> object) {
        try {
            return delivered.read(object.getKey(), object.getValue());
        } catch (UncheckedIOException e) {
            Violation violation = new Violation("object " + object.getKey() + " cannot be read: " + e.getMessage());
            violation.initCause(e);
            throw violation;
        }
    }

    private void checkTally(Map<SimulatedBatch, List<Landed>> found, int absent) {
        long landed = found.values().stream().mapToLong(List::size).sum();
        long errors = found.values().stream().flatMap(List::stream)
                .filter(each -> each.prefix().startsWith(Configuration.ERRORS)).count();
        StreamTally tally = world.streamBuffers().stream().map(buffer -> buffer.ledger().current().tally())
                .reduce(StreamTally.ZERO, StreamTally::plus);
        if (tally.staged() != landed + absent || tally.discarded() != absent || tally.rejected() != errors
                || tally.delivered() != landed - errors) {
            throw new Violation("the tally says " + tally + ", the bucket holds " + (landed - errors) + " records and "
                    + errors + " error records, and " + absent + " were given up");
        }
    }

    private void checkNothingLeft() {
        Set<String> staged = new TreeSet<>(world.stagingBucket().contents().keySet());
        world.streamBuffers().forEach(buffer -> checkNothingLeft(buffer, staged));
        staged.removeIf(staysStaged
                .or(key -> key.startsWith(BufferCountArchive.prefix(World.STREAM)) || key.startsWith("landings/")));
        if (!staged.isEmpty()) {
            throw new Violation("left in the staging bucket: " + staged);
        }
    }

    private static void checkNothingLeft(World.Buffer buffer, Set<String> staged) {
        Manifest manifest = buffer.ledger().current();
        if (!manifest.deliveries().isEmpty() || manifest.pending().totals().partitions() != 0) {
            throw new Violation(manifest.deliveries().size() + " deliveries are open and "
                    + manifest.pending().totals() + " pending when all is calm");
        }
        if (buffer.table().entries() != 0) {
            throw new Violation(buffer.table().entries() + " entries are left in the index");
        }
        buffer.table().state().ifPresent(state -> {
            String key = state.manifest().value();
            String folder = key.substring(0, key.lastIndexOf('/') + 1);
            // What a run wrote that died before its commit stays until the next one, for which there may be no cause.
            staged.removeIf(each -> each.startsWith(folder)
                    && each.compareTo(folder + "%019d".formatted(state.version() + 1)) > 0);
            staged.remove(key);
        });
        buffer.ledger().sealed().forEach(key -> staged.remove(key.value()));
    }
}
