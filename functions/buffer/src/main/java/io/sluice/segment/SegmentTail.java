package io.sluice.segment;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.position.Identity;
import io.sluice.position.RecordName;
import io.sluice.position.SequenceRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The description of a segment after its chunks: all that its index entry says, so that the entry can be made again of
/// the segment alone.
///
/// The encoded directory comes first, where an entry that names it by its place expects it; then the rest; at the very
/// end the length of it all, a mark and a CRC-32C, so that a tail is found and checked from the segment's end.
///
/// @param oldestArrival of all the batch's records, dropped ones included, epoch milliseconds; it is in the entry's key
/// @param records       records in the chunks, error records included
/// @param dropped       records that the transformation dropped on purpose; in no chunk
/// @param identity      by what its records are known when they come again
/// @param shardCount    index shards that whoever staged it spreads entries over, and goes on to
/// @param span          the span of time, counted from the oldest arrival, in which it was staged: what is staged again
///     after days is another segment than the one that a sweep may have on its list
public record SegmentTail(BatchId batch, long oldestArrival, int records, int dropped, Directory directory,
        Identity identity, int shardCount, long span) {
    /// Bytes at a segment's very end that say how long its tail is.
    public static final int END_BYTES = 20;

    private static final int FORMAT = 1;
    private static final int BY_BATCH = 0;
    private static final int BY_POSITION = 1;
    private static final int BY_RECORD = 2;
    /// "SLUICE T" in ASCII.
    private static final long MARK = 0x534C554943452054L;

    public SegmentTail {
        if (oldestArrival < 0 || records < 0 || dropped < 0 || shardCount < 1 || span < 0) {
            throw new IllegalArgumentException("a tail of batch " + batch + " with " + records + " records and "
                    + dropped + " dropped, arrived at " + oldestArrival + ", in " + shardCount + " shards");
        }
    }

    /// The records of its source that the batch stages; empty for a source that does not number its records.
    public Optional<SequenceRange> range() {
        return switch (identity) {
            case Identity.ByPosition(SequenceRange range) -> Optional.of(range);
            case Identity.ByBatch(),Identity.ByRecord(_) -> Optional.empty();
        };
    }

    /// The names of the batch's records; none where they are not known one by one.
    public List<RecordName> names() {
        return switch (identity) {
            case Identity.ByRecord(List<RecordName> names) -> names;
            case Identity.ByBatch(),Identity.ByPosition(_) -> List.of();
        };
    }

    /// The tail's bytes; [#decode] reads them back.
    ///
    /// @param encodedDirectory what [Directory#encode] gave for the directory, which takes long where partitions are
    ///     many
    byte[] encode(byte[] encodedDirectory) {
        ByteWriter tail = new ByteWriter(encodedDirectory.length + 96).raw(encodedDirectory, 0,
                encodedDirectory.length);
        tail.octet(FORMAT).fixed64(batch.high()).fixed64(batch.low()).varint(oldestArrival).varint(records)
                .varint(dropped).varint(shardCount).varint(span);
        switch (identity) {
            case Identity.ByBatch() -> tail.octet(BY_BATCH);
            case Identity.ByPosition(SequenceRange range) ->
                tail.octet(BY_POSITION).text(range.source().name()).text(range.afterText())
                        .text(range.first().digits()).text(range.last().digits());
            case Identity.ByRecord(List<RecordName> names) -> {
                tail.octet(BY_RECORD).varint(names.size());
                names.forEach(name -> tail.fixed64(name.high()).fixed64(name.low()));
            }
        }
        long length = (long) tail.size() + END_BYTES;
        return tail.fixed64(length << Integer.SIZE | encodedDirectory.length).fixed64(MARK).checksum().toBytes();
    }

    /// The length of a segment's tail, end included.
    ///
    /// @param ending the segment's last bytes, [#END_BYTES] at least
    /// @throws MalformedEncodingException when they end no tail
    public static int length(byte[] ending) {
        if (ending.length < END_BYTES) {
            throw noTail();
        }
        ByteReader end = new ByteReader(Arrays.copyOfRange(ending, ending.length - END_BYTES, ending.length));
        long lengths = end.fixed64();
        long length = lengths >>> Integer.SIZE;
        if (end.fixed64() != MARK || length < END_BYTES || length > Integer.MAX_VALUE) {
            throw noTail();
        }
        return (int) length;
    }

    private static MalformedEncodingException noTail() {
        return new MalformedEncodingException(
                "it does not describe itself: its end is damaged");
    }

    /// Reads a tail: a segment's last bytes, exactly [#length] of them.
    ///
    /// @throws MalformedEncodingException when it was damaged or is of a later format
    public static SegmentTail decode(byte[] tail) {
        ByteReader checked = ByteReader.checked(tail, "a segment's tail");
        byte[] body = checked.raw(tail.length - END_BYTES);
        long lengths = checked.fixed64();
        int directoryLength = (int) lengths;
        if (lengths >>> Integer.SIZE != tail.length || directoryLength < 0 || directoryLength > body.length) {
            throw new MalformedEncodingException("a tail of " + tail.length + " bytes says that it has "
                    + (lengths >>> Integer.SIZE) + ", " + directoryLength + " of them a directory");
        }
        Directory directory = Directory.decode(Arrays.copyOf(body, directoryLength));
        return describe(new ByteReader(Arrays.copyOfRange(body, directoryLength, body.length)), directory);
    }

    private static SegmentTail describe(ByteReader in, Directory directory) {
        int format = in.octet();
        if (format != FORMAT) {
            throw new MalformedEncodingException("tail format " + format + " is not known to this version of Sluice");
        }
        BatchId batch = new BatchId(in.fixed64(), in.fixed64());
        long oldestArrival = in.varint();
        int records = in.length();
        int dropped = in.length();
        int shardCount = in.length();
        if (shardCount < 1) {
            throw new MalformedEncodingException("a tail of a batch in no index shard");
        }
        long span = in.varint();
        return new SegmentTail(batch, oldestArrival, records, dropped, directory, identity(in), shardCount, span);
    }

    private static Identity identity(ByteReader in) {
        int kind = in.octet();
        return switch (kind) {
            case BY_BATCH -> new Identity.ByBatch();
            case BY_POSITION -> new Identity.ByPosition(range(in.text(), in.text(), in.text(), in.text()));
            case BY_RECORD -> byRecord(in);
            default -> throw new MalformedEncodingException("a tail whose records are known by " + kind
                    + ", which is not known to this version of Sluice");
        };
    }

    private static Identity byRecord(ByteReader in) {
        int size = in.count(2 * Long.BYTES);
        List<RecordName> names = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            names.add(new RecordName(in.fixed64(), in.fixed64()));
        }
        if (names.isEmpty()) {
            throw new MalformedEncodingException("a tail that names no record");
        }
        return new Identity.ByRecord(names);
    }

    private static SequenceRange range(String source, String after, String first, String last) {
        try {
            return SequenceRange.parse(source, after, first, last);
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException("a tail's range: " + e.getMessage());
        }
    }

    /// The length in bytes of the directory, which a tail begins with.
    ///
    /// @param tail a tail that [#decode] takes
    public static int directoryLength(byte[] tail) {
        return (int) new ByteReader(Arrays.copyOfRange(tail, tail.length - END_BYTES, tail.length)).fixed64();
    }
}
