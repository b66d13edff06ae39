package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.CountingObjectStore;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentTail;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Staged bytes that are damaged at rest, or on the way: nothing altered is delivered, nothing undelivered is deleted,
/// the chunk is named, and only its own delivery waits.
final class DamagedChunksTest {
    private static final long SEED = 20_261_122;
    private static final int FLIPS = 1_000;

    private final Buffer buffer = new Buffer();

    @Test
    void aDamagedChunkIsNamedAndHoldsUpOnlyItsOwnDelivery() {
        ObjectKey segment = stagedTogether();
        ChunkRef damaged = chunkOf("key=b/");
        byte[] good = flip(segment, damaged.offset() + 1);
        for (String run : List.of("run 1", "run 2", "run 3")) {
            FlushSummary summary = buffer.drain(run);
            assertEquals(1, summary.damaged(), "each run counts it");
            assertEquals(1, summary.open());
            assertEquals(1, summary.problems().size(), summary.problems().toString());
            String problem = summary.problems().getFirst();
            for (String named : List.of("key=b/", segment.value(), "offset " + damaged.offset(), "1 records",
                    "fails its checksum")) {
                assertTrue(problem.contains(named), problem);
            }
            assertEquals(Map.of("key=a", List.of("a:1"), "key=c", List.of("c:3")), buffer.delivered());
            assertTrue(buffer.staging.contents().containsKey(segment.value()), "it is kept");
        }
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 4").damaged());
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
        buffer.drain("run 5");
        assertFalse(buffer.staging.contents().containsKey(segment.value()));
    }

    @Test
    void aSegmentThatIsNotThereIsNamedByEachRunAndHoldsUpNoOther() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2"));
        ObjectKey gone = entries(buffer).getFirst().segment().key("quakes");
        buffer.ingest(buffer.batch("two", "c:3"));
        buffer.staging.delete(List.of(gone));
        for (String run : List.of("run 1", "run 2")) {
            FlushSummary summary = buffer.drain(run);
            assertEquals(2, summary.damaged());
            assertEquals(2, summary.problems().size(), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains(gone.value()), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains("not there"), summary.problems().toString());
            assertEquals(Map.of("key=c", List.of("c:3")), buffer.delivered());
        }
    }

    @Test
    void aSegmentThatWasCutShortLosesOnlyWhatWasCutOff() {
        ObjectKey segment = stagedTogether();
        ChunkRef last = chunkOf("key=c/");
        byte[] bytes = buffer.staging.get(segment);
        for (int length : new int[]{(int) last.offset(), (int) last.offset() + 1,
                (int) last.offset() + last.length() - 1}) {
            buffer.staging.put(segment, Body.of(Arrays.copyOf(bytes, length)));
            FlushSummary summary = buffer.drain("run " + length);
            assertEquals(1, summary.damaged());
            assertEquals(Map.of("key=a", List.of("a:1"), "key=b", List.of("b:2")), buffer.delivered());
        }
        buffer.staging.put(segment, Body.of(bytes));
        assertEquals(0, buffer.drain("last run").open());
    }

    @Test
    void damageOnTheWayIsReadAgainOnceAndDelivered() {
        ObjectKey segment = stagedTogether();
        AtomicInteger reads = new AtomicInteger();
        ObjectStore staging = onTheWay(buffer.staging, bytes -> {
            if (reads.incrementAndGet() == 1) {
                bytes[1] ^= 4;
            }
        });
        FlushSummary summary = buffer.flusher(staging, buffer.data, buffer.index).flush("run", Planner.Mode.DRAIN,
                Deadline.NONE);
        assertEquals(List.of(), summary.problems());
        assertEquals(2, reads.get(), "the wave, and the chunk by itself");
        assertEquals(3, buffer.delivered().size());
        buffer.drain("run 2");
        assertFalse(buffer.staging.contents().containsKey(segment.value()));
    }

    /// A delivery above the budget is read as it is sent.
    @Test
    void anObjectThatIsReadAsItIsSentIsNotPublishedWhenItsLastChunkIsDamaged() {
        for (int i = 0; i < 4; i++) {
            buffer.ingest(buffer.batch("batch " + i, "a:" + i));
        }
        manifestOfPending();
        Manifest manifest = manifest();
        ChunkRef last = manifest.pending().iterator().next().chunks().getLast();
        ObjectKey segment = manifest.segments().id(last.segment()).key("quakes");
        byte[] good = flip(segment, last.offset());
        FlushSettings small = new FlushSettings("quakes", Buffer.settings().plan(), last.length() + 1, 1 << 20);
        FlushSummary summary = new Flusher(small, buffer.staging, buffer.data, buffer.index, Workers.sequential(),
                () -> buffer.now).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        assertEquals(1, summary.damaged(), summary.problems().toString());
        assertEquals(Map.of(), buffer.data.contents());
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 2").open());
        assertEquals(4, buffer.delivered("key=a").size());
    }

    @Test
    void aThousandFlippedBitsAlterNoRecordAndDeleteNothingUndelivered() {
        Random random = new Random(SEED);
        int noticed = 0;
        for (int flip = 0; flip < FLIPS; flip++) {
            World world = new World(random, flip);
            noticed += world.flipped() ? 1 : 0;
        }
        assertTrue(noticed > FLIPS * 9 / 10,
                noticed + " of " + FLIPS + " were noticed; the others are in no read byte");
    }

    /// One buffer and one flipped bit in anything that it keeps.
    private static final class World {
        private final Buffer buffer = new Buffer();
        private final TreeSet<String> all = new TreeSet<>();
        private final Random random;
        private final int number;
        private boolean tailDamaged;

        World(Random random, int number) {
            this.random = random;
            this.number = number;
            for (int batch = 0; batch < 3; batch++) {
                List<String> records = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    records.add((char) ('a' + random.nextInt(4)) + ":" + batch + "." + i
                            + "x".repeat(random.nextInt(3) * 500));
                }
                all.addAll(records);
                buffer.ingest(buffer.batch("batch " + batch, records.toArray(String[]::new)));
            }
        }

        /// @return whether a run noticed
        boolean flipped() {
            boolean folded = number % 2 == 0;
            if (folded) {
                buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("fold", Planner.Mode.SCHEDULED,
                        Deadline.NONE);
            }
            Runnable repair = damage(folded);
            boolean noticed;
            Map<String, byte[]> before = buffer.data.contents();
            try {
                FlushSummary summary = buffer.drain("run");
                noticed = !summary.problems().isEmpty();
                check();
                buffer.drain("run again");
                check();
            } catch (MalformedEncodingException e) {
                noticed = true;
                assertEquals(before.keySet(), buffer.data.contents().keySet(), "a damaged manifest stops the stream");
            }
            repair.run();
            buffer.drain("repaired");
            buffer.drain("cleaned up");
            assertEquals(List.copyOf(all), delivered(), () -> "flip " + number);
            return noticed || tailDamaged;
        }

        /// A flush run reads no tail, a recovery does.
        private static boolean describesItself(byte[] segment) {
            try {
                int length = SegmentTail.length(segment);
                if (length > segment.length) {
                    return false;
                }
                SegmentTail.decode(Arrays.copyOfRange(segment, segment.length - length, segment.length));
                return true;
            } catch (MalformedEncodingException e) {
                return false;
            }
        }

        /// What is delivered is what was staged, and what is not is still there.
        private void check() {
            List<String> delivered = delivered();
            assertEquals(new TreeSet<>(delivered).size(), delivered.size(), () -> "flip " + number);
            assertTrue(all.containsAll(delivered), () -> "altered by flip " + number);
            if (delivered.size() < all.size()) {
                assertTrue(buffer.staging.contents().keySet().stream().anyMatch(key -> key.startsWith("segments/")),
                        () -> "flip " + number);
            }
        }

        private List<String> delivered() {
            return buffer.delivered().values().stream().flatMap(List::stream).sorted().toList();
        }

        private Runnable damage(boolean folded) {
            if (!folded && random.nextInt(3) == 0) {
                IndexEntry entry = entries(buffer).get(random.nextInt(3));
                byte[][] good = new byte[1][];
                buffer.index.damage(entry.key(), bytes -> {
                    good[0] = bytes.clone();
                    return flipABit(bytes, random);
                });
                return () -> buffer.index.damage(entry.key(), _ -> good[0]);
            }
            List<String> keys = buffer.staging.contents().keySet().stream()
                    .filter(key -> key.startsWith("segments/") || (folded && key.startsWith("manifests/"))).toList();
            ObjectKey key = new ObjectKey(keys.get(random.nextInt(keys.size())));
            byte[] good = buffer.staging.get(key);
            byte[] flipped = flipABit(good.clone(), random);
            tailDamaged = key.value().startsWith("segments/") && !describesItself(flipped);
            buffer.staging.put(key, Body.of(flipped));
            return () -> {
                if (buffer.staging.contents().containsKey(key.value())) {
                    buffer.staging.put(key, Body.of(good));
                }
            };
        }
    }

    @Test
    void aForfeitedChunkIsKeptAndTheRestOfItsDeliveryIsDelivered() {
        buffer.ingest(buffer.batch("one", "a:1", "a:2", "b:3"));
        buffer.ingest(buffer.batch("two", "a:4"));
        manifestOfPending();
        ChunkRef damaged = chunkOf("key=a/");
        ObjectKey segment = manifest().segments().id(damaged.segment()).key("quakes");
        flip(segment, damaged.offset());
        assertThrows(IllegalArgumentException.class, () -> forfeit(segment, damaged.offset()),
                "no delivery is open yet");
        assertEquals(1, buffer.drain("run 1").damaged());
        byte[] left = buffer.staging.get(segment, new ByteRange(damaged.offset(), damaged.length()));
        Forfeiture.Summary forfeited = forfeit(segment, damaged.offset());
        assertEquals(forfeited, forfeit(segment, damaged.offset()), "a repetition changes nothing");
        FlushSummary summary = buffer.drain("run 2");
        assertEquals(0, summary.damaged());
        assertEquals(damaged.records(), summary.forfeited());
        assertEquals(forfeited.records(), summary.forfeited());
        assertTrue(summary.problems().getFirst().contains("forfeited"), summary.problems().toString());
        FlushSummary last = buffer.drain("run 3");
        assertEquals(summary.forfeited(), last.tally().forfeited());
        assertEquals(4, last.tally().delivered() + last.tally().forfeited());
        assertEquals(2 + 1 + 1 - damaged.records(), buffer.delivered().values().stream().mapToInt(List::size).sum());
        assertArrayEquals(left, buffer.staging.get(new ObjectKey(forfeited.kept())));
        assertTrue(buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("segments/")));
    }

    @Test
    void aDeliveryOfWhichAllIsForfeitedEnds() {
        ObjectKey segment = stagedTogether();
        ChunkRef damaged = chunkOf("key=b/");
        buffer.staging.delete(List.of(segment));
        FlushSummary missing = buffer.drain("run 1");
        assertEquals(3, missing.damaged());
        assertEquals(0, forfeit(segment, damaged.offset()).bytes(), "nothing of it is left");
        buffer.drain("run 2");
        assertEquals(2, buffer.drain("run 3").open(), "the others were not given up");
        assertEquals(Map.of(), buffer.data.contents());
        assertEquals(1, buffer.drain("run 4").tally().forfeited());
    }

    @Test
    void onlyADamagedChunkOfAnOpenDeliveryIsForfeited() {
        ObjectKey segment = stagedTogether();
        ChunkRef damaged = chunkOf("key=b/");
        ChunkRef whole = chunkOf("key=c/");
        flip(segment, damaged.offset());
        ObjectStore failing = new CountingObjectStore(buffer.data, request -> {
            if (request.contains("key=c")) {
                throw new io.sluice.objects.StoreException(io.sluice.objects.StoreException.Kind.UNAVAILABLE, request);
            }
        });
        buffer.flusher(buffer.staging, failing, buffer.index).flush("run", Planner.Mode.DRAIN, Deadline.NONE);
        for (long offset : new long[]{whole.offset(), damaged.offset() + 1, 1_000_000}) {
            assertThrows(IllegalArgumentException.class, () -> forfeit(segment, offset));
        }
        assertTrue(buffer.staging.contents().keySet().stream().noneMatch(key -> key.startsWith("damaged/")));
    }

    /// Restored from a copy after the operator's word: nothing needs to be lost then.
    @Test
    void aForfeitedChunkThatIsWholeAgainIsDelivered() {
        ObjectKey segment = stagedTogether();
        ChunkRef damaged = chunkOf("key=b/");
        byte[] good = flip(segment, damaged.offset());
        buffer.drain("run 1");
        forfeit(segment, damaged.offset());
        buffer.staging.put(segment, Body.of(good));
        assertEquals(0, buffer.drain("run 2").forfeited());
        assertEquals(List.of("b:2"), buffer.delivered("key=b"));
    }

    private Forfeiture.Summary forfeit(ObjectKey segment, long offset) {
        return new Forfeiture("quakes", buffer.staging, buffer.index)
                .forfeit(new Forfeiture.Request(segment.value(), offset));
    }

    /// Three partitions in one segment, pending.
    private ObjectKey stagedTogether() {
        buffer.ingest(buffer.batch("one", "a:1", "b:2", "c:3"));
        ObjectKey segment = entries(buffer).getFirst().segment().key("quakes");
        manifestOfPending();
        return segment;
    }

    private void manifestOfPending() {
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("fold", Planner.Mode.SCHEDULED, Deadline.NONE);
    }

    private Manifest manifest() {
        return Manifest.decode(buffer.staging.get(buffer.index.state().orElseThrow().manifest()));
    }

    private ChunkRef chunkOf(String prefix) {
        for (var pending : manifest().pending()) {
            if (pending.partition().key().contains(prefix)) {
                return pending.chunks().getFirst();
            }
        }
        for (Delivery delivery : manifest().deliveries()) {
            if (delivery.key().value().startsWith(prefix)) {
                return delivery.chunks().getFirst();
            }
        }
        throw new AssertionError("no chunk of " + prefix);
    }

    /// @return the segment as it was
    private byte[] flip(ObjectKey segment, long at) {
        byte[] good = buffer.staging.get(segment);
        byte[] bad = good.clone();
        bad[(int) at] ^= 0x10;
        buffer.staging.put(segment, Body.of(bad));
        return good;
    }

    private static byte[] flipABit(byte[] bytes, Random random) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    private static List<IndexEntry> entries(Buffer buffer) {
        List<IndexEntry> entries = new ArrayList<>();
        for (int shard = 0; shard < 4; shard++) {
            entries.addAll(buffer.index.read(new Shard(shard), Optional.empty()).entries());
        }
        return entries;
    }

    private interface Alteration {
        void alter(byte[] bytes);
    }

    /// A store whose ranges are altered on the way.
    private static ObjectStore onTheWay(ObjectStore store, Alteration alteration) {
        return (ObjectStore) Proxy.newProxyInstance(ObjectStore.class.getClassLoader(),
                new Class<?>[]{ObjectStore.class}, (_, method, arguments) -> {
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (arguments.length > 1 && arguments[1] instanceof ByteRange) {
                            alteration.alter((byte[]) answer);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
