package io.sluice.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IndexEntryTest {
    private static final BatchId BATCH = BatchId.of(List.of("x"));

    private static IndexEntry entry() {
        return new IndexEntry(new EntryKey(new Shard(7), 1_517_942_400_000L, BATCH), new SegmentId(BATCH, 1, 2), 10, 1,
                new IndexEntry.DirectoryAt.Tail(100, 50));
    }

    @Test
    void anItemIsItsNamesAndValues() {
        IndexEntry entry = entry();
        int keys = "pk".length() + "quakes#1023".length() + "sk".length() + "016169c2f400-".length() + 32;
        assertEquals(keys + "e".length() + entry.encode().length, entry.itemBytes("quakes"));
    }

    @Test
    void aWriteUnitIsOneKibibyteAndNotAByteMore() {
        int rest = entry().itemBytes("");
        assertTrue(entry().fitsOneWriteUnit("s".repeat(1_024 - rest)));
        assertFalse(entry().fitsOneWriteUnit("s".repeat(1_025 - rest)));
    }

    @Test
    void comesBackAsItWasEncoded() {
        assertEquals(entry(), IndexEntry.decode(entry().key(), entry().encode()));
    }

    @Test
    void whatItStagesOfANumberedSourceComesBackAndCostsNothingWhereThereIsNone() {
        IndexEntry plain = entry();
        for (String after : List.of("", "7")) {
            IndexEntry numbered = new IndexEntry(plain.key(), plain.segment(), 10, 1, plain.directory(),
                    Optional.of(SequenceRange.parse("stream/shard", after, "9", "10")));
            assertEquals(numbered, IndexEntry.decode(numbered.key(), numbered.encode()));
            assertEquals("stream/shard".length() + 4 + after.length() + 1 + 2,
                    numbered.encode().length - plain.encode().length);
        }
        assertEquals(1, plain.encode()[0], "the format of earlier versions");
    }

    @Test
    void keysSortByArrivalAndComeBack() {
        EntryKey early = new EntryKey(new Shard(1), 999, BATCH);
        EntryKey late = new EntryKey(new Shard(1), 1_000_000, BATCH);
        assertTrue(early.sortKey().compareTo(late.sortKey()) < 0);
        assertEquals(late, EntryKey.parse(new Shard(1), late.sortKey()));
        assertThrows(IllegalArgumentException.class, () -> EntryKey.parse(new Shard(1), late.sortKey() + "0"));
        assertThrows(IllegalArgumentException.class, () -> new EntryKey(new Shard(1), -1, BATCH));
        assertThrows(IllegalArgumentException.class, () -> new EntryKey(new Shard(1), 1L << 48, BATCH));
        assertEquals(0, new EntryKey(new Shard(0), 0, BATCH).oldestArrival());
    }

    @Test
    void shardsAreBetweenZeroAndTheirCount() {
        for (int i = 0; i < 500; i++) {
            int number = Shard.of(BatchId.of(List.of("batch " + i)), 7).number();
            assertTrue(number >= 0 && number < 7);
        }
        assertThrows(IllegalArgumentException.class, () -> new Shard(-1));
    }
}
