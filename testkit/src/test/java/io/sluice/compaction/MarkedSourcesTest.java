package io.sluice.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sources with byte order marks: one at the beginning of an object is no part of its text, every further one is.
final class MarkedSourcesTest {
    private static final String MARK = "\uFEFF";
    private static final String A = "{\"a\":1}";
    private static final String B = "{\"a\":2}";

    @Test
    void aMarkIsLeftOutWhereverItsSourceComesToStand() {
        assertEquals(List.of(A, B), joined(MARK + A, B));
        assertEquals(List.of(A, B), joined(A, MARK + B));
        assertEquals(List.of(A, MARK + B), joined(MARK + A, MARK + MARK + B));
    }

    /// A reader would take it for the joined object's own, and the record would be another one.
    @Test
    void aSecondMarkKeepsItsSourceFromTheBeginning() {
        CompactedLake lake = lake(MARK + MARK + A, B);
        String troubles = lake.run().toString();
        assertTrue(troubles.contains("begins with two byte order marks") && !troubles.contains("please report"),
                troubles);
        assertEquals(2, lake.keys("net=").size());
        assertEquals(List.of(), lake.keys(CompactedLake.LARGE));
        lake.deliver("ak", CompactedLake.FIRST, 1, MARK + A);
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(A, B), lake.inLarge());
    }

    private static List<String> joined(String... sources) {
        CompactedLake lake = lake(sources);
        assertEquals(List.of(), lake.run());
        lake.now = lake.now.plus(Duration.ofHours(2));
        assertEquals(List.of(), lake.run());
        assertEquals(List.of(), lake.keys("net="));
        return lake.inLarge();
    }

    private static CompactedLake lake(String... sources) {
        CompactedLake lake = new CompactedLake();
        lake.grace = Duration.ofHours(1);
        for (int i = 0; i < sources.length; i++) {
            lake.deliver("ak", CompactedLake.FIRST, i + 1, sources[i]);
        }
        return lake;
    }
}
