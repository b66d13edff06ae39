package io.sluice.segment;

import io.sluice.encoding.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/// Identifies a batch: a hash of its record ids, so that a retry of the batch has the same id whatever its invocation.
///
/// 128 bits of SHA-256. Within one stream two batches collide with a probability below 10⁻²⁰ at a billion batches.
public record BatchId(long high, long low) implements Comparable<BatchId> {
    /// Ids are hashed many at a time: a call for each takes longer than the hashing.
    private static final int GATHERED_BYTES = 8 * 1024;
    private static final HexFormat HEX = HexFormat.of();

    /// The id of a batch with these record ids, in this order.
    public static BatchId of(Iterable<String> recordIds) {
        MessageDigest digest = Digests.sha256();
        ByteBuffer gathered = ByteBuffer.allocate(GATHERED_BYTES);
        for (String recordId : recordIds) {
            byte[] id = recordId.getBytes(StandardCharsets.UTF_8);
            if (gathered.remaining() < Integer.BYTES + id.length) {
                digest.update(gathered.flip());
                gathered.clear();
            }
            gathered.putInt(id.length);
            if (id.length <= gathered.remaining()) {
                gathered.put(id);
            } else {
                digest.update(gathered.flip());
                digest.update(id);
                gathered.clear();
            }
        }
        digest.update(gathered.flip());
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new BatchId(hash.getLong(), hash.getLong());
    }

    /// @throws IllegalArgumentException when `hex` is not 32 hexadecimal digits
    public static BatchId parse(String hex) {
        ByteBuffer bytes = ByteBuffer.wrap(HEX.parseHex(hex));
        if (bytes.remaining() != 2 * Long.BYTES) {
            throw new IllegalArgumentException("not a batch id: " + hex);
        }
        return new BatchId(bytes.getLong(), bytes.getLong());
    }

    @Override
    public int compareTo(BatchId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }
}
