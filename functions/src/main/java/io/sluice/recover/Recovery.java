package io.sluice.recover;

import io.sluice.flush.DeliveredParts;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.FoldedStretches;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.segment.BatchId;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Makes a stream's index again of its staging bucket, after the table was lost: the positions of numbered sources, the number of
/// shards, the state item, and an entry for each staged batch that was not folded.
///
/// The positions come first, so that nobody can stage what lies below them once the table looks like one in use.
///
/// To be run while the stream's functions are stopped, on a table that holds nothing of the stream. One that is killed is run again: it
/// carries on, and one that has ended writes nothing again. Safe for concurrent use.
public final class Recovery {
    /// Time that reading the tails or putting the entries of a share may take.
    static final Duration STEP_TIME = Duration.ofSeconds(30);
    static final int ENTRIES_AT_ONCE = 500;

    private final RecoverySettings settings;
    private final ObjectStore staging;
    private final BufferIndex index;
    private final RecoveryMark mark;
    private final Workers workers;
    private final InstantSource clock;
    private final ManifestChoice manifests;
    private final EntryOfSegment entries;

    public Recovery(RecoverySettings settings, ObjectStore staging, ObjectStore data, BufferIndex index,
            RecoveryMark mark, Workers workers, InstantSource clock) {
        this.settings = settings;
        this.staging = staging;
        this.index = index;
        this.mark = mark;
        this.workers = workers;
        this.clock = clock;
        this.manifests = new ManifestChoice(settings.stream(), staging, new DeliveredParts(data), workers);
        this.entries = new EntryOfSegment(settings.stream(), settings.shardCount(), staging);
    }

    /// Recovers, or carries on with a recovery that was killed.
    ///
    /// @throws RecoveryRefusedException when the table is not empty, something was staged just now, or no manifest can be gone on with;
    ///         nothing was changed
    /// @throws StoreException           when a request failed; to be repeated
    public RecoverySummary recover(Deadline deadline) {
        Staged staged = Staged.list(settings.stream(), staging);
        requireQuiet(staged);
        Optional<FlushState> state = index.state();
        RecoveryMark.Progress progress = mark.read();
        boolean begun = progress != RecoveryMark.Progress.NONE;
        if (!begun) {
            requireEmpty(state);
        }
        Choice choice = state.isPresent() ? named(state.get(), staged) : manifests.choose(staged);
        if (progress == RecoveryMark.Progress.ENDED) {
            return summary(staged, choice, new Written());
        }
        int shards = choice.chosen().map(each -> each.manifest().shardCount()).orElse(1);
        if (!begun) {
            requireNoEntries(Math.max(shards, settings.shardCount()));
            mark.write(RecoveryMark.Progress.BEGUN);
        }
        Tails tails = Tails.of(settings.stream(), missing(staged, choice), segment -> read(segment, staged), workers,
                deadline);
        if (!tails.complete()) {
            return summary(staged, choice, Written.unfinished(tails));
        }
        TakenStretches taken = new TakenStretches(
                choice.chosen().map(each -> each.manifest().positions()).orElse(FoldedStretches.EMPTY),
                tails.entries());
        taken.positions().forEach(index::putIfAbsent);
        index.useShards(Math.max(shards, settings.shardCount()));
        if (state.isEmpty() && choice.chosen().isPresent()) {
            commit(choice.chosen().get());
        }
        Written written = putEntries(tails, taken, deadline);
        if (written.complete && tails.unreadable().isEmpty()) {
            mark.write(RecoveryMark.Progress.ENDED);
        }
        return summary(staged, choice, written);
    }

    private void requireQuiet(Staged staged) {
        Instant quietSince = clock.instant().minus(settings.quietFor());
        staged.newest().filter(newest -> newest.modified().isAfter(quietSince)).ifPresent(newest -> {
            throw new RecoveryRefusedException(newest.key() + " was staged at " + newest.modified()
                    + ": the functions of stream " + settings.stream() + " may be at work. Stop them, wait for "
                    + settings.quietFor().toMinutes() + " minutes, and recover then");
        });
    }

    private void requireEmpty(Optional<FlushState> state) {
        state.ifPresent(found -> {
            throw new RecoveryRefusedException("The table holds the state of stream " + settings.stream() + ", version "
                    + found.version() + ", which names " + found.manifest()
                    + ": a table is recovered only where it holds"
                    + " nothing of the stream. If it is damaged or restored to an earlier point, make an empty one first"
                    + " (docs/operations.md, The table is lost)");
        });
    }

    private void requireNoEntries(int shards) {
        for (int shard = 0; shard < Math.max(shards, index.shardsUsed()); shard++) {
            var page = index.read(new Shard(shard), Optional.empty());
            if (!page.entries().isEmpty() || !page.damaged().isEmpty()) {
                throw new RecoveryRefusedException("The table holds entries of stream " + settings.stream()
                        + " in shard " + shard + ": a table is recovered only where it holds nothing of the stream."
                        + " Stop the functions and make an empty one first (docs/operations.md, The table is lost)");
            }
        }
    }

    /// What an earlier recovery chose, or a flush run that did not wait for its end.
    private Choice named(FlushState state, Staged staged) {
        ObjectInfo info = staged.manifests().stream().filter(each -> each.key().equals(state.manifest())).findFirst()
                .orElseThrow(() -> new StoreException(StoreException.Kind.MISSING, "manifest " + state.manifest()
                        + ", which the state item names, is not there: a flush run is at work; recover again"));
        return new Choice(Optional.of(manifests.read(info)), Choice.Why.NAMED_BY_THE_STATE);
    }

    /// A conflict and an unknown outcome may be this very write, or another recovery's.
    private void commit(Candidate chosen) {
        FlushState next = new FlushState(chosen.manifest().version(), chosen.key());
        try {
            if (index.commit(Optional.empty(), next) == BufferIndex.Commit.COMMITTED) {
                return;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
        if (!index.state().equals(Optional.of(next))) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "the state of stream " + settings.stream()
                    + " is not the one that was just written: it was not, or somebody else wrote another; recover again");
        }
    }

    /// The segments of each batch that has to be folded yet: the one that was staged last comes first, as entries name it.
    private static Map<BatchId, List<SegmentId>> missing(Staged staged, Choice choice) {
        Map<BatchId, List<SegmentId>> missing = new TreeMap<>();
        staged.segments().forEach((segment, info) -> {
            if (choice.chosen().map(each -> each.lacks(segment, info.modified())).orElse(true)) {
                missing.computeIfAbsent(segment.batch(), _ -> new ArrayList<>()).add(segment);
            }
        });
        Comparator<SegmentId> newestFirst = Comparator.comparing(staged::modified).reversed()
                .thenComparing(Comparator.naturalOrder());
        missing.values().forEach(segments -> segments.sort(newestFirst));
        return missing;
    }

    private IndexEntry read(SegmentId segment, Staged staged) {
        return entries.read(segment, Objects.requireNonNull(staged.segments().get(segment)));
    }

    private static final class Written {
        private int entries;
        private int positions;
        private long records;
        private boolean complete = true;
        private List<String> unreadable = List.of();

        static Written unfinished(Tails tails) {
            Written written = new Written();
            written.complete = false;
            written.unreadable = tails.unreadable();
            return written;
        }
    }

    private Written putEntries(Tails tails, TakenStretches taken, Deadline deadline) {
        Written written = new Written();
        written.positions = taken.positions().size();
        written.unreadable = tails.unreadable();
        List<IndexEntry> put = tails.entries().stream().filter(taken::takes).toList();
        for (int from = 0; from < put.size(); from += ENTRIES_AT_ONCE) {
            if (deadline.leavesLessThan(STEP_TIME)) {
                written.complete = false;
                return written;
            }
            List<IndexEntry> share = put.subList(from, Math.min(put.size(), from + ENTRIES_AT_ONCE));
            workers.map(share, entry -> {
                index.put(entry);
                return entry;
            }).forEach(entry -> {
                written.entries++;
                written.records += entry.records();
            });
        }
        return written;
    }

    private static RecoverySummary summary(Staged staged, Choice choice, Written written) {
        return new RecoverySummary(choice.chosen().map(Candidate::key), choice.why().text(),
                choice.chosen().map(each -> each.manifest().version()).orElse(0L),
                choice.chosen().map(each -> each.manifest().deliveries().size()).orElse(0), staged.segments().size(),
                written.entries, written.records, written.positions, written.unreadable, staged.strangers(),
                written.complete);
    }
}
