package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static io.sluice.manifest.Batches.partition;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.ChunkForm;
import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.layout.PrefixExpression;
import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Tables of many blocks.
final class PendingTableTest {
    private static final long NOON = Duration.ofDays(20_000).toMillis();
    private static final int PARTITIONS = 20_000;

    private final Random random = new Random(11);
    private long chunksMade;

    @Test
    void comesBackAsItWasEncoded() {
        Map<Partition, List<ChunkRef>> expected = chunks(PARTITIONS);
        PendingTable table = table(expected);
        assertTrue(table.blocks().size() > 3, "blocks: " + table.blocks().size());
        ByteWriter out = new ByteWriter(16);
        table.encode(out);
        PendingTable read = PendingTable.decode(new ByteReader(out.toBytes()));
        assertEquals(expected, content(read));
        assertEquals(table.totals(), read.totals());
        assertEquals(PARTITIONS, read.totals().partitions());
        assertTrue(read.bytes() < 40 * read.totals().chunks(), "bytes: " + read.bytes());
    }

    @Test
    void mergesWithWhatArrivesWhereverThatLies() {
        for (int arriving : new int[]{0, 1, 30, 3_000}) {
            Map<Partition, List<ChunkRef>> expected = chunks(PARTITIONS);
            PartitionMerge merge = new PartitionMerge(table(expected), new DueNow(
                    new DuePolicy(1 << 20, Duration.ofSeconds(300), Duration.ofSeconds(60)), NOON,
                    Planner.Mode.SCHEDULED, 0));
            merge.add(arrivals(arriving, expected), 500);
            PendingTable.Builder merged = new PendingTable.Builder();
            int blocks = 0;
            while (merge.hasNext()) {
                Optional<PendingBlock> block = merge.nextBlock(_ -> true);
                block.ifPresent(merged::add);
                blocks += block.isPresent() ? 1 : 0;
                if (block.isEmpty()) {
                    merged.add(merge.next());
                }
            }
            PendingTable after = merged.build();
            assertEquals(expected, content(after), arriving + " arriving");
            assertEquals(expected.values().stream().mapToLong(List::size).sum(), after.totals().chunks());
            assertTrue(arriving > 1 || blocks > 2, blocks + " blocks stay when " + arriving + " arrive");
        }
    }

    @Test
    void aPlanLeavesBlocksAloneThatItHasNoRoomForAndKeepsTheirSegments() {
        Manifest current = manifest(table(chunks(PARTITIONS)));
        Plan plan = planner(100).plan(current, Map.of(), ArrivedBatches.all(List.of()), NOON, Planner.Mode.DRAIN);
        assertEquals(100, plan.next().deliveries().size());
        assertTrue(plan.moreDue());
        List<PendingBlock> before = current.pending().blocks();
        List<PendingBlock> after = plan.next().pending().blocks();
        assertEquals(before.subList(1, before.size() - 1), after.subList(1, before.size() - 1));
        ManifestInvariants.checkAll(current, plan.next());
    }

    @Test
    void aPlanOpensTheBlockWhoseOnePartitionIsDue() {
        Map<Partition, List<ChunkRef>> chunks = chunks(PARTITIONS);
        Partition large = chunks.keySet().stream().skip(PARTITIONS / 2).findFirst().orElseThrow();
        chunks.put(large, List.of(new ChunkRef(3, 0, 10, ChunkForm.READY, 1, 1 << 20, NOON, 0, NOON)));
        Partition old = chunks.keySet().stream().skip(PARTITIONS - 1).findFirst().orElseThrow();
        chunks.put(old, List.of(new ChunkRef(3, 10, 10, ChunkForm.READY, 1, 1, NOON - 300_000, 0, NOON - 300_000)));
        Manifest current = manifest(table(chunks));
        Plan plan = planner(100).plan(current, Map.of(), ArrivedBatches.all(List.of()), NOON, Planner.Mode.SCHEDULED);
        assertEquals(List.of(chunks.get(large), chunks.get(old)),
                plan.next().deliveries().stream().map(Delivery::chunks).toList());
        assertSame(current.pending().blocks().getFirst(), plan.next().pending().blocks().getFirst());
        ManifestInvariants.checkAll(current, plan.next());
    }

    @Test
    void blocksStayFewWhenMostOfEachIsDelivered() {
        Manifest manifest = manifest(table(chunks(PARTITIONS)));
        int before = manifest.pending().blocks().size();
        for (int round = 0; round < 30; round++) {
            manifest = planner(PARTITIONS / 31)
                    .plan(manifest, Map.of(), ArrivedBatches.all(List.of(batch("b" + round, NOON, "a"))),
                            NOON, Planner.Mode.DRAIN)
                    .next();
            assertTrue(manifest.pending().blocks().size() <= before + 1, "round " + round);
        }
        assertTrue(manifest.pending().blocks().size() <= 2);
    }

    @Test
    void aCommitDecidesNoMoreThanItsShareThoughPartitionsAreDiverted() {
        Planner limited = new Planner(settings(3, Optional.of(2)));
        Plan plan = limited.plan(Manifest.empty(), Map.of(),
                ArrivedBatches.all(List.of(batch("one", NOON, "a", "b", "c", "d", "e", "f"))), NOON,
                Planner.Mode.DRAIN);
        assertEquals(4, plan.next().deliveries().stream().filter(each -> each.wrapping() != Wrapping.NONE).count());
        assertEquals(2, plan.next().deliveries().stream().filter(each -> each.wrapping() == Wrapping.NONE).count());
        Manifest two = planner(0).plan(Manifest.empty(), Map.of(),
                ArrivedBatches.all(List.of(batch("one", NOON, "y", "z"))), NOON, Planner.Mode.SCHEDULED).next();
        Plan full = new Planner(settings(1, Optional.of(2))).plan(two, Map.of(),
                ArrivedBatches.all(List.of(batch("two", NOON, "a", "b"))), NOON, Planner.Mode.DRAIN);
        assertEquals(2, full.next().deliveries().size(), "both diverted");
        assertEquals(2, full.next().pending().totals().partitions(), "none beside them");
        assertTrue(full.moreDue());
    }

    private Map<Partition, List<ChunkRef>> chunks(int partitions) {
        Map<Partition, List<ChunkRef>> chunks = new TreeMap<>();
        while (chunks.size() < partitions) {
            List<ChunkRef> some = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                some.add(chunk(random.nextInt(400)));
            }
            chunks.put(partition("customer=" + random.nextInt(1_000_000)),
                    some.stream().sorted(ChunkRef.ORDER).toList());
        }
        return chunks;
    }

    private ChunkRef chunk(int segment) {
        return new ChunkRef(segment, 1_000 * ++chunksMade, random.nextInt(300),
                random.nextBoolean() ? ChunkForm.PLAIN : ChunkForm.READY, 1 + random.nextInt(3),
                1 + random.nextInt(400), NOON - random.nextInt(1_000), 0, NOON - random.nextInt(1_000));
    }

    /// A directory of partitions of which some are pending, and adds its chunks to what is expected.
    private Directory arrivals(int many, Map<Partition, List<ChunkRef>> expected) {
        List<Chunk> chunks = new ArrayList<>();
        long offset = 0;
        TreeMap<Partition, Boolean> partitions = new TreeMap<>();
        List<Partition> known = List.copyOf(expected.keySet());
        for (int i = 0; i < many; i++) {
            partitions.put(i % 2 == 0
                    ? known.get(random.nextInt(known.size()))
                    : partition("customer=" + random.nextInt(1_000_000)), true);
        }
        for (Partition partition : partitions.keySet()) {
            Chunk chunk = new Chunk(partition, offset, 10, ChunkForm.READY, 1, 20, NOON - random.nextInt(1_000));
            chunks.add(chunk);
            List<ChunkRef> all = new ArrayList<>(expected.getOrDefault(partition, List.of()));
            all.add(new ChunkRef(500, offset, 10, ChunkForm.READY, 1, 20, chunk.oldestArrival(), 0,
                    chunk.oldestArrival()));
            expected.put(partition, all.stream().sorted(ChunkRef.ORDER).toList());
            offset += 10;
        }
        return Directory.of(chunks, 0);
    }

    private static PendingTable table(Map<Partition, List<ChunkRef>> chunks) {
        PendingTable.Builder table = new PendingTable.Builder();
        chunks.forEach((partition, refs) -> table.add(new PendingPartition(partition, refs)));
        return table.build();
    }

    private static Map<Partition, List<ChunkRef>> content(PendingTable table) {
        Map<Partition, List<ChunkRef>> content = new TreeMap<>();
        table.forEach(pending -> content.put(pending.partition(), pending.chunks()));
        return content;
    }

    /// A manifest in which these chunks are pending, and whose segments they are in.
    private static Manifest manifest(PendingTable pending) {
        SegmentTable.Builder segments = new SegmentTable.Builder(SegmentTable.EMPTY);
        for (int i = 0; i < 400; i++) {
            segments.add(batch("batch " + i, NOON, "a").entry().segment());
        }
        pending.forEach(each -> each.chunks().forEach(chunk -> segments.liveMarker().accept(chunk.segment())));
        return new Manifest(1, 8, segments.build(), pending, List.of(), FoldedBatches.EMPTY,
                new StreamTally(pending.totals().records(), 0, 0, 0, 0));
    }

    private static Planner planner(int deliveriesMax) {
        return new Planner(settings(deliveriesMax, Optional.empty()));
    }

    private static PlanSettings settings(int deliveriesMax, Optional<Integer> limit) {
        return new PlanSettings(new DuePolicy(1 << 20, Duration.ofSeconds(300), Duration.ofSeconds(60)),
                new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), limit, 8, Duration.ofHours(26), deliveriesMax, 1 << 30);
    }
}
