package io.sluice.ingest;

import io.sluice.flush.LostTable;
import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.objects.Body;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.segment.StagedSegment;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Writes an entry together with receipts for its records, and finds out what became of it. Safe for concurrent use.
///
/// Receipts are the stream's, whichever of its buffers an entry is in: a record that comes again may be for another
/// one. So what a receipt names is accepted where it is.
///
/// Nothing is asked before: a record that comes again is found by the transaction, which is then paid for and not
/// applied. Sources repeat seldom. ([ADR 0040](../../../../../../../docs/decisions/0040-identity-record-by-record.md))
final class ReceiptStep {
    private final Buffer first;
    private final LostTable lost;
    private final InstantSource clock;

    /// @param first the stream's first buffer, which is recovered last of all: its state tells that receipts are there
    /// @param spans their clock tells when receipts expire
    ReceiptStep(Buffer first, AttemptSpans spans) {
        this.first = first;
        this.lost = new LostTable(first);
        this.clock = spans.clock();
    }

    /// The outcome of the step.
    sealed interface Taken {
        /// The records are staged by the entry's segment.
        record Staged() implements Taken {}

        /// Some of the records are staged by other segments, and the entry is not written.
        ///
        /// @param staged these records; none where whoever had them is gone from the table
        record Repeated(Collection<RecordName> staged) implements Taken {}
    }

    /// To be asked before a batch is staged: an empty table knows no record, and would take all for new.
    ///
    /// @throws io.sluice.flush.TableLostException when the table is lost; the source must retry
    void requireTable() {
        lost.requireTable();
    }

    /// Lost answers and conflicts are settled alike, by reading the receipts back: a conflict may be the answer to a
    /// second copy of our own request. A copy that arrives later finds receipts, or does what it should.
    ///
    /// Before it says of any record that it is staged, the segment's word is in the staging bucket that it was: a
    /// recovery takes no segment without (ADR 0040).
    ///
    /// @param buffer  that the segment is in
    /// @param keptFor how long its source may hand any of the records over again
    /// @throws StoreException when the entry is not written as far as can be told: the source must retry the batch
    Taken take(Buffer buffer, IndexEntry entry, List<RecordName> names, Duration keptFor) {
        StagedSegment segment = new StagedSegment(buffer.name(), entry.segment());
        Receipts receipts = new Receipts(segment, names, clock.instant().plus(keptFor));
        try {
            return switch (buffer.index().put(entry, receipts)) {
                case CLAIMED -> staged(segment);
                case CONFLICT -> settle(receipts, buffer.index().receipts(names));
            };
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            Map<RecordName, StagedSegment> found = buffer.index().receipts(names);
            if (found.isEmpty()) {
                throw e;
            }
            return settle(receipts, found);
        }
    }

    /// The same for calls, some of which may have no name: without any the entry is written as any other is. An outcome
    /// that is not known is tried once more, since calls without a name share it: what was applied is found then. When
    /// there is no time left it is not: whoever was suspended in the first transaction has lost its segment to the
    /// sweep.
    ///
    /// @param life once it leaves less than [Ingest#COMMIT_TIME], nothing is tried again
    Taken takeCalls(Buffer buffer, IndexEntry entry, List<RecordName> names, Duration keptFor, Deadline life) {
        if (names.isEmpty()) {
            buffer.index().put(entry);
            return new Taken.Staged();
        }
        try {
            return take(buffer, entry, names, keptFor);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN || life.leavesLessThan(Ingest.COMMIT_TIME)) {
                throw e;
            }
            return take(buffer, entry, names, keptFor);
        }
    }

    /// Tests whether somebody has staged it; then the word of its segment is in the staging bucket.
    ///
    /// @throws io.sluice.flush.TableLostException as [#requireTable]
    boolean isStaged(RecordName name) {
        lost.requireTable();
        Map<RecordName, StagedSegment> found = first.index().receipts(List.of(name));
        found.values().forEach(this::accept);
        return !found.isEmpty();
    }

    private Taken settle(Receipts receipts, Map<RecordName, StagedSegment> found) {
        if (found.size() == receipts.names().size()
                && found.values().stream().allMatch(receipts.segment()::equals)) {
            return staged(receipts.segment());
        }
        new TreeSet<>(found.values()).forEach(this::accept);
        return new Taken.Repeated(found.keySet());
    }

    private Taken staged(StagedSegment segment) {
        accept(segment);
        return new Taken.Staged();
    }

    /// Writes the word, or writes it again: whoever wrote the receipts may have died before. A stream's buffers are in
    /// one bucket.
    private void accept(StagedSegment segment) {
        first.staging().put(segment.acceptedKey(), Body.of(new byte[0]));
    }
}
