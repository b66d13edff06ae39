package io.sluice.flush;

import io.sluice.flush.SweepMark.Pass;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.SealedBatches;
import io.sluice.objects.ObjectKey;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Removes staged objects that nothing refers to: segments whose invocation died before its index entry or whose
/// clean-up did, manifests that lost their commit, objects of folded batches that no manifest names any more. Safe at
/// any time, next to any number of runs; safe for concurrent use.
///
/// Only what is older than the retry window is looked at, so that nobody is alive who could still come to refer to it.
/// Of that, whatever an index entry or the current manifest names stays. The index is read first and the manifest then:
/// a batch that is folded in between was seen as an entry, and one whose entry was gone already is in the manifest, or
/// is delivered.
///
/// It goes through the keys in their order, and says in its [mark][SweepMark] how far it is: what one invocation has no
/// time for, the next does. What is old and what is named each invocation finds out for itself. A pass always ends
/// before another begins at the first key, so no object is passed over for longer than two take.
public final class Sweep {
    /// Requests of one sweep that are under way at once: four thousand keys, as S3 deletes some 3,500 a second.
    public static final int REQUESTS_MAX = 4;
    /// For clocks that differ, and for invocations that began at the end of the retry window.
    private static final Duration MARGIN = Duration.ofHours(1);
    /// Time that deleting a share may take, after the index was read.
    private static final Duration DELETE_TIME = Duration.ofSeconds(15);
    /// A pass is due a day after the one before began, with what lies between two looks at the mark.
    private static final Duration EVERY = Duration.ofHours(23);
    /// Keys of one request.
    private static final int DELETED_AT_ONCE = 1_000;

    private final FlushSettings settings;
    private final Buffer buffer;
    private final SweepMark mark;
    private final ShareLimits limits;
    private final Workers workers;
    private final ManifestLog log;
    private final LostTable lost;
    private final InstantSource clock;
    private final Optional<LongSupplier> read;

    /// A sweep that begins at the first key each time, and sends one request after the other.
    public Sweep(FlushSettings settings, Buffer buffer, InstantSource clock) {
        this(settings, buffer, SweepMark.NONE, ShareLimits.USUAL, Workers.sequential(), clock);
    }

    /// @param workers [#REQUESTS_MAX] at once
    public Sweep(FlushSettings settings, Buffer buffer, SweepMark mark, ShareLimits limits, Workers workers,
            InstantSource clock) {
        this(settings, buffer, mark, limits, workers, clock, Optional.empty());
    }

    /// @param workers [#REQUESTS_MAX] at once
    /// @param read    the last landing that a reader has done with, which landings wait for, up to four times as long
    /// as they are kept; empty: there is none
    public Sweep(FlushSettings settings, Buffer buffer, SweepMark mark, ShareLimits limits, Workers workers,
            InstantSource clock, Optional<LongSupplier> read) {
        this.settings = settings;
        this.buffer = buffer;
        this.mark = mark;
        this.limits = limits;
        this.workers = workers;
        this.log = new ManifestLog(buffer);
        this.lost = new LostTable(buffer);
        this.clock = clock;
        this.read = read;
    }

    /// The bounds of what is gone through before the mark is moved.
    ///
    /// @param keysMax  keys held at once, but for a page more; at least 1
    /// @param pagesMax pages listed where little is old
    public record ShareLimits(int keysMax, int pagesMax) {
        public static final ShareLimits USUAL = new ShareLimits(20_000, 200);
    }

    /// The objects that a sweep removed.
    ///
    /// @param segments   segments removed
    /// @param manifests  manifests removed
    /// @param folded     objects of folded batches removed
    /// @param landings   landings removed
    /// @param unreadable index entries that cannot be read; while there are any, no segment is removed, since they may
    ///     name it
    /// @param complete   false when time ran out; the next sweep goes on
    public record Summary(int segments, int manifests, int folded, int landings, int unreadable, boolean complete) {
        /// Of two buffers.
        public Summary and(Summary other) {
            return new Summary(segments + other.segments, manifests + other.manifests, folded + other.folded,
                    landings + other.landings, unreadable + other.unreadable, complete && other.complete);
        }
    }

    /// Goes on with a pass that has not ended, or begins one.
    ///
    /// @throws TableLostException when the table does not hold the stream any more, or a recovery of it has not ended:
    ///         an entry that is still to be written may name what looks like garbage
    /// @throws io.sluice.objects.StoreException when a request failed; what was removed by then was in nobody's way
    public Summary sweep(Deadline deadline) {
        return new Run(deadline).sweep(pass(clock.instant()));
    }

    /// The same, but begins a pass only where the last one began long enough ago: it is asked often, since a pass may
    /// take several invocations. Where nothing is due it takes a read of the mark.
    ///
    /// @return empty when nothing is due
    public Optional<Summary> sweepWhenDue(Deadline deadline) {
        Instant now = clock.instant();
        Optional<Pass> last = pass(now);
        boolean due = last.map(each -> each.upTo().isPresent() || !each.begun().plus(EVERY).isAfter(now)).orElse(true);
        return due ? Optional.of(new Run(deadline).sweep(last)) : Optional.empty();
    }

    /// One that began in the future, by a clock that was wrong, would never be over.
    private Optional<Pass> pass(Instant now) {
        return mark.pass().filter(each -> !each.begun().isAfter(now.plus(MARGIN)));
    }

    private final class Run {
        private final Deadline deadline;
        private final OldObjects old;
        private int segments;
        private int manifests;
        private int folded;
        private int landings;
        private int unreadable;

        Run(Deadline deadline) {
            this.deadline = deadline;
            this.old = olderThan(settings.plan().foldedFor().plus(MARGIN));
        }

        private OldObjects olderThan(Duration age) {
            return new OldObjects(buffer.staging(), clock.instant().minus(age), deadline, limits);
        }

        /// @param last the pass that may have to be gone on with
        Summary sweep(Optional<Pass> last) {
            requireTable();
            Pass pass = last.filter(each -> each.upTo().filter(this::isStaged).isPresent()).orElseGet(this::begun);
            boolean complete = part(pass, SealedBatches.prefix(buffer.name()), this::removeFolded)
                    && landings(pass) && part(pass, Manifest.prefix(buffer.name()), this::removeManifests)
                    && part(pass, SegmentId.prefix(buffer.name()), this::removeSegments);
            if (complete) {
                mark.keep(Pass.ended(pass.begun()));
            }
            return new Summary(segments, manifests, folded, landings, unreadable, complete);
        }

        /// What is damaged may be any text: a pass that goes on behind it would go through nothing.
        private boolean isStaged(String key) {
            return Stream.of(SealedBatches.prefix(buffer.name()), Landing.prefix(buffer.name()),
                    Manifest.prefix(buffer.name()), SegmentId.prefix(buffer.name())).anyMatch(key::startsWith);
        }

        private Pass begun() {
            Pass begun = new Pass(clock.instant(), Optional.of(SealedBatches.prefix(buffer.name())));
            mark.keep(begun);
            return begun;
        }

        /// Asked before anything is read, and again after all of it was: what is read in between, a stream that goes on
        /// has written.
        private void requireTable() {
            switch (buffer.index().recovery()) {
                case NONE, ENDED -> {
                }
                case BEGUN ->
                    throw new TableLostException(buffer.name(), "a recovery of it has begun and not ended");
                case OPEN ->
                    throw new TableLostException(buffer.name(),
                            "a recovery of it left out segments that could not be"
                                    + " read; restore them from a copy, or move them away, and recover again");
            }
            lost.requireTable();
        }

        /// Goes through what is under `prefix`; parts follow each other in the order of their keys. The next share is
        /// listed while one is removed.
        ///
        /// @param remove false when time ran out
        /// @return the same
        private boolean part(Pass pass, String prefix, Predicate<Set<ObjectKey>> remove) {
            return part(pass, prefix, old, remove);
        }

        private boolean landings(Pass pass) {
            return settings.plan().landingsKept().map(kept -> read
                    .map(upTo -> landings(pass, kept.multipliedBy(LandingLog.UNREAD_FACTOR), Long.MAX_VALUE)
                            && landings(pass, kept, upTo.getAsLong()))
                    .orElseGet(() -> landings(pass, kept, Long.MAX_VALUE))).orElse(true);
        }

        private boolean landings(Pass pass, Duration age, long upTo) {
            ObjectKey last = Landing.key(buffer.name(), upTo);
            return part(pass, Landing.prefix(buffer.name()), olderThan(age), candidates -> {
                candidates.removeIf(key -> key.compareTo(last) > 0);
                return removeLandings(candidates);
            });
        }

        private boolean part(Pass pass, String prefix, OldObjects old, Predicate<Set<ObjectKey>> remove) {
            String upTo = pass.upTo().orElse("");
            if (!upTo.startsWith(prefix) && upTo.compareTo(prefix) > 0) {
                return true;
            }
            Optional<OldObjects.Share> share = old.share(prefix, upTo.startsWith(prefix) ? upTo : "");
            while (share.isPresent()) {
                OldObjects.Share now = share.get();
                Supplier<Optional<OldObjects.Share>> next = now.more()
                        ? workers.ahead(() -> old.share(prefix, now.upTo()))
                        : Optional::empty;
                if (!now.keys().isEmpty() && !remove.test(now.keys())) {
                    return false;
                }
                if (!now.more() || unreadable > 0) {
                    return true;
                }
                mark.keep(pass.upTo(now.upTo()));
                share = next.get();
            }
            return false;
        }

        private boolean removeSegments(Set<ObjectKey> candidates) {
            int shards = Math.max(buffer.index().shardsUsed(), settings.plan().shardCount());
            List<Named> named = workers.map(IntStream.range(0, shards).mapToObj(Shard::new).toList(),
                    shard -> named(shard, candidates));
            named.forEach(each -> candidates.removeAll(each.segments));
            unreadable = named.stream().mapToInt(Named::unreadable).sum();
            if (named.stream().anyMatch(each -> !each.whole)) {
                return false;
            }
            if (unreadable > 0) {
                return true;
            }
            for (SegmentId segment : log.load().manifest().segments().ids()) {
                candidates.remove(segment.key(buffer.name()));
                candidates.remove(segment.acceptedKey(buffer.name()));
            }
            Optional<Integer> removed = remove(candidates);
            segments += removed.orElse(0);
            return removed.isPresent();
        }

        /// One of a later version than the state's is an attempt that may yet be told from a commit.
        private boolean removeManifests(Set<ObjectKey> candidates) {
            requireTable();
            Optional<FlushState> state = log.load().state();
            state.map(FlushState::manifest).ifPresent(candidates::remove);
            candidates.removeIf(key -> lost.isAbove(key, state));
            Optional<Integer> removed = remove(candidates);
            manifests += removed.orElse(0);
            return removed.isPresent();
        }

        /// No run can come to name one that old, since what it seals itself has a key of its own. What a run named that
        /// died before its commit stays: once the table is lost, a recovery takes its manifest.
        private boolean removeFolded(Set<ObjectKey> candidates) {
            ManifestLog.Current current = log.load();
            Stream.concat(Stream.of(current.manifest()), lost.attempts(current.state()).stream())
                    .flatMap(manifest -> manifest.folded().sealed().stream())
                    .forEach(each -> candidates.remove(each.key(buffer.name())));
            Optional<Integer> removed = remove(candidates);
            folded += removed.orElse(0);
            return removed.isPresent();
        }

        /// The last one stays: whoever finds it knows that nothing landed since, and no run puts it again.
        private boolean removeLandings(Set<ObjectKey> candidates) {
            Manifest manifest = log.load().manifest();
            ObjectKey last = Landing.key(buffer.name(),
                    manifest.landed().map(each -> each.last(manifest.version())).orElse(0L));
            candidates.removeIf(key -> key.compareTo(last) >= 0);
            Optional<Integer> removed = remove(candidates);
            landings += removed.orElse(0);
            return removed.isPresent();
        }

        /// Asks for the table once more: one that was lost since it was asked first names nothing, and all would go.
        ///
        /// @return empty when time ran out before
        private Optional<Integer> remove(Set<ObjectKey> keys) {
            if (!keys.isEmpty()) {
                requireTable();
                if (deadline.leavesLessThan(DELETE_TIME)) {
                    return Optional.empty();
                }
                List<ObjectKey> all = List.copyOf(keys);
                List<List<ObjectKey>> requests = new ArrayList<>();
                for (int from = 0; from < all.size(); from += DELETED_AT_ONCE) {
                    requests.add(all.subList(from, Math.min(all.size(), from + DELETED_AT_ONCE)));
                }
                workers.map(requests, request -> {
                    buffer.staging().delete(request);
                    return request.size();
                });
            }
            return Optional.of(keys.size());
        }

        /// The objects of a shard's entries.
        ///
        /// @param segments   of the candidates; and their words
        /// @param unreadable entries that cannot be read
        /// @param whole      false when time ran out
        private record Named(Set<ObjectKey> segments, int unreadable, boolean whole) {}

        private Named named(Shard shard, Set<ObjectKey> candidates) {
            Set<ObjectKey> named = new HashSet<>();
            int damaged = 0;
            Optional<EntryKey> after = Optional.empty();
            do {
                if (deadline.leavesLessThan(DELETE_TIME)) {
                    return new Named(named, damaged, false);
                }
                EntryPage page = buffer.index().read(shard, after);
                page.entries().stream().map(IndexEntry::segment)
                        .flatMap(each -> Stream.of(each.key(buffer.name()), each.acceptedKey(buffer.name())))
                        .filter(candidates::contains).forEach(named::add);
                damaged += page.damaged().size();
                after = page.after();
            } while (after.isPresent());
            return new Named(named, damaged, true);
        }
    }
}
