package io.sluice.ingest;

import io.sluice.objects.StoreException;
import java.util.List;

/// Staging failed after some records of a batch were staged, which are known one by one: the source may hand over the
/// others alone. Handing over all again is right as well; the cause is why.
public final class PartlyStagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient IngestSummary staged;
    private final transient List<String> notStaged;

    /// @param staged    what became of the others
    /// @param notStaged the source's ids of the records that must come again, in the order of the batch
    PartlyStagedException(StoreException cause, IngestSummary staged, List<String> notStaged) {
        super(cause.getMessage(), cause);
        this.staged = staged;
        this.notStaged = List.copyOf(notStaged);
    }

    public IngestSummary staged() {
        return staged;
    }

    public List<String> notStaged() {
        return notStaged;
    }
}
