package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.Buffer;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.ArrivedBatch;
import io.sluice.manifest.ArrivedBatches;
import io.sluice.manifest.FoldedBatches;
import io.sluice.objects.ByteRange;
import io.sluice.objects.StoreException;
import io.sluice.segment.Directory;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Reads the batches that arrived since the last fold: all shards in parallel, oldest first, within a bound on memory.
/// What does not fit is read again after the fold of what does.
final class ArrivalReader {
    private static final int PAGES_AT_ONCE_MAX = 4;
    /// Of all shards together, where each has not more than one: a page has up to a megabyte.
    private static final int PAGES_OF_ALL_SHARDS = 64;
    /// Entries of folded batches that are held, a kilobyte each at most, whatever a commit folds.
    private static final int REPEATS_MAX = 48 << 10;

    private final Buffer buffer;
    private final Workers workers;
    private final long directoryBytesMax;
    private final FoldedObjects foldedObjects;

    ArrivalReader(Buffer buffer, Workers workers, long directoryBytesMax) {
        this.buffer = buffer;
        this.workers = workers;
        this.directoryBytesMax = directoryBytesMax;
        this.foldedObjects = new FoldedObjects(buffer, workers);
    }

    /// One reading of the index.
    ///
    /// @param unreadable what is wrong with each batch whose entry or directory could not be read, or of which it is
    ///     not known whether it is folded; it stays in the index
    record Reading(ArrivedBatches arrivals, List<String> unreadable) {}

    /// The number of shards that ingest has ever put entries into.
    int shardsUsed() {
        return buffer.index().shardsUsed();
    }

    /// Goes on behind batches that cannot be read, until it has one that can: they would take up the bound in every
    /// reading, and hold up all that is younger.
    ///
    /// @param folded tells batches whose directories are not read any more: their segments may be gone
    Reading read(int shardCount, FoldedBatches folded) {
        List<Shard> shards = IntStream.range(0, shardCount).mapToObj(Shard::new).toList();
        int pagesMax = Math.clamp(PAGES_OF_ALL_SHARDS / shardCount, 1, PAGES_AT_ONCE_MAX);
        List<ShardEntries> read = workers.map(shards, shard -> entries(shard, Optional.empty(), pagesMax));
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        boolean all = take(read, folded, found);
        while (found.isNothing() && read.stream().anyMatch(each -> !each.complete())) {
            read = workers.map(read.stream().filter(each -> !each.complete()).toList(),
                    each -> entries(each.shard, each.after, pagesMax));
            all = take(read, folded, found);
        }
        ArrivedBatches.Coverage seen = found.unreadable.isEmpty()
                ? ArrivedBatches.Coverage.ALL
                : ArrivedBatches.Coverage.ALL_BUT_DAMAGED;
        return new Reading(
                new ArrivedBatches(found.batches, found.repeats, all ? seen : ArrivedBatches.Coverage.OLDEST),
                found.unreadable);
    }

    /// The batches of a reading so far, the entries of those that are folded, and the reasons why others stay.
    private record Found(List<ArrivedBatch> batches, List<IndexEntry> repeats, List<String> unreadable) {
        /// Entries of folded batches that cannot be deleted end a reading only where they are too many to be held.
        boolean isNothing() {
            return batches.isEmpty() && repeats.size() <= REPEATS_MAX;
        }
    }

    /// Takes the oldest of what was read, as much as fits.
    ///
    /// @return true when there was no more
    private boolean take(List<ShardEntries> read, FoldedBatches folded, Found found) {
        read.forEach(shard -> found.unreadable.addAll(shard.damaged));
        List<IndexEntry> left = read.stream().flatMap(shard -> shard.entries.stream())
                .sorted(Comparator.comparing((IndexEntry entry) -> entry.key().sortKey())
                        .thenComparing(entry -> entry.key().shard().number()))
                .toList();
        while (found.isNothing() && !left.isEmpty()) {
            List<IndexEntry> fitting = fitting(left);
            List<IndexEntry> fresh = fresh(fitting, folded, found.repeats, found.unreadable);
            for (Fetched fetched : workers.map(fresh, this::fetch)) {
                switch (fetched) {
                    case Fetched.Batch(ArrivedBatch batch) -> found.batches.add(batch);
                    case Fetched.Unreadable(String why) -> found.unreadable.add(why);
                }
            }
            left = left.subList(fitting.size(), left.size());
        }
        return left.isEmpty() && read.stream().allMatch(ShardEntries::complete);
    }

    /// Some pages of a shard.
    ///
    /// @param after where the next page begins; empty when there is none
    private record ShardEntries(Shard shard, List<IndexEntry> entries, List<String> damaged,
            Optional<EntryKey> after) {
        boolean complete() {
            return after.isEmpty();
        }
    }

    private sealed interface Fetched {
        record Batch(ArrivedBatch batch) implements Fetched {}

        record Unreadable(String why) implements Fetched {}
    }

    private ShardEntries entries(Shard shard, Optional<EntryKey> from, int pagesMax) {
        List<IndexEntry> entries = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        Optional<EntryKey> after = from;
        for (int pages = 0; pages < pagesMax; pages++) {
            EntryPage page = buffer.index().read(shard, after);
            entries.addAll(page.entries());
            damaged.addAll(page.damaged());
            after = page.after();
            if (after.isEmpty()) {
                break;
            }
        }
        return new ShardEntries(shard, entries, damaged, after);
    }

    /// The oldest entries whose directories fit the bound together; at least one.
    private List<IndexEntry> fitting(List<IndexEntry> oldestFirst) {
        long bytes = 0;
        for (int i = 0; i < oldestFirst.size(); i++) {
            bytes += switch (oldestFirst.get(i).directory()) {
                case IndexEntry.DirectoryAt.Inline(Directory directory) -> directory.bytes();
                case IndexEntry.DirectoryAt.Tail(_, int length) -> 4L * length;
            };
            if (bytes > directoryBytesMax && i > 0) {
                return oldestFirst.subList(0, i);
            }
        }
        return oldestFirst;
    }

    /// The entries of batches that are not folded.
    ///
    /// @param repeats    takes those that are
    /// @param unreadable takes why it is not known of others
    private List<IndexEntry> fresh(List<IndexEntry> entries, FoldedBatches folded, List<IndexEntry> repeats,
            List<String> unreadable) {
        FoldedObjects.Known known = foldedObjects.among(folded, entries.stream().map(IndexEntry::key).toList());
        unreadable.addAll(new TreeSet<>(known.undecided().values()));
        List<IndexEntry> fresh = new ArrayList<>();
        for (IndexEntry entry : entries) {
            if (known.folded().contains(entry.key())) {
                repeats.add(entry);
            } else if (!known.undecided().containsKey(entry.key())) {
                fresh.add(entry);
            }
        }
        return fresh;
    }

    private Fetched fetch(IndexEntry entry) {
        try {
            Directory directory = switch (entry.directory()) {
                case IndexEntry.DirectoryAt.Inline(Directory inline) -> inline;
                case IndexEntry.DirectoryAt.Tail(long offset, int length) -> Directory
                        .decode(buffer.staging().get(entry.segment().key(buffer.name()),
                                new ByteRange(offset, length)));
            };
            return new Fetched.Batch(new ArrivedBatch(entry, directory));
        } catch (MalformedEncodingException e) {
            return new Fetched.Unreadable("segment " + entry.segment().key(buffer.name()) + ": " + e.getMessage());
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return new Fetched.Unreadable("index entry " + entry.key().sortKey() + " names segment "
                    + entry.segment().key(buffer.name()) + ", whose directory is not there: " + e.getMessage());
        }
    }
}
