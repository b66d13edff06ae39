package io.sluice.flush;

import io.sluice.encoding.Digests;
import io.sluice.manifest.Delivery;
import io.sluice.objects.ObjectInfo;
import io.sluice.reject.CatalogTable;
import io.sluice.reject.ConversionErrorRecord;
import io.sluice.reject.Reject;
import io.sluice.segment.FramedRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Collects the error records of one delivery whose records are converted: through a temporary file that is only there
/// when there are any. Not safe for concurrent use.
final class RejectedRows implements AutoCloseable {
    private static final int HEX_BYTES = 8;
    private static final String BETWEEN = "-";

    private final Optional<CatalogTable> table;
    private final MessageDigest digest = Digests.sha256();
    private final ByteBuffer position = ByteBuffer.allocate(Long.BYTES);
    private @Nullable Spool spool;
    private long count;

    RejectedRows(Optional<CatalogTable> table) {
        this.table = table;
    }

    /// @param number the record's place in the delivery
    void add(FramedRecords.Framed record, long number, Reject reject) throws IOException {
        spool().out().write(new ConversionErrorRecord(record.bytes(), reject, record.arrival(), table).toLine());
        digest.update(position.clear().putLong(number).flip());
        count++;
    }

    private Spool spool() throws IOException {
        Spool opened = spool == null ? Spool.openDeflated() : spool;
        spool = opened;
        return opened;
    }

    long count() {
        return count;
    }

    /// Says which records were rejected, beside whose delivery it was: an attempt that rejects others than an earlier
    /// one knows that it does. To be asked for once, when all are added.
    String fingerprint(String delivery) {
        return delivery + BETWEEN + HexFormat.of().formatHex(digest.digest(), 0, HEX_BYTES);
    }

    /// Tests whether `fingerprint` is of rejects of that delivery, whichever they are.
    static boolean areOf(String delivery, String fingerprint) {
        return fingerprint.startsWith(delivery + BETWEEN);
    }

    /// Whether all records of a delivery are in its rejects: then it has no object of its own. Where some are discarded
    /// it has one, be it without records, which decides that they are.
    static boolean areAll(ObjectInfo rejects, Delivery delivery) {
        return rejects.rejected() == delivery.records();
    }

    /// The error object; empty when nothing was rejected. To be asked for once, when all are added.
    Optional<SpooledBody> body() throws IOException {
        return spool == null ? Optional.empty() : Optional.of(spool.body());
    }

    /// The error object, be it without records. To be asked for once, when all are added.
    SpooledBody bodyAnyhow() throws IOException {
        return spool().body();
    }

    @Override
    public void close() {
        if (spool != null) {
            spool.close();
        }
    }
}
