package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.Planner;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is kept in the table and the staging bucket can be damaged by hand or by disk: the damage is named, and holds
/// up nothing else.
final class DamageTest {
    private final BufferInMemory buffer = new BufferInMemory();
    private final Random random = new Random(42);

    @Test
    void aDamagedEntryIsNamedAndHoldsUpNoOther() {
        for (int round = 0; round < 50; round++) {
            BufferInMemory each = new BufferInMemory();
            each.ingest(each.batch("one", "a:1"));
            each.ingest(each.batch("two", "b:2"));
            EntryKey damaged = entries(each).getFirst().key();
            each.index.damage(damaged, this::flipABit);
            FlushSummary summary = each.drain("run");
            assertEquals(1, summary.problems().size(), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains("fails its checksum"), summary.problems().toString());
            assertTrue(summary.problems().getFirst().contains(damaged.sortKey()), summary.problems().toString());
            assertEquals(1, summary.damaged(), "its alarm calls somebody");
            assertEquals(1, each.data.contents().size());
            assertEquals(1, each.index.entries(), "the damaged one stays for repair");
        }
    }

    @Test
    void aRestoredEntryIsDeliveredAsIfNothingHadBeen() {
        buffer.ingest(buffer.batch("one", "a:1"));
        EntryKey key = entries(buffer).getFirst().key();
        byte[][] good = new byte[1][];
        buffer.index.damage(key, bytes -> {
            good[0] = bytes.clone();
            return flipABit(bytes);
        });
        buffer.drain("run 1");
        buffer.index.damage(key, _ -> good[0]);
        assertEquals(List.of(), buffer.drain("run 2").problems());
        assertEquals(Map.of("key=a", List.of("a:1")), buffer.delivered());
    }

    @Test
    void aDamagedDirectoryIsNamedAndHoldsUpNoOther() {
        String[] records = new String[3_000];
        for (int i = 0; i < records.length; i++) {
            records[i] = Long.toString(random.nextLong() >>> 1, 36) + ":" + i;
        }
        buffer.ingest(buffer.batch("large", records));
        IndexEntry entry = entries(buffer).getFirst();
        ObjectKey segment = entry.segment().key("quakes");
        byte[] bytes = buffer.staging.get(segment);
        IndexEntry.DirectoryAt.Tail directory = assertInstanceOf(IndexEntry.DirectoryAt.Tail.class, entry.directory());
        bytes[(int) directory.offset() + directory.length() - 9] ^= 4;
        buffer.staging.put(segment, Body.of(bytes));
        buffer.ingest(buffer.batch("two", "b:2"));
        FlushSummary summary = buffer.drain("run");
        assertEquals(1, summary.problems().size(), summary.problems().toString());
        assertTrue(summary.problems().getFirst().contains("fails its checksum"), summary.problems().toString());
        assertTrue(summary.problems().getFirst().contains(segment.value()), summary.problems().toString());
        assertEquals(1, summary.damaged(), "its alarm calls somebody");
        assertEquals(Map.of("key=b", List.of("b:2")), buffer.delivered());
    }

    @Test
    void aDamagedManifestStopsTheRunAndChangesNothing() {
        buffer.ingest(buffer.batch("one", "a:1"));
        buffer.flusher(buffer.staging, buffer.data, buffer.index).flush("run 1", Planner.Mode.SCHEDULED, Deadline.NONE);
        ObjectKey manifest = buffer.index.state().orElseThrow().manifest();
        byte[] good = buffer.staging.get(manifest);
        buffer.staging.put(manifest, Body.of(flipABit(good.clone())));
        Map<String, byte[]> before = buffer.staging.contents();
        MalformedEncodingException e = assertThrows(MalformedEncodingException.class, () -> buffer.drain("run 2"));
        assertTrue(String.valueOf(e.getMessage()).contains("restore"), e.getMessage());
        assertEquals(before.keySet(), buffer.staging.contents().keySet());
        buffer.staging.put(manifest, Body.of(good));
        assertEquals(1, buffer.drain("run 3").objects());
    }

    /// Whoever is told that nothing waits deletes what is staged.
    @Test
    void aBatchThatCannotBeReadWaits() {
        buffer.ingest(buffer.batch("one", "a:1"));
        EntryKey key = entries(buffer).getFirst().key();
        byte[][] good = new byte[1][];
        buffer.index.damage(key, bytes -> {
            good[0] = bytes.clone();
            return flipABit(bytes);
        });
        assertFalse(buffer.drain("run 1").drained());
        buffer.index.damage(key, _ -> good[0]);
        assertTrue(buffer.drain("run 2").drained());
    }

    private byte[] flipABit(byte[] bytes) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    private static List<IndexEntry> entries(BufferInMemory buffer) {
        List<IndexEntry> entries = new ArrayList<>();
        for (int shard = 0; shard < 4; shard++) {
            entries.addAll(buffer.index.read(new Shard(shard), Optional.empty()).entries());
        }
        return entries;
    }
}
