package io.sluice.recover;

import io.sluice.flush.DeliveredParts;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.manifest.FoldedStretches;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
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
import java.util.Set;
import java.util.TreeMap;

/// Makes a stream's index again of its staging bucket, after the table was lost: the positions of numbered sources, the
/// number of shards, an entry for each staged batch that was not folded, and the state item.
///
/// The positions come first, so that nobody can stage what lies below them; the state comes last, so that nobody can
/// fold a part of the entries: a flush run that finds no state, and manifests, refuses.
///
/// To be run while the stream's functions are stopped, on a table that holds nothing of the stream. One that is killed
/// is run again: it carries on, and one that has ended writes nothing again. Safe for concurrent use.
public final class Recovery {
    /// Time that reading the tails or putting the entries of a share may take.
    static final Duration STEP_TIME = Duration.ofSeconds(30);
    static final int ENTRIES_AT_ONCE = 500;
    /// What the mark has room for.
    private static final int UNREADABLE_MAX = 1_000;

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
    /// @throws RecoveryRefusedException when the table is not empty, something was staged just now, or no manifest can
    ///         be gone on with; nothing was changed
    /// @throws StoreException           when a request failed; to be repeated
    public RecoverySummary recover(Deadline deadline) {
        Staged staged = Staged.list(settings.stream(), staging);
        requireQuiet(staged);
        Optional<FlushState> state = index.state();
        boolean committed = state.map(FlushState::version).orElse(0L) > 0;
        RecoveryMark.Standing standing = mark.read();
        Choice choice = committed ? named(state.orElseThrow(), staged) : manifests.choose(staged);
        return switch (standing.progress()) {
            case NONE -> {
                requireNothing(state, shards(choice));
                mark.write(RecoveryMark.Standing.BEGUN);
                yield write(staged, choice, state, deadline);
            }
            case BEGUN -> committed ? ended(staged, choice) : write(staged, choice, state, deadline);
            case OPEN -> committed || choice.chosen().isEmpty()
                    ? takeWhatWasUnreadable(staged, choice, standing)
                    : write(staged, choice, state, deadline);
            case ENDED -> summary(staged, choice, new Written());
        };
    }

    /// The state is written last: with it all is.
    private RecoverySummary ended(Staged staged, Choice choice) {
        mark.write(RecoveryMark.Standing.ENDED);
        return summary(staged, choice, new Written());
    }

    private RecoverySummary write(Staged staged, Choice choice, Optional<FlushState> state, Deadline deadline) {
        Tails tails = Tails.of(settings.stream(), missing(staged, choice), staged.accepted(),
                segment -> read(segment, staged), workers, deadline);
        if (!tails.complete()) {
            return summary(staged, choice, Written.unfinished(tails.unreadable()));
        }
        TakenStretches taken = new TakenStretches(positions(choice), tails.entries());
        taken.positions().forEach(index::putIfAbsent);
        Map<ObjectKey, String> unreadable = new TreeMap<>(tails.unreadable());
        if (!putReceipts(staged, choice, tails, unreadable, deadline)) {
            return summary(staged, choice, Written.unfinished(unreadable));
        }
        index.useShards(shards(choice));
        Written written = putEntries(tails, taken, deadline);
        written.unreadable = unreadable;
        if (!written.complete) {
            return summary(staged, choice, written);
        }
        if (!unreadable.isEmpty()) {
            mark.write(open(unreadable.keySet()));
        }
        choice.chosen().ifPresent(chosen -> commit(state, chosen));
        if (unreadable.isEmpty()) {
            mark.write(RecoveryMark.Standing.ENDED);
        }
        return summary(staged, choice, written);
    }

    /// Before any entry: what is folded stays known when it comes again.
    private boolean putReceipts(Staged staged, Choice choice, Tails tails, Map<ObjectKey, String> unreadable,
            Deadline deadline) {
        LostReceipts receipts = receipts();
        return receipts.ofStaged(tails.told(), deadline) && switch (settings.released()) {
            case DELETED -> true;
            case KEPT -> receipts.ofFolded(LostReceipts.folded(staged, choice), segment -> read(segment, staged),
                    unreadable, deadline);
        };
    }

    private LostReceipts receipts() {
        return new LostReceipts(settings.stream(), index, workers, clock.instant().plus(Receipts.OBJECTS_KEPT_FOR));
    }

    /// Takes the segments that an earlier recovery could not read and that can be read now; the stream may have gone on
    /// since.
    private RecoverySummary takeWhatWasUnreadable(Staged staged, Choice choice, RecoveryMark.Standing standing) {
        requireNoEntries(shards(choice),
                " while segments are to be taken that a recovery could not read. Let the flusher"
                        + " fold them ({\"drain\":true}), and recover again");
        LeftSegments left = new LeftSegments(settings.stream(), staging, index, segment -> read(segment, staged),
                receipts());
        Written written = new Written();
        Map<ObjectKey, String> unreadable = left.take(standing.unreadable(), staged, choice, entry -> {
            index.put(entry);
            written.entries++;
            written.records += entry.records();
        });
        written.unreadable = unreadable;
        mark.write(unreadable.isEmpty() ? RecoveryMark.Standing.ENDED : open(unreadable.keySet()));
        return summary(staged, choice, written);
    }

    private static RecoveryMark.Standing open(Set<ObjectKey> unreadable) {
        if (unreadable.size() > UNREADABLE_MAX) {
            throw new RecoveryRefusedException(unreadable.size() + " segments cannot be read, the first of them "
                    + unreadable.iterator().next() + ": more than " + UNREADABLE_MAX
                    + " are not remembered. Restore the"
                    + " segments from a copy, or move those that are to be given up out of their folder, and recover "
                    + "again");
        }
        return new RecoveryMark.Standing(RecoveryProgress.OPEN, unreadable);
    }

    private static FoldedStretches positions(Choice choice) {
        return choice.chosen().map(each -> each.manifest().positions()).orElse(FoldedStretches.EMPTY);
    }

    private int shards(Choice choice) {
        return Math.max(choice.chosen().map(each -> each.manifest().shardCount()).orElse(1), settings.shardCount());
    }

    private void requireQuiet(Staged staged) {
        Instant quietSince = clock.instant().minus(settings.quietFor());
        staged.newest().filter(newest -> newest.modified().isAfter(quietSince)).ifPresent(newest -> {
            throw new RecoveryRefusedException(newest.key() + " was staged at " + newest.modified()
                    + ": the functions of stream " + settings.stream() + " may be at work. Stop them, wait for "
                    + settings.quietFor().toMinutes() + " minutes, and recover then");
        });
    }

    /// A run that was stalled may have begun the stream anew, which says nothing of it.
    private void requireNothing(Optional<FlushState> state, int shards) {
        state.filter(found -> found.version() > 0).ifPresent(found -> {
            throw new RecoveryRefusedException("The table holds the state of stream " + settings.stream() + ", version "
                    + found.version() + ", which names " + found.manifest()
                    + ": a table is recovered only where it holds"
                    + " nothing of the stream. If it is damaged or restored to an earlier point, make an empty one "
                    + "first"
                    + " (docs/operations.md, Disaster recovery)");
        });
        requireNoEntries(shards, ": a table is recovered only where it holds nothing of the stream."
                + " Stop the functions and make an empty one first (docs/operations.md, Disaster recovery)");
    }

    private void requireNoEntries(int shards, String remedy) {
        for (int shard = 0; shard < Math.max(shards, index.shardsUsed()); shard++) {
            var page = index.read(new Shard(shard), Optional.empty());
            if (!page.entries().isEmpty() || !page.damaged().isEmpty()) {
                throw new RecoveryRefusedException("The table holds entries of stream " + settings.stream()
                        + " in shard " + shard + remedy);
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
    private void commit(Optional<FlushState> state, Candidate chosen) {
        FlushState next = new FlushState(chosen.manifest().version(), chosen.key());
        try {
            if (index.commit(state, next) == BufferIndex.Commit.COMMITTED) {
                return;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
        if (!index.state().equals(Optional.of(next))) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "the state of stream " + settings.stream()
                    + " is not the one that was just written: it was not, or somebody else wrote another; recover "
                    + "again");
        }
    }

    /// The segments of each batch that has to be folded yet: the one that was staged last comes first, as entries name
    /// it.
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

    private Told read(SegmentId segment, Staged staged) {
        return entries.read(segment, Objects.requireNonNull(staged.segments().get(segment)));
    }

    private static final class Written {
        private int entries;
        private int positions;
        private long records;
        private boolean complete = true;
        private Map<ObjectKey, String> unreadable = Map.of();

        static Written unfinished(Map<ObjectKey, String> unreadable) {
            Written written = new Written();
            written.complete = false;
            written.unreadable = unreadable;
            return written;
        }
    }

    private Written putEntries(Tails tails, TakenStretches taken, Deadline deadline) {
        Written written = new Written();
        written.positions = taken.positions().size();
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
                written.entries, written.records, written.positions,
                written.unreadable.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList(),
                staged.strangers(),
                written.complete);
    }
}
