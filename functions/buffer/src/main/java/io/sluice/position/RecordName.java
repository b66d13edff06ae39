package io.sluice.position;

import io.sluice.encoding.Digests;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/// The name of a record that its source hands over again among any others: its source, the source's id of it, and its
/// payload. Two records of one id and different payloads are two: neither is taken for a repeat.
///
/// 128 bits of SHA-256: two of a billion records collide with a probability below 10⁻²⁰.
public record RecordName(long high, long low) implements Comparable<RecordName> {
    private static final HexFormat HEX = HexFormat.of();

    /// @param source  the same whoever reads it and whenever
    /// @param id      the source's
    /// @param payload as the source has it, whatever becomes the record
    /// @throws IllegalArgumentException when source or id is empty
    public static RecordName of(String source, String id, byte[] payload) {
        if (source.isEmpty() || id.isEmpty()) {
            throw new IllegalArgumentException("a record has a source and an id: '" + source + "', '" + id + "'");
        }
        MessageDigest digest = Digests.sha256();
        add(digest, source.getBytes(StandardCharsets.UTF_8));
        add(digest, id.getBytes(StandardCharsets.UTF_8));
        add(digest, payload);
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new RecordName(hash.getLong(), hash.getLong());
    }

    private static void add(MessageDigest digest, byte[] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    @Override
    public int compareTo(RecordName other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /// 32 hexadecimal digits.
    @Override
    public String toString() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }
}
