package io.sluice.segment;

import io.sluice.objects.Body;
import java.util.Arrays;

/// A batch as it is staged: an immutable object whose key fixes its bytes.
///
/// @param content the chunks, and behind them the encoded directory where the index entry has no room for it
public record Segment(SegmentId id, byte[] content) {
    /// A segment that holds the chunks alone.
    public static Segment of(BatchId batch, SegmentBuilder.Chunks chunks) {
        return new Segment(SegmentId.of(batch, chunks.bytes()), chunks.bytes());
    }

    /// A segment with its directory as its tail.
    public static Segment withTail(BatchId batch, SegmentBuilder.Chunks chunks, byte[] directory) {
        byte[] content = Arrays.copyOf(chunks.bytes(), chunks.bytes().length + directory.length);
        System.arraycopy(directory, 0, content, chunks.bytes().length, directory.length);
        return new Segment(SegmentId.of(batch, content), content);
    }

    public Body body() {
        return Body.of(content);
    }
}
