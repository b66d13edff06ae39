package io.sluice.flush;

import io.sluice.index.Buffer;
import io.sluice.landing.Reconciliation;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.StreamTally;
import java.util.List;

/// Reads the sums of records that the manifests of a stream's buffers hold.
public final class Reconciliations {
    private Reconciliations() {}

    /// The sum of each buffer that something was committed in: a read of its state and of its manifest.
    ///
    /// @throws io.sluice.objects.StoreException                when one cannot be read
    /// @throws io.sluice.encoding.MalformedEncodingException  when a manifest is damaged
    /// @throws TableLostException                             when the table is older than the staging bucket
    public static List<Reconciliation> of(List<Buffer> buffers) {
        return buffers.stream().map(each -> of(each.name(), new ManifestLog(each).load().manifest()))
                .filter(each -> each.version() > 0).toList();
    }

    private static Reconciliation of(String buffer, Manifest manifest) {
        StreamTally tally = manifest.tally();
        return new Reconciliation(buffer, manifest.version(), tally.staged() + tally.dropped(), tally.delivered(),
                tally.rejected(), tally.dropped(), tally.discarded(), manifest.pending().totals().records(),
                manifest.openRecords());
    }
}
