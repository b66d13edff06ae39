package io.sluice.manifest;

import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/// Merges the pending table and the directories of arrived batches, all in partition order, into one stream of
/// partitions with their chunks in delivery order. One partition is in memory at a time.
final class PartitionMerge implements Iterator<PendingPartition> {
    private final PriorityQueue<Source> sources = new PriorityQueue<>();
    private final DueNow due;
    /// Blocks of the pending table that the merge has not come to.
    private final Deque<PendingBlock> ahead = new ArrayDeque<>();

    /// @param due says since when a chunk waits that is folded now
    PartitionMerge(PendingTable pending, DueNow due) {
        this.due = due;
        ahead.addAll(pending.blocks());
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
                        chunk.length(), chunk.form(), chunk.records(), chunk.rawBytes(), chunk.oldestArrival(),
                        directory.spanSeconds(), due.waitingSince(chunk))));
            }
        });
    }

    @Override
    public boolean hasNext() {
        return !sources.isEmpty() || !ahead.isEmpty();
    }

    /// Takes the next block of the pending table as it is; empty when something arrives before or in it, or when it is
    /// not to stay.
    ///
    /// @param stays asked once nothing else stands against it
    Optional<PendingBlock> nextBlock(Predicate<PendingBlock> stays) {
        boolean alone = !ahead.isEmpty() && !ahead.element().isSmall()
                && (sources.isEmpty() || ahead.element().last().compareTo(sources.element().head.partition()) < 0);
        return alone && stays.test(ahead.element()) ? Optional.of(ahead.remove()) : Optional.empty();
    }

    @Override
    public PendingPartition next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (!ahead.isEmpty() && (sources.isEmpty()
                || ahead.element().first().compareTo(sources.element().head.partition()) <= 0)) {
            enqueue(ahead.remove().iterator());
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
