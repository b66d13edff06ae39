package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.flush.Slicing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What `plan` warns of, and that the page says the same.
final class CeilingTest {
    private static final int GIB = 1 << 30;

    private static Ceiling one(double megabytesPerSecond, double partitions, double objects) {
        return Ceiling.of(megabytesPerSecond * 1e6, partitions, objects, 60, 0, Slicing.OFF);
    }

    /// The page's rows are the constants, and nothing else is.
    @Test
    void thePageHoldsTheTable() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../../docs/reference/scale.md"));
        int start = page.indexOf("## What `plan` warns from");
        assertTrue(start > 0);
        List<String> rows = page.subList(start + 1, page.size()).stream().takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| ") && Character.isDigit(line.charAt(2))).toList();
        assertEquals(Ceiling.RUNGS.stream().map(rung -> String.format(Locale.ROOT, "| %,d | %.0f | %.0f | %s |",
                rung.partitions(), rung.one(), rung.eight(), rung.limit())).toList(), rows);
        String objects = String.format(Locale.ROOT, "**%,.0f objects**", Ceiling.OBJECTS);
        assertEquals(Optional.of(1L), Optional.of(page.stream().filter(line -> line.contains(objects)).count()));
    }

    @Test
    void aRateAboveTheOneOfItsPartitionsIsPassed() {
        Ceiling.Rung rung = Ceiling.RUNGS.get(1);
        double most = rung.one();
        assertEquals(List.of(), one(most - 0.01, rung.partitions(), 0).passed());
        assertEquals(List.of(Ceiling.Passed.RATE), one(most + 0.01, rung.partitions(), 0).passed());
        assertEquals(most * 1e6, one(1, rung.partitions(), 0).bytesPerSecond(), 1);
    }

    @Test
    void betweenRowsItGoesDownAndOutsideItStays() {
        double last = Double.MAX_VALUE;
        for (double partitions = 1; partitions < 1e7; partitions *= 1.7) {
            double now = Ceiling.megabytesPerSecond(partitions, 1);
            assertTrue(now <= last, () -> "at a rate of " + now);
            last = now;
        }
        assertEquals(Ceiling.RUNGS.getFirst().one(), Ceiling.megabytesPerSecond(1, 1));
        assertEquals(Ceiling.RUNGS.getLast().one(), Ceiling.megabytesPerSecond(1e9, 1));
        assertEquals(Ceiling.RUNGS.getLast().limit(), Ceiling.limit(1e9));
        assertEquals(Ceiling.RUNGS.getFirst().limit(), Ceiling.limit(3));
    }

    /// Twice the interval has room for twice the objects.
    @Test
    void objectsAreCountedByTheInterval() {
        double most = Ceiling.OBJECTS;
        assertEquals(List.of(), one(0.1, 10, most).passed());
        assertEquals(List.of(Ceiling.Passed.OBJECTS), one(0.1, 10, most + 1).passed());
        assertEquals(List.of(), Ceiling.of(1e5, 10, most + 1, 120, 0, Slicing.OFF).passed());
    }

    /// As many invocations as the flusher would have: by bytes or objects, no more than are allowed.
    @Test
    void slicesBearMore() {
        Slicing slicing = new Slicing(8, 10_000, GIB);
        double rate = 1.4 * Ceiling.megabytesPerSecond(100, 1) * 1e6;
        assertEquals(1, Ceiling.of(rate, 100, 100, 60, 0.9 * GIB, slicing).invocations());
        Ceiling two = Ceiling.of(rate, 100, 100, 60, 1.9 * GIB, slicing);
        assertEquals(2, two.invocations());
        assertEquals(List.of(), two.passed());
        for (Ceiling.Rung rung : Ceiling.RUNGS) {
            assertEquals(Math.min(8 * rung.one(), rung.eight()), Ceiling.megabytesPerSecond(rung.partitions(), 8),
                    1e-6);
        }
        assertEquals(8, Ceiling.of(rate, 100, 100_000, 60, 0, slicing).invocations());
        assertEquals(1, Ceiling.of(rate, 100, 100_000, 60, 0, Slicing.OFF).invocations());
    }

    @Test
    void buffersAreEnoughToBearIt() {
        assertEquals(7, Ceiling.buffers(100e6, 15e6));
        assertEquals(1, Ceiling.buffers(1, 15e6));
    }
}
