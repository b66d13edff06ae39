package io.sluice.flush;

import io.sluice.encoding.Digests;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.SegmentTable;
import io.sluice.segment.SegmentId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/// Says which chunks an object was made of. Stored beside the object: a writer that finds an object at its key compares
/// fingerprints, and knows whether the object is its own delivery, written by an attempt whose answer was lost.
final class Fingerprint {
    private static final int HEX_BYTES = 16;

    private Fingerprint() {}

    static String of(Delivery delivery, SegmentTable segments) {
        MessageDigest digest = Digests.sha256();
        digest.update(delivery.format().text().getBytes(StandardCharsets.UTF_8));
        ByteBuffer bytes = ByteBuffer.allocate(5 * Long.BYTES + Integer.BYTES);
        for (ChunkRef chunk : delivery.chunks()) {
            SegmentId segment = segments.id(chunk.segment());
            bytes.clear().putLong(segment.batch().high()).putLong(segment.batch().low())
                    .putLong(segment.contentHigh()).putLong(segment.contentLow());
            digest.update(bytes.putLong(chunk.offset()).putInt(chunk.length()).flip());
        }
        return HexFormat.of().formatHex(digest.digest(), 0, HEX_BYTES);
    }
}
