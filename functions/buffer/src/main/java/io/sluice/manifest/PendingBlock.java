package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Deflated;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.partition.Partition;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Neighbours in a [PendingTable], deflated together, and what a plan needs to know to leave them as they are: a block
/// in which nothing arrives and nothing is due goes into the next manifest byte for byte. Immutable.
final class PendingBlock implements Iterable<PendingPartition> {
    /// Rows at which a block is closed, before they are deflated.
    private static final int ROWS_BYTES = 128 << 10;
    /// A block that has shrunk below it is made anew, so that blocks stay few.
    private static final int ROWS_BYTES_SMALL = ROWS_BYTES / 4;
    private static final int ROWS_BYTES_MAX = 1 << 30;
    private static final int FAST = 1;

    private final Partition first;
    private final Partition last;
    private final PendingTotals totals;
    private final long rawBytesLargest;
    private final long[] segments;
    private final int rowsBytes;
    private final byte[] deflated;

    private PendingBlock(Partition first, Partition last, PendingTotals totals, long rawBytesLargest, long[] segments,
            int rowsBytes, byte[] deflated) {
        this.first = first;
        this.last = last;
        this.totals = totals;
        this.rawBytesLargest = rawBytesLargest;
        this.segments = segments;
        this.rowsBytes = rowsBytes;
        this.deflated = deflated;
    }

    Partition first() {
        return first;
    }

    Partition last() {
        return last;
    }

    PendingTotals totals() {
        return totals;
    }

    /// Raw bytes of the partition that has most.
    long rawBytesLargest() {
        return rawBytesLargest;
    }

    /// Numbers of the segments that its chunks are in, ascending. Not to be changed.
    long[] segments() {
        return segments;
    }

    /// Bytes that it takes in memory.
    int bytes() {
        return deflated.length + Long.BYTES * segments.length;
    }

    boolean isSmall() {
        return rowsBytes < ROWS_BYTES_SMALL;
    }

    @Override
    public Iterator<PendingPartition> iterator() {
        return new Rows(new ByteReader(Deflated.inflate(deflated, rowsBytes)), totals.partitions());
    }

    void encode(ByteWriter out) {
        out.text(first.key()).text(last.key()).varint(totals.partitions()).varint(totals.chunks())
                .varint(totals.records()).varint(totals.rawBytes()).varint(totals.bytes())
                .signed(totals.waitingSince()).varint(rawBytesLargest).varint(segments.length);
        long before = 0;
        for (long segment : segments) {
            out.varint(segment - before);
            before = segment;
        }
        out.varint(rowsBytes).bytes(deflated);
    }

    static PendingBlock decode(ByteReader in) {
        Partition first = new Partition(in.text());
        Partition last = new Partition(in.text());
        PendingTotals totals = new PendingTotals(in.length(), in.varint(), in.varint(), in.varint(), in.varint(),
                in.signed());
        long rawBytesLargest = in.varint();
        long[] segments = new long[in.count(1)];
        long before = 0;
        for (int i = 0; i < segments.length; i++) {
            before += in.varint();
            segments[i] = before;
        }
        int rowsBytes = in.length();
        if (rowsBytes > ROWS_BYTES_MAX) {
            throw new MalformedEncodingException("a block of " + rowsBytes + " bytes in a manifest");
        }
        return new PendingBlock(first, last, totals, rawBytesLargest, segments, rowsBytes, in.bytes());
    }

    /// Collects a block's partitions in ascending order. Not safe for concurrent use.
    static final class Builder {
        private final ByteWriter rows = new ByteWriter(ROWS_BYTES + ROWS_BYTES_SMALL);
        private @Nullable Partition first;
        private @Nullable Partition last;
        private PendingTotals totals = PendingTotals.NONE;
        private long rawBytesLargest;
        private long[] segments = new long[1_024];
        private int segmentsSeen;

        boolean isEmpty() {
            return last == null;
        }

        boolean isFull() {
            return rows.size() >= ROWS_BYTES;
        }

        void add(PendingPartition pending) {
            rows.sortedText(pending.partition().key());
            ChunkRefs.encode(pending.chunks(), rows);
            first = first == null ? pending.partition() : first;
            last = pending.partition();
            long rawBytes = totals.rawBytes();
            totals = totals.with(pending.chunks());
            rawBytesLargest = Math.max(rawBytesLargest, totals.rawBytes() - rawBytes);
            pending.chunks().forEach(chunk -> refer(chunk.segment()));
        }

        private void refer(long segment) {
            if (segmentsSeen == segments.length) {
                segments = Arrays.copyOf(segments, 2 * segmentsSeen);
            }
            segments[segmentsSeen++] = segment;
        }

        /// Returns a block of what was collected, at least one partition; the next one starts empty.
        PendingBlock build() {
            if (first == null || last == null) {
                throw new IllegalStateException("a block without partitions");
            }
            PendingBlock block = new PendingBlock(first, last, totals, rawBytesLargest,
                    Arrays.stream(segments, 0, segmentsSeen).sorted().distinct().toArray(), rows.size(),
                    Deflated.deflate(rows, FAST));
            rows.clear();
            first = null;
            last = null;
            totals = PendingTotals.NONE;
            rawBytesLargest = 0;
            segmentsSeen = 0;
            return block;
        }
    }

    /// Reads rows back, one partition at a time.
    private static final class Rows implements Iterator<PendingPartition> {
        private final ByteReader reader;
        private int left;

        Rows(ByteReader reader, int partitions) {
            this.reader = reader;
            this.left = partitions;
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
