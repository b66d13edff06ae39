package io.sluice.manifest;

import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/// Merges the pending table and the directories of arrived batches, all in partition order, into one stream of partitions
/// with their chunks in delivery order. One partition is in memory at a time.
final class PartitionMerge implements Iterator<PendingPartition> {
    private final PriorityQueue<Source> sources = new PriorityQueue<>();

    void add(PendingTable pending) {
        enqueue(pending.iterator());
    }

    /// @param segment the number under which the directory's segment is listed
    void add(Directory directory, long segment) {
        Iterator<Chunk> chunks = directory.iterator();
        enqueue(new Iterator<>() {
            @Override
            public boolean hasNext() {
                return chunks.hasNext();
            }

            @Override
            public PendingPartition next() {
                Chunk chunk = chunks.next();
                return new PendingPartition(chunk.partition(), List.of(new ChunkRef(segment, chunk.offset(),
                        chunk.length(), chunk.records(), chunk.rawBytes(), chunk.oldestArrival())));
            }
        });
    }

    @Override
    public boolean hasNext() {
        return !sources.isEmpty();
    }

    @Override
    public PendingPartition next() {
        if (sources.isEmpty()) {
            throw new NoSuchElementException();
        }
        Partition partition = sources.element().head.partition();
        List<ChunkRef> chunks = new ArrayList<>();
        while (!sources.isEmpty() && sources.element().head.partition().equals(partition)) {
            Source source = sources.remove();
            chunks.addAll(source.head.chunks());
            enqueue(source.rest);
        }
        chunks.sort(ChunkRef.ORDER);
        return new PendingPartition(partition, chunks);
    }

    private void enqueue(Iterator<PendingPartition> rest) {
        if (rest.hasNext()) {
            sources.add(new Source(rest.next(), rest));
        }
    }

    private record Source(PendingPartition head, Iterator<PendingPartition> rest) implements Comparable<Source> {
        @Override
        public int compareTo(Source other) {
            return head.partition().compareTo(other.head.partition());
        }
    }
}
