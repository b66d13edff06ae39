package io.sluice.manifest;

import static io.sluice.manifest.Batches.batch;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.layout.PrefixExpression;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ManifestTest {
    private static final long NOON = Duration.ofDays(20_000).toMillis();

    private static Manifest manifest() {
        Planner planner = new Planner(new PlanSettings(
                new DuePolicy(1_000, Duration.ofSeconds(300), Duration.ofSeconds(60)),
                new ObjectNaming("quakes", 1, Optional.empty(), ZoneOffset.UTC),
                new ErrorOutput(PrefixExpression.parse("errors/!{firehose:error-output-type}/")),
                Duration.ofSeconds(300), Optional.empty(), 8, Duration.ofHours(26), 3, 1 << 20));
        List<ArrivedBatch> batches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            batches.add(batch("batch " + i, NOON + i, "net=a" + i, "net=b", "net=ü" + i % 3));
        }
        return planner.plan(Manifest.empty(), Map.of(), ArrivedBatches.all(batches), NOON, Planner.Mode.SCHEDULED)
                .next();
    }

    @Test
    void comesBackAsItWasEncoded() {
        Manifest manifest = manifest();
        Manifest read = Manifest.decode(manifest.encode());
        assertArrayEquals(manifest.encode(), read.encode());
        assertEquals(manifest.deliveries(), read.deliveries());
        assertEquals(manifest.tally(), read.tally());
        assertEquals(manifest.pending().totals(), read.pending().totals());
        List<PendingPartition> pending = new ArrayList<>();
        manifest.pending().forEach(pending::add);
        List<PendingPartition> readPending = new ArrayList<>();
        read.pending().forEach(readPending::add);
        assertEquals(pending, readPending);
        assertTrue(read.folded().holds(batch("batch 7", NOON, "x").entry().key()));
    }

    @Test
    void anyFlippedBitIsCaught() {
        byte[] bytes = manifest().encode();
        Random random = new Random(7);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            MalformedEncodingException e = assertThrows(MalformedEncodingException.class,
                    () -> Manifest.decode(damaged));
            assertTrue(String.valueOf(e.getMessage()).contains("checksum"), e.getMessage());
        }
    }

    @Test
    void bytesThatEndEarlyAreCaught() {
        byte[] bytes = manifest().encode();
        for (int length = 0; length < bytes.length; length += 97) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(MalformedEncodingException.class, () -> Manifest.decode(cut));
        }
    }
}
