package io.sluice.local.serve.page;

import io.sluice.local.serve.streams.Balance;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.manifest.PendingTotals;

/// The records of a stream that are acknowledged and not delivered.
///
/// @param records of which those that were staged since the flusher's last run are known to the balance alone, which
///     holds where each record makes one record
/// @param bytes   before compression: as folded, and for records that came since by the size of an average one; 0 only
///     where none waits
record Backlog(long records, long bytes) {
    static Backlog of(LiveStream stream) {
        PendingTotals folded = stream.lastFlush().pending();
        long records = stream.balance().filter(Balance::holds).map(Balance::pending)
                .orElseGet(() -> stream.waiting() + folded.records());
        long since = Math.max(0, records - folded.records());
        double known = folded.records() == 0
                ? 0
                : folded.rawBytes() * (double) Math.min(records, folded.records()) / folded.records();
        return new Backlog(records, Math.max(records == 0 ? 0 : 1, Math.round(known + since * mean(stream, folded))));
    }

    /// Bytes of an average record.
    private static double mean(LiveStream stream, PendingTotals folded) {
        long came = stream.figures().records.sum();
        if (came > 0) {
            return (double) stream.figures().bytes.sum() / came;
        }
        return folded.records() > 0
                ? (double) folded.rawBytes() / folded.records()
                : (double) stream.journalBytes() / Math.max(1, stream.waiting());
    }
}
