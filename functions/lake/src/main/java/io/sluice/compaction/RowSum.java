package io.sluice.compaction;

import io.sluice.convert.Row;
import io.sluice.convert.RowBytes;
import io.sluice.encoding.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/// The number of rows and the sum of their SHA-256 hashes, cut to 128 bits: the same for the same rows in any order.
/// Others have another one, but for a chance that no damage meets. Not safe for use by several threads.
final class RowSum {
    private final MessageDigest digest = Digests.sha256();
    private long rows;
    private long high;
    private long low;

    void add(Row row) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(RowBytes.of(row)));
        long more = hash.getLong();
        long sum = low + more;
        high += hash.getLong() + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        low = sum;
        rows++;
    }

    long rows() {
        return rows;
    }

    boolean isOf(RowSum other) {
        return rows == other.rows && high == other.high && low == other.low;
    }
}
