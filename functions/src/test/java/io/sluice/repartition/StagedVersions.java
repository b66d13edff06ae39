package io.sluice.repartition;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.source.SourceObject;
import java.time.LocalDate;
import java.util.Optional;

/// Tells of which version of a source object all records are staged, by its receipt.
public final class StagedVersions {
    private final DayLedger ledger;

    public StagedVersions(String stream, ObjectStore staging) {
        this.ledger = new DayLedger(new StagingKeys(stream), staging);
    }

    /// Its ETag; empty when the object is left out, or nothing is decided about it.
    public Optional<String> of(LocalDate day, SourceObject object) {
        return ledger.receipt(day, object).filter(receipt -> receipt.verdict() instanceof Receipt.Verdict.Staged)
                .map(receipt -> receipt.object().etag());
    }
}
