package io.sluice.retention;

import io.sluice.audit.Cut;
import io.sluice.audit.Taken;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.objects.StoreException;
import io.sluice.repartition.SourceMoves;
import io.sluice.source.SourceChangedException;
import io.sluice.source.SourceCount;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceRewrite;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Erases a key value's records from one object of a source at a time. Safe for concurrent use.
final class SourceScan {
    /// Records between two looks at the time.
    private static final int RECORDS_AT_ONCE = 1 << 14;

    private final SourceRecords source;
    private final SourceCount count;
    private final KeyMatch match;
    private final SourceMoves moves;
    private final List<Layout> layouts;
    private final RemovalMode mode;
    private final Deadline deadline;
    private final OwnSources own;

    SourceScan(SourceRecords source, KeyMatch match, SourceMoves moves, List<Layout> layouts, RemovalMode mode,
            Deadline deadline, OwnSources own) {
        this.own = own;
        this.source = source;
        this.count = new SourceCount(source);
        this.match = match;
        this.moves = moves;
        this.layouts = layouts;
        this.mode = mode;
        this.deadline = deadline;
    }

    /// Records of one object.
    ///
    /// @param its    numbers of those of the key value
    /// @param cut    where those are
    /// @param taken  all of them, as they were read
    /// @param untold how many are nobody's for certain
    private record Found(BitSet its, Cut cut, Taken taken, long untold) {
        boolean all() {
            return its.cardinality() == taken.records();
        }
    }

    /// To be told before objects of a listing are erased.
    void listed() {
        own.listed();
    }

    SourceOutcome erase(SourceObject object) {
        Optional<String> passed = passedOver(object);
        if (passed.isPresent()) {
            return new SourceOutcome.Passed(passed.get());
        }
        try {
            Optional<Found> found = find(object);
            return found.isEmpty() ? new SourceOutcome.OutOfTime() : erase(object, found.get());
        } catch (SourceChangedException e) {
            return changed();
        } catch (MixedRecordException | InputException | IOException e) {
            return new SourceOutcome.Left(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            return new SourceOutcome.Left(e.getMessage() + "; erase again");
        }
    }

    private Optional<String> passedOver(SourceObject object) {
        return SourceListing.passedOver(object).map(reason -> "with " + reason)
                .or(() -> layouts.stream()
                        .allMatch(each -> each.root().object(object.key().value()) instanceof KeyPath.Found.Foreign)
                                ? Optional.empty()
                                : Optional.of("of the stream's own layout"));
    }

    private Optional<Found> find(SourceObject object) throws IOException {
        BitSet its = new BitSet();
        Cut cut = new Cut();
        Taken taken = new Taken();
        long untold = 0;
        int number = 0;
        try (RecordInput records = source.open(object)) {
            for (InputRecord record = records.next(); record != null; record = records.next()) {
                if (number % RECORDS_AT_ONCE == 0 && deadline.leavesLessThan(Walk.STEP_TIME)) {
                    return Optional.empty();
                }
                taken.add(record.data());
                switch (match.of(record)) {
                    case ITS -> {
                        its.set(number);
                        cut.add(record.offset(), record.data());
                    }
                    case UNTOLD -> untold++;
                    case BOTH -> throw new MixedRecordException(number);
                    case OTHERS -> {
                    }
                }
                number++;
            }
            var broken = records.undecodable();
            if (broken.isPresent()) {
                throw new InputException("it cannot be read to its end: " + broken.get().cause()
                        + "; repair it, or delete it by hand");
            }
        }
        return Optional.of(new Found(its, cut, taken, untold));
    }

    private SourceOutcome erase(SourceObject object, Found found) throws IOException {
        if (found.its().isEmpty()) {
            return new SourceOutcome.Untouched(found.untold());
        }
        long records = found.its().cardinality();
        return switch (moves.of(object)) {
            case UNDER_WAY ->
                new SourceOutcome.Left(records + " of its records are being repartitioned; finish that with"
                        + " ./sluice repartition, then erase again");
            case MOVED ->
                new SourceOutcome.Left(records + " of its records are moved, and their source is kept; remove it"
                        + " with ./sluice repartition --remove-source, then erase again");
            case FREE -> {
                Optional<String> difference = count.difference(object, found.taken());
                yield difference.isPresent()
                        ? doubted(difference.get())
                        : found.all() ? delete(object, found.cut(), records) : rewrite(object, found);
            }
        };
    }

    private SourceOutcome delete(SourceObject object, Cut cut, long records) throws IOException {
        Optional<String> remainder = count.remainder(object, cut);
        if (remainder.isPresent()) {
            return doubted(remainder.get());
        }
        if (mode == RemovalMode.DRY_RUN) {
            return new SourceOutcome.Deleted(records);
        }
        if (own.isOpen(object)) {
            return new SourceOutcome.Left("a flush run may be writing it; erase again in half an hour");
        }
        OptionalLong told = own.goes(object);
        boolean gone = source.store().remove(object);
        own.gone(told);
        return gone ? new SourceOutcome.Deleted(records) : changed();
    }

    private SourceOutcome rewrite(SourceObject object, Found found) throws IOException {
        if (own.isRead(object)) {
            return new SourceOutcome.Left("it has the name of the stream's own objects, and who reads its landing log,"
                    + " as its Iceberg table, may have it and would not be told; repartition it, then erase again");
        }
        if (mode == RemovalMode.DRY_RUN) {
            return new SourceOutcome.Rewritten(found.its().cardinality(), found.untold());
        }
        try (SourceRewrite rewrite = SourceRewrite.of(source, object, found.its())) {
            Optional<String> difference = count.difference(object, found.cut(), found.its(), rewrite);
            if (difference.isPresent()) {
                return doubted(difference.get());
            }
            return source.store().replace(object, rewrite.body())
                    ? new SourceOutcome.Rewritten(found.its().cardinality(), found.untold())
                    : changed();
        }
    }

    private static SourceOutcome doubted(String difference) {
        return new SourceOutcome.Left("counted again it is another one than was read: " + difference
                + "; nothing of it is changed, please report this");
    }

    private static SourceOutcome changed() {
        return new SourceOutcome.Left("it changed while it was read, and is as its writer left it; erase again");
    }

    /// A record that cannot be taken out without taking others' data with it.
    private static final class MixedRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MixedRecordException(int number) {
            super("record " + number + " carries records of several key values, or some whose key cannot be told;"
                    + " repartition it, then erase again");
        }
    }
}
