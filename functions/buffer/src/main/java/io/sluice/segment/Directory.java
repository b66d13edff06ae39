package io.sluice.segment;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.Deflated;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.partition.Partition;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// The chunks of a segment, in partition order. Kept encoded; chunks are made while iterating, so that the directories
/// of many batches merge in little memory. Immutable.
///
/// The chunks lie one after another from the segment's first byte, so that a row needs no offset.
public final class Directory implements Iterable<Chunk> {
    private static final int FORMAT = 1;
    private static final int ROWS_BYTES_MAX = 64 << 20;
    private static final Comparator<Chunk> ORDER = Comparator.comparing(Chunk::partition)
            .thenComparingLong(Chunk::oldestArrival);

    private final int chunks;
    private final long baseArrival;
    private final long spanSeconds;
    private final byte[] rows;

    private Directory(int chunks, long baseArrival, long spanSeconds, byte[] rows) {
        this.chunks = chunks;
        this.baseArrival = baseArrival;
        this.spanSeconds = spanSeconds;
        this.rows = rows;
    }

    /// @param sorted      chunks in strictly ascending order of partition and oldest arrival that follow one another
    ///        without gaps from offset 0
    /// @param spanSeconds as [#spanSeconds]
    /// @throws IllegalArgumentException when they do not
    public static Directory of(List<Chunk> sorted, long spanSeconds) {
        long base = sorted.stream().mapToLong(Chunk::oldestArrival).min().orElse(0);
        ByteWriter rows = new ByteWriter(32 * sorted.size());
        long offset = 0;
        Chunk last = null;
        for (Chunk chunk : sorted) {
            if (chunk.offset() != offset || (last != null && ORDER.compare(last, chunk) >= 0)) {
                throw new IllegalArgumentException("chunk of " + chunk.partition().key() + " at " + chunk.offset()
                        + " is out of order or leaves a gap after " + offset);
            }
            rows.sortedText(chunk.partition().key());
            StagedLength.encode(chunk.length(), chunk.form(), rows);
            rows.varint(chunk.records()).varint(chunk.rawBytes()).varint(chunk.oldestArrival() - base);
            offset += chunk.length();
            last = chunk;
        }
        return new Directory(sorted.size(), base, spanSeconds, rows.toBytes());
    }

    public int size() {
        return chunks;
    }

    /// The time within which the records of any one chunk arrived, rounded up.
    public long spanSeconds() {
        return spanSeconds;
    }

    /// Bytes that this directory takes in memory.
    public int bytes() {
        return rows.length;
    }

    /// The portable form, with a checksum; [#decode] reads it back.
    public byte[] encode() {
        byte[] deflated = Deflated.deflate(rows, 6);
        return new ByteWriter(deflated.length + 32).octet(FORMAT).varint(chunks).signed(baseArrival)
                .varint(spanSeconds).varint(rows.length).raw(deflated, 0, deflated.length).checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `encoded` was damaged or is of a later format
    public static Directory decode(byte[] encoded) {
        ByteReader reader = ByteReader.checked(encoded, "a segment's directory");
        int format = reader.octet();
        if (format != FORMAT) {
            throw new MalformedEncodingException(
                    "directory format " + format + " is not known to this version of Sluice");
        }
        int chunks = reader.length();
        long base = reader.signed();
        long spanSeconds = reader.varint();
        int length = reader.length();
        if (length > ROWS_BYTES_MAX) {
            throw new MalformedEncodingException("a directory of " + length + " bytes");
        }
        return new Directory(chunks, base, spanSeconds, Deflated.inflate(reader.rest(), length));
    }

    @Override
    public Iterator<Chunk> iterator() {
        return new Rows();
    }

    private final class Rows implements Iterator<Chunk> {
        private final ByteReader reader = new ByteReader(rows);
        private int left = chunks;
        private long offset;

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Chunk next() {
            if (left == 0) {
                throw new NoSuchElementException();
            }
            left--;
            Partition partition = new Partition(reader.sortedText());
            StagedLength staged = StagedLength.decode(reader);
            Chunk chunk = new Chunk(partition, offset, staged.bytes(), staged.form(), reader.length(), reader.varint(),
                    baseArrival + reader.varint());
            offset += chunk.length();
            return chunk;
        }
    }
}
