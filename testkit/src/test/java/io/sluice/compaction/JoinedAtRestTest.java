package io.sluice.compaction;

import static io.sluice.compaction.CompactedLake.FIRST;
import static io.sluice.compaction.CompactedLake.LARGE;
import static io.sluice.compaction.CompactedLake.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.testkit.wire.Gzip;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What was joined lies there while its sources still do, and may be damaged under its own name and fingerprint: then
/// the sources are all that is left.
final class JoinedAtRestTest {
    private static final String A = row("ak", FIRST, 1);
    private static final String B = row("ak", FIRST, 2);

    @Test
    void sourcesStayWhereverABitFlippedThatMatters() {
        int bits = 8 * joined(lake()).length;
        int kept = 0;
        for (int bit = 0; bit < bits; bit++) {
            CompactedLake lake = lake();
            byte[] bytes = joined(lake);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            replace(lake, bytes);
            if (lake.run().isEmpty()) {
                assertEquals(List.of(A, B), lake.inLarge(), "bit " + bit);
            } else {
                assertEquals(1, lake.keys("net=").size(), "bit " + bit);
                kept++;
            }
        }
        assertTrue(kept > bits / 2, kept + " of " + bits);
    }

    @Test
    void sourcesStayWhereARecordIsLackingInAnObjectThatIsWhole() {
        CompactedLake lake = lake();
        replace(lake, Gzip.of(A + "\n"));
        String troubles = lake.run().toString();
        assertTrue(troubles.contains("bytes of lines were to be joined"), troubles);
        assertEquals(1, lake.keys("net=").size());
    }

    @Test
    void sourcesGoOnceItIsRestored() {
        CompactedLake lake = lake();
        byte[] whole = joined(lake);
        replace(lake, Gzip.of(A + "\n"));
        lake.run();
        replace(lake, whole);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(), lake.keys("net="));
        assertEquals(List.of(A, B), lake.inLarge());
    }

    /// A day is compacted, and the time of its sources has come.
    private static CompactedLake lake() {
        var lake = new CompactedLake();
        lake.grace = Duration.ofHours(1);
        lake.deliver("ak", FIRST, 1, A, B);
        assertEquals(List.of(), lake.run());
        lake.now = lake.now.plus(Duration.ofHours(2));
        return lake;
    }

    private static byte[] joined(CompactedLake lake) {
        return Objects.requireNonNull(lake.data.contents().get(lake.keys(LARGE).getFirst())).clone();
    }

    /// Other bytes, under the same name and fingerprint.
    private static void replace(CompactedLake lake, byte[] bytes) {
        var key = new ObjectKey(lake.keys(LARGE).getFirst());
        String fingerprint = lake.data.head(key).orElseThrow().fingerprint();
        lake.data.delete(List.of(key));
        lake.data.create(key, Body.of(bytes), new ObjectAttributes("", fingerprint));
    }
}
