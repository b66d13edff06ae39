package io.sluice.segment;

import io.sluice.objects.Body;
import java.util.Arrays;

/// A batch as it is staged: an immutable object whose key fixes its bytes.
///
/// @param content         the chunks, and after them the tail that says what they are
/// @param directoryOffset first byte of the encoded directory in the content
/// @param directoryLength bytes of it
public record Segment(SegmentId id, byte[] content, long directoryOffset, int directoryLength) {
    /// The segment of a batch.
    ///
    /// @param chunks the bytes of the chunks that the tail's directory lists
    public static Segment of(byte[] chunks, SegmentTail tail) {
        byte[] directory = tail.directory().encode();
        byte[] encoded = tail.encode(directory);
        byte[] content = Arrays.copyOf(chunks, chunks.length + encoded.length);
        System.arraycopy(encoded, 0, content, chunks.length, encoded.length);
        return new Segment(SegmentId.of(tail.batch(), content), content, chunks.length, directory.length);
    }

    public Body body() {
        return Body.of(content);
    }
}
