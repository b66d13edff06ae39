package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.IndexEntry;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentTail;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// One bit flipped in anything that a buffer keeps, a thousand times: nothing altered is delivered, nothing undelivered
/// is deleted.
final class FlippedBitsTest {
    private static final long SEED = 20_261_122;
    private static final int FLIPS = 1_000;

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
        private final BufferInMemory buffer = new BufferInMemory();
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
                IndexEntry entry = DamagedSegment.entries(buffer).get(random.nextInt(3));
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

    private static byte[] flipABit(byte[] bytes, Random random) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }
}
