package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.partition.Partition;
import java.util.Iterator;
import java.util.NoSuchElementException;

/// All chunks that wait for delivery, by partition in ascending order. Kept encoded, some 25 bytes a chunk, and read by
/// iterating: a million active partitions are held and merged in tens of megabytes. Immutable.
public final class PendingTable implements Iterable<PendingPartition> {
    public static final PendingTable EMPTY = new PendingTable(PendingTotals.NONE, new byte[0]);

    private final PendingTotals totals;
    private final byte[] rows;

    private PendingTable(PendingTotals totals, byte[] rows) {
        this.totals = totals;
        this.rows = rows;
    }

    public PendingTotals totals() {
        return totals;
    }

    /// Bytes that the table takes in memory.
    public int bytes() {
        return rows.length;
    }

    @Override
    public Iterator<PendingPartition> iterator() {
        return new Rows(rows, totals.partitions());
    }

    void encode(ByteWriter out) {
        out.varint(totals.partitions()).bytes(rows);
    }

    static PendingTable decode(ByteReader in) {
        int partitions = in.length();
        byte[] rows = in.bytes();
        PendingTotals totals = PendingTotals.NONE;
        for (Rows each = new Rows(rows, partitions); each.hasNext();) {
            totals = totals.with(each.next().chunks());
        }
        return new PendingTable(totals, rows);
    }

    /// Collects partitions in ascending order. Not safe for concurrent use.
    static final class Builder {
        private final ByteWriter rows;
        private PendingTotals totals = PendingTotals.NONE;

        Builder(int expectedBytes) {
            rows = new ByteWriter(expectedBytes);
        }

        void add(PendingPartition pending) {
            rows.sortedText(pending.partition().key());
            ChunkRefs.encode(pending.chunks(), rows);
            totals = totals.with(pending.chunks());
        }

        PendingTable build() {
            return new PendingTable(totals, rows.toBytes());
        }
    }

    private static final class Rows implements Iterator<PendingPartition> {
        private final ByteReader reader;
        private int left;

        Rows(byte[] rows, int partitions) {
            reader = new ByteReader(rows);
            left = partitions;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public PendingPartition next() {
            if (left == 0) {
                throw new NoSuchElementException();
            }
            left--;
            return new PendingPartition(new Partition(reader.sortedText()), ChunkRefs.decode(reader));
        }
    }
}
