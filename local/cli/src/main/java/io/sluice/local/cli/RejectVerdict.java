package io.sluice.local.cli;

import io.sluice.local.Sizes;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.rejects.RejectBound;
import io.sluice.local.report.RunCounts;
import java.util.Locale;
import java.util.Optional;

/// The verdict on a run that kept every record: it failed nevertheless if it delivered nothing, or too little.
final class RejectVerdict {
    private RejectVerdict() {}

    /// Returns why it failed, with the remedy; empty when it did not.
    ///
    /// @param bound how many records may be rejected
    static Optional<String> of(RunCounts counts, RejectBound bound, OutFolder out) {
        String remedy = "; mend the cause, and feed them again with ./sluice redrive, or run into another folder than "
                + out;
        if (counts.recordsIn() > 0 && counts.recordsDelivered() == 0 && counts.recordsDiscarded() == 0) {
            return Optional.of("Nothing was delivered: " + Sizes.count(counts.recordsIn(), "record") + " in, "
                    + Sizes.count(counts.recordsRejected()) + " rejected, " + Sizes.count(counts.recordsDropped())
                    + " dropped by the transformation" + remedy);
        }
        if (!bound.isExceeded(counts.recordsRejected(), counts.recordsIn())) {
            return Optional.empty();
        }
        return Optional.of(Sizes.count(counts.recordsRejected()) + " of " + Sizes.count(counts.recordsIn(), "record")
                + String.format(Locale.ROOT, " rejected (%.3g %%), more than --max-rejected %s allows",
                        100.0 * counts.recordsRejected() / counts.recordsIn(), bound.text())
                + remedy);
    }
}
