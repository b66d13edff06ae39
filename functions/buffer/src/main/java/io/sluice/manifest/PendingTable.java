package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// All chunks that wait for delivery, by partition in ascending order. Kept in deflated blocks, some ten bytes a chunk,
/// and read by iterating: a million active partitions are held and merged in tens of megabytes. Immutable.
public final class PendingTable implements Iterable<PendingPartition> {
    public static final PendingTable EMPTY = new PendingTable(List.of());

    private final List<PendingBlock> blocks;
    private final PendingTotals totals;

    private PendingTable(List<PendingBlock> blocks) {
        this.blocks = blocks;
        this.totals = blocks.stream().map(PendingBlock::totals).reduce(PendingTotals.NONE, PendingTotals::plus);
    }

    public PendingTotals totals() {
        return totals;
    }

    /// Bytes that the table takes in memory, and about as many in a manifest.
    public int bytes() {
        return blocks.stream().mapToInt(PendingBlock::bytes).sum();
    }

    /// The blocks, in ascending order of their partitions.
    List<PendingBlock> blocks() {
        return blocks;
    }

    @Override
    public Iterator<PendingPartition> iterator() {
        Iterator<PendingBlock> rest = blocks.iterator();
        return new Iterator<>() {
            private Iterator<PendingPartition> rows = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!rows.hasNext() && rest.hasNext()) {
                    rows = rest.next().iterator();
                }
                return rows.hasNext();
            }

            @Override
            public PendingPartition next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return rows.next();
            }
        };
    }

    void encode(ByteWriter out) {
        out.varint(blocks.size());
        blocks.forEach(block -> block.encode(out));
    }

    static PendingTable decode(ByteReader in) {
        int size = in.length();
        List<PendingBlock> blocks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            blocks.add(PendingBlock.decode(in));
        }
        return new PendingTable(List.copyOf(blocks));
    }

    /// Collects partitions in ascending order. Not safe for concurrent use.
    static final class Builder {
        private final List<PendingBlock> blocks = new ArrayList<>();
        private final PendingBlock.Builder open = new PendingBlock.Builder();

        void add(PendingPartition pending) {
            open.add(pending);
            if (open.isFull()) {
                close();
            }
        }

        /// Adds a block as it is.
        void add(PendingBlock block) {
            close();
            blocks.add(block);
        }

        PendingTable build() {
            close();
            return new PendingTable(List.copyOf(blocks));
        }

        private void close() {
            if (!open.isEmpty()) {
                blocks.add(open.build());
            }
        }
    }
}
