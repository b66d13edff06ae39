package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.index.RecoveryProgress;
import io.sluice.index.Shard;
import io.sluice.landing.Completeness;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.landing.Waiting;
import io.sluice.landing.Waiting.Stage;
import io.sluice.manifest.ChunkRef;
import io.sluice.manifest.Delivery;
import io.sluice.manifest.Manifest;
import io.sluice.manifest.PendingPartition;
import io.sluice.work.Deadline;
import io.sluice.work.OutOfTimeException;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reads until when a buffer is complete. It writes nothing, and may be at work beside any number of runs. Safe for
/// concurrent use.
///
/// A record goes from its entry to the manifest, which names its chunk as pending, then in a delivery, and from there
/// to the landing of the commit that saw its object. So the index is read first, then the state and its manifest, and
/// the landing last. Take a record whose entry was put before the reading began:
///
/// - Its entry was there when its shard was read, all the time that took, as entries do not move: it was seen, since
///   reads are consistent and all pages were read. Where the manifest that was read later has its batch folded, it is
///   as below; else it waits as it is, and its arrival bounds the time.
/// - Or its entry was gone by then. Entries are deleted only after a commit that folded them (or an earlier one did),
///   and the state was read after: the manifest is of that commit, or of one that followed.
///
/// A manifest that has the batch folded has the record's chunk as pending or in an open delivery, and the arrival is
/// seen; or a commit up to this one saw its object written. Of an earlier commit than the manifest's the landing stands
/// ([ManifestLog#commit] puts it before the next), and of its own it is looked for here: where it is missing, the
/// objects of that commit count as waiting.
///
/// The shards are those that were ever made known before an entry was put into them, read after the reading began, and
/// those of the manifest, which knows them though the table was made again. A table that is lost on the way is told as
/// one that was lost before: by the state, its manifests and the recovery's mark, which is read before and after.
///
/// See `docs/decisions/0122-complete-until.md`.
public final class CompletenessReader {
    /// Entries of a shard that are held, the oldest: where all of these are folded and not deleted yet, the next one
    /// counts as waiting.
    static final int ENTRIES_HELD = 1_000;

    /// Time that is left to whoever asked.
    private static final Duration TIME_LEFT = Duration.ofSeconds(30);

    private final int shardCount;
    private final Workers workers;
    private final Deadline deadline;

    /// @param shardCount the configured one
    public CompletenessReader(int shardCount, Workers workers) {
        this(shardCount, workers, Deadline.NONE);
    }

    /// @param shardCount the configured one
    /// @param deadline   half a minute before it a reading ends without an answer
    public CompletenessReader(int shardCount, Workers workers, Deadline deadline) {
        this.shardCount = shardCount;
        this.workers = workers;
        this.deadline = deadline;
    }

    /// Reads a buffer: its recovery's mark twice, each page of each shard, the state and the manifest as a run does,
    /// and the landing of that.
    ///
    /// @param start epoch milliseconds, by a clock that was read before anything else was: before it was known, too,
    ///        which buffers there are
    /// @throws io.sluice.objects.StoreException when a request failed
    /// @throws OutOfTimeException               when there are more entries than there is time to read
    public Completeness read(Buffer buffer, long start) {
        try {
            return new Reading(buffer).read(start);
        } catch (MalformedEncodingException | TableLostException e) {
            return new Completeness.Unknown(List.of(String.valueOf(e.getMessage())));
        }
    }

    private final class Reading {
        private final Buffer buffer;
        private final BufferIndex index;

        Reading(Buffer buffer) {
            this.buffer = buffer;
            this.index = buffer.index();
        }

        Completeness read(long start) {
            return read(start, Math.max(shardCount, index.shardsUsed()));
        }

        private Completeness read(long start, int shardsKnown) {
            RecoveryProgress recovery = index.recovery();
            List<ShardLook> shards = workers.map(
                    IntStream.range(0, shardsKnown).mapToObj(Shard::new).toList(), this::look);
            ManifestLog.Current current = current();
            Manifest manifest = current.manifest();
            if (manifest.shardCount() > shardsKnown) {
                return read(start, manifest.shardCount());
            }
            List<String> unread = Stream.concat(shards.stream().flatMap(each -> each.damaged.stream()),
                    recovering(recovery, index.recovery()).stream()).toList();
            if (!unread.isEmpty()) {
                return new Completeness.Unknown(unread);
            }
            Completeness.Until until = Completeness.Until.allOf(start);
            for (Optional<Waiting> each : List.of(staged(shards, manifest), pending(manifest), open(manifest),
                    untold(current.landing()))) {
                until = each.map(until::behind).orElse(until);
            }
            return until;
        }

        /// Of a stream that nothing was committed of, the table may be lost.
        private ManifestLog.Current current() {
            ManifestLog.Current current = new ManifestLog(buffer).load();
            if (current.manifest().version() == 0) {
                new LostTable(buffer).requireTable();
            }
            return current;
        }

        private Optional<String> recovering(RecoveryProgress before, RecoveryProgress after) {
            boolean whole = after == RecoveryProgress.NONE || after == RecoveryProgress.ENDED;
            return whole && before == after
                    ? Optional.empty()
                    : Optional.of("the index of " + buffer.name() + " is being made again, or was and without all that"
                            + " is staged: look again when its recovery has ended");
        }

        private ShardLook look(Shard shard) {
            List<EntryKey> oldest = new ArrayList<>();
            List<String> damaged = new ArrayList<>();
            Optional<EntryKey> after = Optional.empty();
            do {
                if (deadline.leavesLessThan(TIME_LEFT)) {
                    throw new OutOfTimeException("the index of " + buffer.name()
                            + " has more entries than there is time"
                            + " to read, so that it is not known until when the stream is complete: they wait to be"
                            + " folded, or cannot be deleted");
                }
                EntryPage page = index.read(shard, after);
                page.entries().stream().map(IndexEntry::key).limit(ENTRIES_HELD + 1L - oldest.size())
                        .forEach(oldest::add);
                damaged.addAll(page.damaged());
                after = page.after();
            } while (after.isPresent());
            return new ShardLook(oldest, damaged);
        }

        private Optional<Waiting> staged(List<ShardLook> shards, Manifest manifest) {
            Set<EntryKey> folded = new FoldedObjects(buffer, workers).among(manifest.folded(),
                    shards.stream().flatMap(each -> each.oldest.stream().limit(ENTRIES_HELD)).toList()).folded();
            return oldest(shards.stream().flatMap(each -> each.oldest.stream()).filter(key -> !folded.contains(key)),
                    EntryKey::oldestArrival)
                    .map(key -> new Waiting(buffer.name(), Stage.STAGED, key.sortKey(), key.oldestArrival()));
        }

        private Optional<Waiting> pending(Manifest manifest) {
            Optional<Waiting> oldest = Optional.empty();
            for (PendingPartition each : manifest.pending()) {
                long arrival = arrival(each.chunks());
                if (oldest.isEmpty() || arrival < oldest.get().arrival()) {
                    oldest = Optional.of(new Waiting(buffer.name(), Stage.PENDING,
                            each.partition().prefix().text(), arrival));
                }
            }
            return oldest;
        }

        private Optional<Waiting> open(Manifest manifest) {
            return oldest(manifest.deliveries().stream(), Delivery::oldestArrival)
                    .map(each -> new Waiting(buffer.name(), Stage.DELIVERY, each.key().value(), each.oldestArrival()));
        }

        private Optional<Waiting> untold(Optional<Landing> landing) {
            return landing.filter(each -> !new LandingLog(buffer).find(each.version()).equals(landing))
                    .flatMap(each -> oldest(each.landed().objects().stream(), LandedObject::oldestArrival))
                    .map(each -> new Waiting(buffer.name(), Stage.OBJECT, each.key().value(), each.oldestArrival()));
        }
    }

    private static long arrival(List<ChunkRef> chunks) {
        return chunks.stream().mapToLong(ChunkRef::oldestArrival).min().orElse(Long.MAX_VALUE);
    }

    private static <T> Optional<T> oldest(Stream<T> all, ToLongFunction<T> arrival) {
        return all.min(Comparator.comparingLong(arrival));
    }

    /// What was read of a shard.
    ///
    /// @param oldest of its entries, one more than are held for certain
    private record ShardLook(List<EntryKey> oldest, List<String> damaged) {}
}
