package io.sluice.local.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ObjectTreeTest {
    private final ObjectTree tree = new ObjectTree();

    @Test
    void aFewObjectsAreAllShown() {
        tree.add("net=ci/dt=1/a.gz", 1_000, OptionalLong.of(10));
        tree.add("net=ci/dt=2/a.gz", 2_000, OptionalLong.of(20));
        tree.add("net=nc/dt=1/a.gz", 500, OptionalLong.of(1));
        assertEquals(List.of("net=ci/           2 objects, 30 records, 3.0 kB", "  dt=1/a.gz       10 records, 1.0 kB",
                "  dt=2/a.gz       20 records, 2.0 kB", "net=nc/dt=1/a.gz  1 record, 500 B"), tree.lines());
    }

    @Test
    void manyObjectsAreSummedUpAndAddUp() {
        for (int i = 0; i < 500; i++) {
            for (int j = 0; j < 20; j++) {
                tree.add("device=" + i + "/hour=" + j + "/object.json", 100 + i, OptionalLong.of(1));
            }
        }
        List<String> lines = tree.lines();
        assertTrue(lines.size() <= 40, String.join("\n", lines));
        assertTrue(lines.contains("device=499/  20 objects, 20 records, 12.0 kB"), String.join("\n", lines));
        assertTrue(lines.getLast().startsWith("… 486 more   9,720 objects, 9,720 records"), lines.getLast());
    }

    @Test
    void recordsAreLeftOutWhereTheyAreNotKnown() {
        tree.add("a/1", 10, OptionalLong.of(1));
        tree.add("a/2", 20, OptionalLong.empty());
        assertEquals(List.of("a/   2 objects, 30 B", "  1  10 B", "  2  20 B"), tree.lines());
    }

    @Test
    void noObjectsAreNoLines() {
        assertEquals(List.of(), tree.lines());
    }
}
