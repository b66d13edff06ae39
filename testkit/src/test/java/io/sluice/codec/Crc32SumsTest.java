package io.sluice.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

final class Crc32SumsTest {
    private static final long SEED = 20_261_122;

    @Test
    void theSumOfAnySplitIsTheSumOfTheWhole() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            byte[] all = Texts.noise(random, random.nextInt(5_000));
            int crc = 0;
            int at = 0;
            while (at < all.length) {
                int length = Math.min(all.length - at, random.nextInt(900));
                crc = Crc32Sums.combine(crc, crc(all, at, length), length);
                at += length;
            }
            assertEquals(crc(all, 0, all.length), crc, "seed " + SEED + ", round " + round);
        }
    }

    @Test
    void nothingBeforeAndNothingAfterChangesNothing() {
        byte[] bytes = Texts.text(new Random(1), 77);
        assertEquals(crc(bytes, 0, 77), Crc32Sums.combine(crc(bytes, 0, 77), 0, 0));
        assertEquals(crc(bytes, 0, 77), Crc32Sums.combine(0, crc(bytes, 0, 77), 77));
    }

    /// Beyond 4 GiB, where no array goes: appending in two steps is appending at once.
    @Test
    void lengthsBeyondFourGibibytesAreCounted() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            int a = random.nextInt();
            int b = random.nextInt();
            int c = random.nextInt();
            long bBytes = random.nextLong() >>> (20 + random.nextInt(40));
            long cBytes = random.nextLong() >>> (20 + random.nextInt(40));
            assertEquals(Crc32Sums.combine(Crc32Sums.combine(a, b, bBytes), c, cBytes),
                    Crc32Sums.combine(a, Crc32Sums.combine(b, c, cBytes), bBytes + cBytes));
        }
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
