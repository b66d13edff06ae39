package io.sluice.segment;

import io.sluice.encoding.Digests;
import io.sluice.objects.ObjectKey;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HexFormat;

/// Identifies a segment: its batch and a hash of its content. A retry of a batch that meets a newer configuration makes
/// another segment, never another layout under a key that a manifest already references.
public record SegmentId(BatchId batch, long contentHigh, long contentLow) implements Comparable<SegmentId> {
    private static final String ACCEPTED = ".accepted";
    private static final HexFormat HEX = HexFormat.of();

    static SegmentId of(BatchId batch, byte[] content) {
        var digest = Digests.sha256();
        digest.update(content);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new SegmentId(batch, hash.getLong(), hash.getLong());
    }

    /// Tests whether a segment of this id holds these bytes, and no others.
    public boolean isOf(byte[] content) {
        return equals(of(batch, content));
    }

    /// The prefix that the segments of `stream` are staged under; ends with a slash.
    public static String prefix(String stream) {
        return "segments/" + stream + "/";
    }

    public ObjectKey key(String stream) {
        return new ObjectKey(prefix(stream) + batch + "-" + HEX.toHexDigits(contentHigh) + HEX.toHexDigits(contentLow));
    }

    /// The key of the word that the segment's records were accepted, which is beside it: written before their source
    /// gets an answer, where they are known one by one.
    public ObjectKey acceptedKey(String stream) {
        return new ObjectKey(key(stream).value() + ACCEPTED);
    }

    /// Tests whether a key was made by [#acceptedKey].
    public static boolean isAcceptedKey(ObjectKey key) {
        return key.value().endsWith(ACCEPTED);
    }

    /// Reads a key made by [#key] back.
    ///
    /// @throws IllegalArgumentException when it was not
    public static SegmentId parse(String stream, ObjectKey key) {
        String prefix = prefix(stream);
        String name = key.value().startsWith(prefix) ? key.value().substring(prefix.length()) : "";
        if (name.length() != 65 || name.charAt(32) != '-') {
            throw new IllegalArgumentException("not a segment key of stream " + stream + ": " + key);
        }
        BatchId content = BatchId.parse(name.substring(33));
        return new SegmentId(BatchId.parse(name.substring(0, 32)), content.high(), content.low());
    }

    /// Reads a key made by [#acceptedKey] back.
    ///
    /// @throws IllegalArgumentException when it was not
    public static SegmentId parseAccepted(String stream, ObjectKey key) {
        if (!isAcceptedKey(key)) {
            throw new IllegalArgumentException("not the word of a segment of stream " + stream + ": " + key);
        }
        return parse(stream, new ObjectKey(key.value().substring(0, key.value().length() - ACCEPTED.length())));
    }

    @Override
    public int compareTo(SegmentId other) {
        return Comparator.comparing(SegmentId::batch).thenComparingLong(SegmentId::contentHigh)
                .thenComparingLong(SegmentId::contentLow).compare(this, other);
    }
}
