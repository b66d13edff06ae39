package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EntriesTest {
    private static final int OBJECTS_MAX = 5_000;
    private static final List<ObjectKey> KEYS = IntStream.range(0, 1_000).mapToObj(i -> new ObjectKey("k" + i))
            .toList();

    /// A month of a lake whose objects were replaced and removed while nobody read.
    private static final Chain MONTH = new Chain() {
        @Override
        public String name() {
            return "lake";
        }

        @Override
        public Stream<Step> after(long mark) {
            return LongStream.rangeClosed(mark + 1, 1_000)
                    .mapToObj(version -> new Step.Removed(version, version - 1, Map.of(), KEYS));
        }
    };

    @Test
    void whatWentWhileNobodyReadIsReadInParts() {
        long mark = 0;
        int parts = 0;
        boolean more = true;
        while (more) {
            Entries part = Entries.read(MONTH, mark, Optional.empty(), OBJECTS_MAX);
            assertTrue(part.steps().size() <= 250, () -> part.steps().size() + " entries of 1,000 keys each");
            mark = part.steps().getLast().version();
            parts++;
            more = part.more();
        }
        assertEquals(1_000, mark);
        assertEquals(5, parts);
    }
}
