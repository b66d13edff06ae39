package io.sluice.recover;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectInfo;
import io.sluice.segment.Chunk;
import io.sluice.segment.SegmentId;
import io.sluice.segment.SegmentTail;
import java.util.Arrays;

/// Makes the index entry of a segment of what the segment says of itself. Safe for concurrent use.
final class EntryOfSegment {
    /// The bytes that are read at first; a longer tail takes a second request.
    private static final int ENDING_BYTES = 16 * 1024;
    private static final int READS_MAX = 3;

    private final Buffer buffer;
    private final int shardCount;

    EntryOfSegment(Buffer buffer, int shardCount) {
        this.buffer = buffer;
        this.shardCount = shardCount;
    }

    /// Reads what a segment tells of itself, a few times where it was damaged on its way: a segment that is given up
    /// here is missing from the stream.
    ///
    /// @throws MalformedEncodingException when the segment does not say what it is, or says it wrongly
    SegmentFacts read(SegmentId segment, ObjectInfo object) {
        for (int attempt = 1; attempt < READS_MAX; attempt++) {
            try {
                return readOnce(segment, object);
            } catch (MalformedEncodingException e) {
                // The last attempt says what is wrong.
            }
        }
        return readOnce(segment, object);
    }

    private SegmentFacts readOnce(SegmentId segment, ObjectInfo object) {
        byte[] bytes = tail(object);
        SegmentTail tail = SegmentTail.decode(bytes);
        long offset = object.length() - bytes.length;
        long chunks = 0;
        for (Chunk chunk : tail.directory()) {
            chunks += chunk.length();
        }
        if (!tail.batch().equals(segment.batch()) || chunks != offset) {
            throw new MalformedEncodingException("its tail is of batch " + tail.batch() + " with " + chunks
                    + " bytes of chunks, and it holds " + offset);
        }
        return new SegmentFacts(IndexEntry.of(segment, tail, offset, SegmentTail.directoryLength(bytes),
                Shard.of(segment.batch(), shardCount), buffer.name()), tail.names());
    }

    private byte[] tail(ObjectInfo object) {
        if (object.length() == 0) {
            throw new MalformedEncodingException("it is empty");
        }
        byte[] ending = ending(object, (int) Math.min(object.length(), ENDING_BYTES));
        int length = SegmentTail.length(ending);
        if (length > object.length()) {
            throw new MalformedEncodingException("its tail says that it has " + length + " bytes, and it has "
                    + object.length());
        }
        return length <= ending.length
                ? Arrays.copyOfRange(ending, ending.length - length, ending.length)
                : ending(object, length);
    }

    private byte[] ending(ObjectInfo object, int length) {
        return buffer.staging().get(object.key(), new ByteRange(object.length() - length, length));
    }
}
