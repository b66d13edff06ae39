package io.sluice.local.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.terminal.TextWidth;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class FolderDrawingTest {
    private final FolderDrawing tree = new FolderDrawing();

    @Test
    void aFewObjectsAreAllShown() {
        tree.add("net=ci/dt=1/a.gz", 1_000, OptionalLong.of(10));
        tree.add("net=ci/dt=2/a.gz", 2_000, OptionalLong.of(20));
        tree.add("net=nc/dt=1/a.gz", 500, OptionalLong.of(1));
        assertEquals(List.of("net=ci/           2 objects, 30 records, 3.0 kB", "  dt=1/a.gz       10 records, 1.0 kB",
                "  dt=2/a.gz       20 records, 2.0 kB", "net=nc/dt=1/a.gz  1 record, 500 B"),
                tree.lines(Integer.MAX_VALUE));
    }

    @Test
    void manyObjectsAreSummedUpAndAddUp() {
        for (int i = 0; i < 500; i++) {
            for (int j = 0; j < 20; j++) {
                tree.add("device=" + i + "/hour=" + j + "/object.json", 100 + i, OptionalLong.of(1));
            }
        }
        List<String> lines = tree.lines(Integer.MAX_VALUE);
        assertTrue(lines.size() <= 40, String.join("\n", lines));
        assertTrue(lines.contains("device=499/  20 objects, 20 records, 12.0 kB"), String.join("\n", lines));
        assertTrue(lines.getLast().startsWith("… 486 more   9,720 objects, 9,720 records"), lines.getLast());
    }

    @Test
    void recordsAreLeftOutWhereTheyAreNotKnown() {
        tree.add("a/1", 10, OptionalLong.of(1));
        tree.add("a/2", 20, OptionalLong.empty());
        assertEquals(List.of("a/   2 objects, 30 B", "  1  10 B", "  2  20 B"), tree.lines(Integer.MAX_VALUE));
    }

    @Test
    void noObjectsAreNoLines() {
        assertEquals(List.of(), tree.lines(Integer.MAX_VALUE));
    }

    @Test
    void namesAreCutToTheTerminalAndFiguresStandInOneColumn() {
        tree.add("city=東京都千代田区丸の内/day=2026-11-22/object-with-a-long-name.gz", 1_000, OptionalLong.of(10));
        tree.add("city=e\u0301vora/day=1/a.gz", 2_000, OptionalLong.of(20));
        for (int columns : new int[]{30, 36, 40, 60, 78}) {
            List<String> lines = tree.lines(columns);
            assertEquals(2, lines.size());
            for (String line : lines) {
                assertTrue(TextWidth.of(line) <= columns, line);
            }
        }
        List<String> lines = tree.lines(50);
        assertTrue(lines.get(0).endsWith("20 records, 2.0 kB") && lines.get(1).endsWith("10 records, 1.0 kB"),
                lines.toString());
        assertEquals(TextWidth.of(lines.get(0)), TextWidth.of(lines.get(1)), lines.toString());
        assertTrue(lines.get(1).startsWith("city="), lines.toString());
        assertTrue(tree.lines(20).get(0).endsWith("  2.0 kB"), tree.lines(20).toString());
    }

    @Test
    void aNarrowTerminalShowsFewerFiguresAndAllOfEach() {
        tree.add("a/1", 10, OptionalLong.of(1_234_567));
        tree.add("a/2", 20, OptionalLong.of(1));
        tree.add("b/2", 20, OptionalLong.of(1));
        assertEquals("a/   2 objects, 1,234,568 records, 30 B", tree.lines(40).getFirst());
        assertEquals("a/   1,234,568 records, 30 B", tree.lines(30).getFirst());
        assertEquals("a/   30 B", tree.lines(20).getFirst());
    }
}
