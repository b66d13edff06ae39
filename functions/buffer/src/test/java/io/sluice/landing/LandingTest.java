package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LandingTest {
    private static final ObjectKey KEY = Landing.key("quakes", 7);
    private static final Landing LANDING = new Landing(7, new ObjectKey("manifests/quakes/7-run"),
            new Landed(1_700_000_000_000L, 5, List.of(
                    new LandedObject(new ObjectKey("k=a/1"), Partition.Kind.DATA, 33, 2, 1_699_999_000_000L,
                            1_699_999_001_000L),
                    new LandedObject(new ObjectKey("errors/1"), Partition.Kind.ERRORS, 1L << 40, 0, 0, 0))));

    @Test
    void itIsReadAsItWasWritten() {
        assertEquals(LANDING, Landing.decode(KEY, LANDING.encode()));
    }

    @Test
    void everyFlippedBitAndEveryCutIsFound() {
        byte[] encoded = LANDING.encode();
        for (int bit = 0; bit < 8 * encoded.length; bit++) {
            byte[] damaged = encoded.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertDamaged(damaged);
        }
        for (int length = 0; length < encoded.length; length++) {
            assertDamaged(Arrays.copyOf(encoded, length));
        }
    }

    private static void assertDamaged(byte[] damaged) {
        String message = String.valueOf(
                assertThrows(MalformedEncodingException.class, () -> Landing.decode(KEY, damaged)).getMessage());
        assertTrue(message.startsWith(KEY + " cannot be read: "), message);
    }

    @Test
    void keysAreInTheOrderOfVersions() {
        assertTrue(Landing.key("quakes", 9).compareTo(Landing.key("quakes", 10)) < 0);
        assertEquals(Optional.of(Long.MAX_VALUE), Landing.version("quakes", Landing.key("quakes", Long.MAX_VALUE)));
    }

    @Test
    void whatIsNoLandingsKeyHasNoVersion() {
        for (String key : List.of("landings/quakes/7", "landings/quakes/0000000000000000007-run",
                "landings/others/0000000000000000007", "landings/quakes/00000000000000000x7",
                "landings/quakes/000000000000000000\u0667", "landings/quakes/9999999999999999999")) {
            assertEquals(Optional.empty(), Landing.version("quakes", new ObjectKey(key)), key);
        }
    }
}
