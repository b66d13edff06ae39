package io.sluice.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.convert.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RowSorterTest {
    private static final RowOrder SECOND_THEN_FIRST = new RowOrder(List.of(1, 0));

    @Test
    void rowsThatDoNotFitAreSortedThroughFilesToTheSameOrder() throws IOException {
        List<Row> rows = rows(1_500);
        List<String> inMemory = sorted(rows, RowSorter.HELD_BYTES);
        assertEquals(inMemory, sorted(rows, 20_000));
        assertEquals(inMemory, sorted(rows, 2_000), "a few rows a file");
        List<String> expected = rows.stream().sorted(Comparator.comparing(SECOND_THEN_FIRST::key, SECOND_THEN_FIRST))
                .map(Row::toString).toList();
        assertEquals(expected, inMemory);
    }

    private static List<Row> rows(int count) {
        Random random = new Random(7);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object text = random.nextInt(9) == 0 ? null : "k" + random.nextInt(50);
            rows.add(Row.of(new Object[]{(long) random.nextInt(5), text, i}));
        }
        return rows;
    }

    private static List<String> sorted(List<Row> rows, int heldBytes) throws IOException {
        List<String> sorted = new ArrayList<>();
        try (RowSorter sorter = new RowSorter(SECOND_THEN_FIRST, heldBytes)) {
            for (Row row : rows) {
                sorter.add(row);
            }
            sorter.drain(row -> sorted.add(row.toString()));
        }
        return sorted;
    }
}
