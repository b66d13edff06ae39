package io.sluice.flush;

import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.FlushState;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.Manifest;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Removes staged objects that nothing refers to: segments whose invocation died before its index entry or whose
/// clean-up did, manifests that lost their commit. Safe at any time, next to any number of runs; safe for concurrent
/// use.
///
/// Only what is older than the retry window is looked at, so that nobody is alive who could still come to refer to it.
/// Of that, whatever an index entry or the current manifest names stays. The index is read first and the manifest then:
/// a batch that is folded in between was seen as an entry, and one whose entry was gone already is in the manifest, or
/// is delivered.
public final class Sweep {
    /// For clocks that differ, and for invocations that began at the end of the retry window.
    private static final Duration MARGIN = Duration.ofHours(1);
    /// Time that reading the index and deleting may take.
    private static final Duration STEP_TIME = Duration.ofSeconds(30);
    /// Keys held at once.
    private static final int CANDIDATES_MAX = 20_000;

    private final FlushSettings settings;
    private final ObjectStore staging;
    private final BufferIndex index;
    private final ManifestLog log;
    private final LostTable lost;
    private final InstantSource clock;

    public Sweep(FlushSettings settings, ObjectStore staging, BufferIndex index, InstantSource clock) {
        this.settings = settings;
        this.staging = staging;
        this.index = index;
        this.log = new ManifestLog(settings.stream(), staging, index);
        this.lost = new LostTable(settings.stream(), staging, index);
        this.clock = clock;
    }

    /// What a sweep removed.
    ///
    /// @param segments   segments removed
    /// @param manifests  manifests removed
    /// @param unreadable index entries that cannot be read; while there are any, no segment is removed, since they may
    ///     name it
    /// @param complete   false when time ran out; the next sweep starts over
    public record Summary(int segments, int manifests, int unreadable, boolean complete) {
        /// Of two buffers.
        public Summary and(Summary other) {
            return new Summary(segments + other.segments, manifests + other.manifests, unreadable + other.unreadable,
                    complete && other.complete);
        }
    }

    /// @throws TableLostException when the table does not hold the stream any more, or a recovery of it has not ended:
    ///         an entry that is still to be written may name what looks like garbage
    /// @throws io.sluice.objects.StoreException when a request failed; what was removed by then was in nobody's way
    public Summary sweep(Deadline deadline) {
        return new Run(deadline).sweep();
    }

    private final class Run {
        private final Deadline deadline;
        private final Instant before = clock.instant().minus(settings.plan().foldedFor()).minus(MARGIN);
        private int segments;
        private int manifests;
        private int unreadable;
        private boolean complete = true;

        Run(Deadline deadline) {
            this.deadline = deadline;
        }

        Summary sweep() {
            requireTable();
            candidates(SegmentId.prefix(settings.stream()), this::removeSegments);
            candidates(Manifest.prefix(settings.stream()), this::removeManifests);
            return new Summary(segments, manifests, unreadable, complete);
        }

        /// Asked before anything is read, and again after all of it was: what is read in between, a stream that goes on
        /// has written.
        private void requireTable() {
            switch (index.recovery()) {
                case NONE, ENDED -> {
                }
                case BEGUN ->
                    throw new TableLostException(settings.stream(), "a recovery of it has begun and not ended");
                case OPEN ->
                    throw new TableLostException(settings.stream(),
                            "a recovery of it left out segments that could not be"
                                    + " read; restore them from a copy, or move them away, and recover again");
            }
            lost.requireTable();
        }

        /// Lists what is old enough under `prefix` and hands it on, many keys at a time.
        private void candidates(String prefix, Consumer<Set<ObjectKey>> remove) {
            Set<ObjectKey> old = new HashSet<>();
            String after = "";
            boolean more = true;
            while (more) {
                if (deadline.leavesLessThan(STEP_TIME)) {
                    complete = false;
                    return;
                }
                ObjectPage page = staging.list(prefix, after);
                for (ObjectInfo object : page.objects()) {
                    after = object.key().value();
                    if (object.modified().isBefore(before)) {
                        old.add(object.key());
                    }
                }
                more = page.more() && !page.objects().isEmpty();
                if (!old.isEmpty() && (!more || old.size() >= CANDIDATES_MAX)) {
                    remove.accept(old);
                    old.clear();
                }
            }
        }

        private void removeSegments(Set<ObjectKey> old) {
            removeWhatEntriesName(old);
            if (unreadable == 0) {
                for (SegmentId segment : log.load().manifest().segments().ids()) {
                    old.remove(segment.key(settings.stream()));
                    old.remove(segment.acceptedKey(settings.stream()));
                }
                segments += remove(old);
            }
        }

        private void removeManifests(Set<ObjectKey> old) {
            index.state().map(FlushState::manifest).ifPresent(old::remove);
            manifests += remove(old);
        }

        /// Asks for the table once more: one that was lost since it was asked first names nothing, and all would go.
        private int remove(Set<ObjectKey> keys) {
            if (!keys.isEmpty()) {
                requireTable();
                staging.delete(keys);
            }
            return keys.size();
        }

        private void removeWhatEntriesName(Set<ObjectKey> old) {
            int shards = Math.max(index.shardsUsed(), settings.plan().shardCount());
            for (int shard = 0; shard < shards; shard++) {
                Optional<EntryKey> after = Optional.empty();
                do {
                    EntryPage page = index.read(new Shard(shard), after);
                    for (IndexEntry entry : page.entries()) {
                        old.remove(entry.segment().acceptedKey(settings.stream()));
                        old.remove(entry.segment().key(settings.stream()));
                    }
                    unreadable += page.damaged().size();
                    after = page.after();
                } while (after.isPresent());
            }
        }
    }
}
