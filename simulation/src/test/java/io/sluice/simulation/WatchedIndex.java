package io.sluice.simulation;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.FlushState;
import io.sluice.testkit.requests.PassingIndex;
import java.util.Collection;
import java.util.Optional;

/// An index whose every change is shown to the ledger before it is made.
public final class WatchedIndex extends PassingIndex {
    private final Ledger ledger;

    public WatchedIndex(BufferIndex index, Ledger ledger) {
        super(index);
        this.ledger = ledger;
    }

    @Override
    public void delete(Collection<EntryKey> keys) {
        keys.forEach(ledger::deletes);
        super.delete(keys);
    }

    @Override
    public Commit commit(Optional<FlushState> expected, FlushState next) {
        Commit commit = super.commit(expected, next);
        if (commit == Commit.COMMITTED) {
            ledger.committed(next);
        }
        return commit;
    }
}
