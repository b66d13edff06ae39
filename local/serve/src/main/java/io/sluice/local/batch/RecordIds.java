package io.sluice.local.batch;

import io.sluice.encoding.Digests;
import io.sluice.input.InputRecord;
import io.sluice.reject.Reject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// Gives records their ids: each a hash of the record's position in the input and its bytes, and of nothing else. Not
/// for use by several threads.
public final class RecordIds {
    private static final int ID_BYTES = 16;
    private static final int POSITION_BYTES = Byte.BYTES + Long.BYTES;
    private static final HexFormat HEX = HexFormat.of();

    /// Clean from one record to the next.
    private final MessageDigest digest = Digests.sha256();
    private final byte[] hash = new byte[digest.getDigestLength()];
    private String source = "";
    /// The source's name, and after it the place for a record's position: a zero byte and the offset.
    private ByteBuffer head = ByteBuffer.allocate(POSITION_BYTES);

    /// Gives `record` its id.
    ///
    /// @param refusal why it can't be taken
    public BatchRecord named(InputRecord record, Instant arrival, Optional<Reject> refusal) {
        if (!record.source().equals(source)) {
            source = record.source();
            byte[] name = source.getBytes(StandardCharsets.UTF_8);
            head = ByteBuffer.allocate(name.length + POSITION_BYTES).put(name);
        }
        head.putLong(head.capacity() - Long.BYTES, record.offset());
        digest.update(head.array(), 0, head.capacity());
        digest.update(record.data());
        try {
            digest.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 does not fit into its own length", e);
        }
        return new BatchRecord(HEX.formatHex(hash, 0, ID_BYTES), arrival, record.data(), refusal);
    }
}
