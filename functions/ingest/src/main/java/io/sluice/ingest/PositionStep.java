package io.sluice.ingest;

import io.sluice.flush.LostTable;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.IndexEntry;
import io.sluice.objects.StoreException;
import io.sluice.position.NumberedSource;
import io.sluice.position.Position;
import io.sluice.position.SequenceNumber;
import java.util.Optional;

/// Writes an entry together with its source's new position, and finds out what became of it. Safe for concurrent use.
///
/// Nothing but a position that was just read decides what is a repeat: the position is never kept from one batch to the
/// next. An environment that keeps it saves one read unit where a shard has its environment for itself, and pays a
/// cancelled transaction of four write units where shards change environments, as they do. (ADR 0016)
final class PositionStep {
    private final BufferIndex index;
    private final LostTable lost;

    PositionStep(Buffer buffer) {
        this.index = buffer.index();
        this.lost = new LostTable(buffer);
    }

    /// The outcome of the step.
    sealed interface Taken {
        /// The position is the wanted one, and the records up to it are staged.
        record Staged() implements Taken {}

        /// Somebody else moved the position: some of the records may be staged, and the entry is not written.
        record Overtaken(Optional<SequenceNumber> position) implements Taken {}
    }

    /// Returns the position up to which the source is staged. A source without a position begins, or its table was
    /// lost: then its records would be staged from whatever it hands over, as if nothing before them ever had been.
    ///
    /// @throws io.sluice.flush.TableLostException when there is no position and no state, and manifests tell that there
    ///         were; the source must retry
    Optional<SequenceNumber> read(NumberedSource source) {
        Optional<SequenceNumber> position = index.position(source);
        if (position.isEmpty()) {
            lost.requireTable();
        }
        return position;
    }

    /// Lost answers and conflicts are settled alike, by reading the position back: a conflict may be the answer to a
    /// second copy of our own request. A copy that arrives later still finds another position than it expects, and does
    /// nothing.
    ///
    /// @throws StoreException when the entry is not written as far as can be told: the source must retry the batch
    Taken take(IndexEntry entry, Optional<SequenceNumber> expected, Position wanted) {
        try {
            return switch (index.put(entry, expected, wanted)) {
                case ADVANCED -> new Taken.Staged();
                case CONFLICT -> settle(wanted);
            };
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            Taken taken = settle(wanted);
            if (taken.equals(new Taken.Overtaken(expected))) {
                throw e;
            }
            return taken;
        }
    }

    /// Settles a write whose outcome is unknown: whose it was does not matter, for up to the position all is staged.
    private Taken settle(Position wanted) {
        Optional<SequenceNumber> now = read(wanted.source());
        return now.equals(Optional.of(wanted.sequence())) ? new Taken.Staged() : new Taken.Overtaken(now);
    }
}
