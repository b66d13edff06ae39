package io.sluice.recover;

import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Receipts;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.FoldedRanges;
import io.sluice.manifest.Planner;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Makes a buffer's index again of its staging bucket, after the table was lost: the positions of numbered sources, the
/// number of shards, an entry for each staged batch that was not folded, and the state item.
///
/// The positions come first, so that nobody can stage what lies below them; the state comes last, so that nobody can
/// fold a part of the entries: a flush run that finds no state, and manifests, refuses.
///
/// To be run while the stream's functions are stopped, on a table that holds nothing of the stream. One that is killed
/// is run again: it carries on, and one that has ended writes nothing again. Safe for concurrent use.
public final class Recovery {
    static final int ENTRIES_AT_ONCE = 500;
    /// The number of unreadable segments that the mark has room for.
    private static final int UNREADABLE_MAX = 1_000;

    private final RecoverySettings settings;
    private final Buffer buffer;
    private final RecoveryMark mark;
    private final Workers workers;
    private final InstantSource clock;
    private final ManifestChoice manifests;
    private final EntryOfSegment entries;
    private final Optional<LandingLog> landings;

    public Recovery(RecoverySettings settings, Buffer buffer, ObjectStore data,
            RecoveryMark mark, Workers workers, InstantSource clock) {
        this.settings = settings;
        this.buffer = buffer;
        this.mark = mark;
        this.workers = workers;
        this.clock = clock;
        this.manifests = new ManifestChoice(settings, buffer, data, workers);
        this.entries = new EntryOfSegment(buffer, settings.shardCount());
        this.landings = settings.landings() ? Optional.of(new LandingLog(buffer)) : Optional.empty();
    }

    /// How far it is.
    RecoveryProgress progress() {
        return mark.read().progress();
    }

    /// Tests whether it has gone through all segments, and all that is left of it could not be read.
    boolean isThrough() {
        return switch (progress()) {
            case NONE, BEGUN -> false;
            case OPEN -> {
                Optional<FlushState> state = buffer.index().state();
                yield isCommitted(state)
                        || choice(state, StagedBucket.list(buffer), RecoveryProgress.OPEN).chosen().isEmpty();
            }
            case ENDED -> true;
        };
    }

    /// Asks for all that [#recover] would refuse to begin for, and changes nothing. One that has begun may go on.
    ///
    /// @throws RecoveryRefusedException as [#recover]
    void requireThatItMayBegin() {
        if (progress() == RecoveryProgress.NONE) {
            StagedBucket staged = StagedBucket.list(buffer);
            requireQuiet(staged);
            Optional<FlushState> state = buffer.index().state();
            requireNothing(state, shards(choice(state, staged, RecoveryProgress.NONE)));
        }
    }

    /// Says that it has begun, before [#recover] is asked for: from then on the table is not taken for whole.
    void begin() {
        mark.write(RecoveryMark.Standing.BEGUN);
    }

    /// Recovers, or carries on with a recovery that was killed.
    ///
    /// @throws RecoveryRefusedException when the table is not empty, something was staged just now, or no manifest can
    ///         be gone on with; nothing was changed
    /// @throws StoreException           when a request failed; to be repeated
    public RecoverySummary recover(Deadline deadline) {
        return recover(deadline, Unreadable.TAKEN);
    }

    /// The same, but what could not be read stays so: nobody flushes the buffer before all of its stream are gone
    /// through, and before that none of it can be taken.
    RecoverySummary goThrough(Deadline deadline) {
        return recover(deadline, Unreadable.LEFT);
    }

    /// What becomes of segments that could not be read when it was their turn.
    private enum Unreadable {
        TAKEN, LEFT
    }

    private RecoverySummary recover(Deadline deadline, Unreadable unreadable) {
        StagedBucket staged = StagedBucket.list(buffer);
        RecoveryMark.Standing standing = mark.read();
        if (standing.cursor().isEmpty()) {
            requireQuiet(staged);
        }
        Optional<FlushState> state = buffer.index().state();
        boolean committed = isCommitted(state);
        Choice choice = choice(state, staged, standing.progress());
        SegmentPass pass = new SegmentPass(settings, choice,
                standing.progress() == RecoveryProgress.OPEN ? standing.unreadable() : Set.of(), buffer, mark, workers,
                receipts());
        return switch (standing.progress()) {
            case NONE -> {
                requireNothing(state, shards(choice));
                mark.write(RecoveryMark.Standing.BEGUN);
                yield write(staged, choice, state, pass, RecoveryMark.Standing.BEGUN, deadline);
            }
            case BEGUN -> committed
                    ? ended(staged, choice)
                    : write(staged, choice, state, pass, standing, deadline);
            case OPEN -> committed || choice.chosen().isEmpty()
                    ? unreadable == Unreadable.TAKEN
                            ? takeWhatWasUnreadable(staged, choice, standing)
                            : left(staged, choice, standing)
                    : write(staged, choice, state, pass, RecoveryMark.Standing.BEGUN, deadline);
            case ENDED -> summary(staged, choice, new Written());
        };
    }

    private static boolean isCommitted(Optional<FlushState> state) {
        return state.map(FlushState::version).orElse(0L) > 0;
    }

    private Choice choice(Optional<FlushState> state, StagedBucket staged, RecoveryProgress progress) {
        return isCommitted(state)
                ? named(state.orElseThrow(), staged)
                : manifests.choose(staged, progress == RecoveryProgress.NONE
                        ? ManifestChoice.Look.FIRST
                        : ManifestChoice.Look.AGAIN);
    }

    /// The state is written last: with it all is.
    private RecoverySummary ended(StagedBucket staged, Choice choice) {
        mark.write(RecoveryMark.Standing.ENDED);
        return summary(staged, choice, new Written());
    }

    private RecoverySummary write(StagedBucket staged, Choice choice, Optional<FlushState> state, SegmentPass pass,
            RecoveryMark.Standing standing, Deadline deadline) {
        landings.ifPresent(log -> choice.chosen().ifPresent(chosen -> announce(chosen, log)));
        boolean complete = pass.run(standing, deadline);
        if (!complete) {
            return summary(staged, choice, Written.by(pass, false));
        }
        TakenRanges taken = new TakenRanges(positions(choice), pass.numbered(),
                entry -> isAfter(choice, pass.modified(entry.segment())));
        taken.positions().forEach(buffer.index()::putIfAbsent);
        Map<ObjectKey, String> unreadable = pass.unreadable();
        taken.undecided().forEach((entry, why) -> unreadable.put(entry.segment().key(buffer.name()), why));
        requireFew(unreadable.keySet());
        buffer.index().useShards(shards(choice, pass.numbered()));
        complete = pass.put(pass.numbered().stream().flatMap(each -> taken.taken(each).stream()).toList(), deadline);
        Written written = Written.by(pass, complete);
        written.positions = taken.positions().size();
        if (!complete) {
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

    /// Says what landed with the commit that is gone on with, also that nothing did: whoever made another manifest of
    /// that version current, and is alive, can't say it any more.
    private void announce(Candidate chosen, LandingLog log) {
        chosen.manifest().landed().map(landed -> new Landing(chosen.manifest().version(), chosen.key(), landed))
                .filter(landing -> !log.put(landing).equals(landing)).ifPresent(landing -> {
                    throw new StoreException(StoreException.Kind.UNAVAILABLE,
                            "what landed with version " + landing.version() + " of stream " + buffer.name()
                                    + " was said meanwhile, of another manifest than " + landing.cause().name()
                                    + ", which was about to be gone on with: somebody is at work. Recover again");
                });
    }

    private LostReceipts receipts() {
        return new LostReceipts(buffer, clock.instant().plus(Receipts.OBJECTS_KEPT_FOR));
    }

    private RecoverySummary left(StagedBucket staged, Choice choice, RecoveryMark.Standing standing) {
        Written written = new Written();
        Map<ObjectKey, String> unreadable = new TreeMap<>();
        standing.unreadable().forEach(key -> unreadable.put(key, SegmentPass.UNREADABLE_THEN));
        written.unreadable = unreadable;
        return summary(staged, choice, written);
    }

    /// Takes the segments that an earlier recovery could not read and that can be read now; the stream may have gone on
    /// since.
    private RecoverySummary takeWhatWasUnreadable(StagedBucket staged, Choice choice, RecoveryMark.Standing standing) {
        requireNoEntries(shards(choice),
                " while segments are to be taken that a recovery could not read. Let the flusher"
                        + " fold them ({\"drain\":true}), and recover again");
        LeftSegments left = new LeftSegments(buffer, entries,
                receipts());
        Written written = new Written();
        Map<ObjectKey, String> unreadable = left.take(standing.unreadable(), staged, choice, entry -> {
            buffer.index().put(entry);
            written.entries++;
            written.records += entry.records();
        });
        written.unreadable = unreadable;
        mark.write(unreadable.isEmpty() ? RecoveryMark.Standing.ENDED : open(unreadable.keySet()));
        return summary(staged, choice, written);
    }

    private static RecoveryMark.Standing open(Set<ObjectKey> unreadable) {
        requireFew(unreadable);
        return new RecoveryMark.Standing(RecoveryProgress.OPEN, unreadable);
    }

    /// @throws RecoveryRefusedException when they are more than are remembered
    static void requireFew(Set<ObjectKey> unreadable) {
        if (unreadable.size() > UNREADABLE_MAX) {
            throw new RecoveryRefusedException(unreadable.size() + " segments cannot be read, the first of them "
                    + unreadable.iterator().next() + ": more than " + UNREADABLE_MAX
                    + " are not remembered. Restore the"
                    + " segments from a copy, or move those that are to be given up out of their folder, and recover "
                    + "again");
        }
    }

    private static FoldedRanges positions(Choice choice) {
        return choice.chosen().map(each -> each.manifest().positions()).orElse(FoldedRanges.EMPTY);
    }

    /// Whether whoever staged something then read its position long after the manifest was committed.
    private static boolean isAfter(Choice choice, Instant staged) {
        return choice.chosen().map(each -> each.modified().plus(Planner.WRITERS_OUTLIVED).isBefore(staged))
                .orElse(false);
    }

    private int shards(Choice choice) {
        return Math.max(choice.chosen().map(each -> each.manifest().shardCount()).orElse(1), settings.shardCount());
    }

    /// Whoever staged those goes on to do so, in as many.
    private int shards(Choice choice, List<IndexEntry> staged) {
        return Math.max(shards(choice),
                staged.stream().mapToInt(IndexEntry::shardCount).max().orElse(1));
    }

    /// Where somebody made sure it is not asked for: a look at each of millions of segments may take longer than an
    /// invocation has.
    private void requireQuiet(StagedBucket staged) {
        if (settings.quietFor().isZero()) {
            return;
        }
        Instant quietSince = clock.instant().minus(settings.quietFor());
        staged.stagedAfter(quietSince).ifPresent(newest -> {
            throw new RecoveryRefusedException(newest.key() + " was staged at " + newest.modified()
                    + ": the functions of stream " + buffer.name() + " may be at work. Stop them, wait for "
                    + settings.quietFor().toMinutes() + " minutes, and recover then");
        });
    }

    /// A run that was stalled may have begun the stream anew, which says nothing of it.
    private void requireNothing(Optional<FlushState> state, int shards) {
        state.filter(found -> found.version() > 0).ifPresent(found -> {
            throw new RecoveryRefusedException("The table holds the state of stream " + buffer.name() + ", version "
                    + found.version() + ", which names " + found.manifest()
                    + ": a table is recovered only where it holds"
                    + " nothing of the stream. If it is damaged or restored to an earlier point, make an empty one "
                    + "first"
                    + " (docs/how-to/operations.md, Disaster recovery)");
        });
        requireNoEntries(shards, ": a table is recovered only where it holds nothing of the stream."
                + " Stop the functions and make an empty one first (docs/how-to/operations.md, Disaster recovery)");
    }

    private void requireNoEntries(int shards, String remedy) {
        for (int shard = 0; shard < Math.max(shards, buffer.index().shardsUsed()); shard++) {
            var page = buffer.index().read(new Shard(shard), Optional.empty());
            if (!page.entries().isEmpty() || !page.damaged().isEmpty()) {
                throw new RecoveryRefusedException("The table holds entries of stream " + buffer.name()
                        + " in shard " + shard + remedy);
            }
        }
    }

    /// The choice of an earlier recovery, or of a flush run that did not wait for its end.
    private Choice named(FlushState state, StagedBucket staged) {
        ObjectInfo info = staged.manifests().stream().filter(each -> each.key().equals(state.manifest())).findFirst()
                .orElseThrow(() -> new StoreException(StoreException.Kind.MISSING, "manifest " + state.manifest()
                        + ", which the state item names, is not there: a flush run is at work; recover again"));
        return new Choice(Optional.of(manifests.read(info)), Choice.Why.NAMED_BY_THE_STATE);
    }

    /// A conflict and an unknown outcome may be this very write, or another recovery's.
    private void commit(Optional<FlushState> state, Candidate chosen) {
        FlushState next = new FlushState(chosen.manifest().version(), chosen.key());
        try {
            if (buffer.index().commit(state, next) == BufferIndex.Commit.COMMITTED) {
                return;
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
        if (!buffer.index().state().equals(Optional.of(next))) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "the state of stream " + buffer.name()
                    + " is not the one that was just written: it was not, or somebody else wrote another; recover "
                    + "again");
        }
    }

    private static final class Written {
        private int segments;
        private int entries;
        private int positions;
        private long records;
        private boolean complete = true;
        private Map<ObjectKey, String> unreadable = Map.of();
        private List<ObjectKey> strangers = List.of();

        static Written by(SegmentPass pass, boolean complete) {
            Written written = new Written();
            written.segments = pass.segments();
            written.entries = pass.entries();
            written.records = pass.records();
            written.unreadable = pass.unreadable();
            written.strangers = pass.strangers();
            written.complete = complete;
            return written;
        }
    }

    private RecoverySummary summary(StagedBucket staged, Choice choice, Written written) {
        return new RecoverySummary(choice.chosen().map(Candidate::key), choice.why().text(),
                choice.chosen().map(each -> each.manifest().version()).orElse(0L),
                choice.chosen().map(each -> each.manifest().deliveries().size()).orElse(0), written.segments,
                written.entries, written.records, written.positions,
                written.unreadable.entrySet().stream()
                        .map(each -> LeftSegments.segment(each.getKey(), buffer.name()) + ": " + each.getValue())
                        .toList(),
                Stream.concat(written.strangers.stream(), staged.strangers().stream()).toList(), written.complete);
    }
}
