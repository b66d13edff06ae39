package io.sluice.manifest;

import io.sluice.codec.ChunkForm;
import io.sluice.codec.Compression;
import io.sluice.index.EntryKey;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.layout.BoundPrefix;
import io.sluice.partition.Partition;
import io.sluice.segment.BatchId;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.segment.SegmentId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Batches for tests of folding: so many records of a hundred bytes in each named partition.
final class Batches {
    static final int RECORD_BYTES = 100;

    private Batches() {}

    static Partition partition(String name) {
        return Partition.of(Partition.Kind.DATA, Compression.GZIP, new BoundPrefix(name + "/"));
    }

    /// A batch with ten records in each of `partitions`.
    static ArrivedBatch batch(String name, long arrival, String... partitions) {
        return spanning(0, name, arrival, partitions);
    }

    /// The same, whose records came within so many seconds after.
    static ArrivedBatch spanning(long seconds, String name, long arrival, String... partitions) {
        List<Chunk> chunks = new ArrayList<>();
        int offset = 0;
        for (String partition : new TreeSet<>(List.of(partitions))) {
            chunks.add(new Chunk(partition(partition), offset, 50, ChunkForm.READY, 10, 10 * RECORD_BYTES, arrival));
            offset += 50;
        }
        Directory directory = Directory.of(chunks, seconds);
        BatchId id = BatchId.of(List.of(name));
        IndexEntry entry = new IndexEntry(new EntryKey(new Shard(0), arrival, id), new SegmentId(id, 1, 2),
                10 * chunks.size(), 0, new IndexEntry.DirectoryAt.Inline(directory));
        return new ArrivedBatch(entry, directory);
    }
}
