package io.sluice.index;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import io.sluice.position.SequenceRange;
import io.sluice.segment.BatchId;
import io.sluice.segment.Directory;
import io.sluice.segment.Segment;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import java.util.Optional;

/// The index's entry of a batch: its segment, its counts and its directory, or where the directory is.
///
/// @param records   records staged, error records included
/// @param dropped   records that the transformation dropped on purpose; in no chunk
/// @param directory the chunks, or where to read them
/// @param range   what the batch stages of a source that numbers its records
/// @param shardCount index shards that whoever staged it spreads entries over, and goes on to
public record IndexEntry(EntryKey key, SegmentId segment, int records, int dropped, DirectoryAt directory,
        Optional<SequenceRange> range, int shardCount) {
    /// Of a source that does not number its records.
    private static final int FORMAT = 1;
    /// The same, and a range of a source after it.
    private static final int FORMAT_WITH_RANGE = 2;
    private static final int WRITE_UNIT_BYTES = 1_024;
    private static final int SHARD_DIGITS_MAX = 4;
    private static final int INLINE = 0;
    private static final int TAIL = 1;

    /// The place of a batch's directory.
    public sealed interface DirectoryAt {
        /// In the entry itself.
        record Inline(Directory directory) implements DirectoryAt {}

        /// In the segment, after its chunks; encoded, with its own checksum.
        record Tail(long offset, int length) implements DirectoryAt {}
    }

    /// The entry of a batch whose source does not number its records, in the last shard that there is.
    public IndexEntry(EntryKey key, SegmentId segment, int records, int dropped, DirectoryAt directory) {
        this(key, segment, records, dropped, directory, Optional.empty());
    }

    /// An entry in the last shard that there is.
    public IndexEntry(EntryKey key, SegmentId segment, int records, int dropped, DirectoryAt directory,
            Optional<SequenceRange> range) {
        this(key, segment, records, dropped, directory, range, key.shard().number() + 1);
    }

    /// The entry of a segment: with the directory in it, while that fits one write unit.
    public static IndexEntry of(Segment segment, SegmentTail tail, Shard shard, String stream) {
        return of(segment.id(), tail, segment.directoryOffset(), segment.directoryLength(), shard, stream);
    }

    /// The entry of a segment that is known by its tail.
    ///
    /// @param offset first byte of the encoded directory in the segment
    /// @param length bytes of it
    public static IndexEntry of(SegmentId segment, SegmentTail tail, long offset, int length, Shard shard,
            String stream) {
        EntryKey key = new EntryKey(shard, tail.oldestArrival(), tail.batch());
        if (length < WRITE_UNIT_BYTES) {
            IndexEntry inline = new IndexEntry(key, segment, tail.records(), tail.dropped(),
                    new DirectoryAt.Inline(tail.directory()), tail.range(), tail.shardCount());
            if (inline.fitsOneWriteUnit(stream)) {
                return inline;
            }
        }
        return new IndexEntry(key, segment, tail.records(), tail.dropped(), new DirectoryAt.Tail(offset, length),
                tail.range(), tail.shardCount());
    }

    /// The same entry, of a batch that stages something else of its source.
    public IndexEntry staging(Optional<SequenceRange> other) {
        return new IndexEntry(key, segment, records, dropped, directory, other, shardCount);
    }

    public BatchId batch() {
        return key.batch();
    }

    /// Tests whether the entry's item costs one write unit: 1 KB of attribute names and values.
    ///
    /// Source: DynamoDB developer guide, "Item sizes and formats".
    public boolean fitsOneWriteUnit(String stream) {
        return itemBytes(stream) <= WRITE_UNIT_BYTES;
    }

    /// The size of the entry's item as DynamoDB counts it, with the longest shard number.
    public int itemBytes(String stream) {
        int keys = "pk".length() + stream.length() + 1 + SHARD_DIGITS_MAX + "sk".length() + key.sortKey().length();
        return keys + "e".length() + encode().length;
    }

    /// The item's payload, with a checksum; [#decode] reads it back.
    public byte[] encode() {
        ByteWriter out = new ByteWriter(128).octet(range.isPresent() ? FORMAT_WITH_RANGE : FORMAT)
                .fixed64(segment.contentHigh()).fixed64(segment.contentLow())
                .varint(records).varint(dropped).varint(shardCount);
        switch (directory) {
            case DirectoryAt.Inline(Directory inline) -> out.octet(INLINE).bytes(inline.encode());
            case DirectoryAt.Tail(long offset, int length) -> out.octet(TAIL).varint(offset).varint(length);
        }
        range.ifPresent(each -> out.text(each.source().name()).text(each.afterText()).text(each.first().digits())
                .text(each.last().digits()));
        return out.checksum().toBytes();
    }

    /// @throws MalformedEncodingException when `payload` was damaged or is of a later format
    public static IndexEntry decode(EntryKey key, byte[] payload) {
        ByteReader in = ByteReader.checked(payload, "index entry " + key.sortKey());
        int format = in.octet();
        if (format != FORMAT && format != FORMAT_WITH_RANGE) {
            throw new MalformedEncodingException(
                    "index entry format " + format + " is not known to this version of Sluice");
        }
        SegmentId segment = new SegmentId(key.batch(), in.fixed64(), in.fixed64());
        int records = in.length();
        int dropped = in.length();
        int shardCount = in.length();
        int where = in.octet();
        DirectoryAt directory = switch (where) {
            case INLINE -> new DirectoryAt.Inline(Directory.decode(in.bytes()));
            case TAIL -> new DirectoryAt.Tail(in.varint(), in.length());
            default ->
                throw new MalformedEncodingException("directory kind " + where + " in index entry " + key.sortKey());
        };
        Optional<SequenceRange> range = format == FORMAT ? Optional.empty() : Optional.of(range(in));
        return new IndexEntry(key, segment, records, dropped, directory, range, shardCount);
    }

    private static SequenceRange range(ByteReader in) {
        try {
            return SequenceRange.parse(in.text(), in.text(), in.text(), in.text());
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException("an index entry's range: " + e.getMessage());
        }
    }
}
