package io.sluice.flush;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.manifest.Arrivals;
import io.sluice.manifest.ArrivedBatch;
import io.sluice.manifest.FoldedBatches;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.segment.Directory;
import io.sluice.work.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Reads the batches that arrived since the last fold: all shards in parallel, oldest first, within a bound on memory.
/// What does not fit is read again after the fold of what does.
final class ArrivalReader {
    private static final int PAGES_AT_ONCE_MAX = 4;

    private final String stream;
    private final BufferIndex index;
    private final ObjectStore staging;
    private final Workers workers;
    private final long directoryBytesMax;

    ArrivalReader(String stream, BufferIndex index, ObjectStore staging, Workers workers, long directoryBytesMax) {
        this.stream = stream;
        this.index = index;
        this.staging = staging;
        this.workers = workers;
        this.directoryBytesMax = directoryBytesMax;
    }

    /// One reading of the index.
    ///
    /// @param unreadable what is wrong with each batch whose entry or directory could not be read; it stays in the
    ///     index
    record Reading(Arrivals arrivals, List<String> unreadable) {}

    /// The number of shards that ingest has ever put entries into.
    int shardsUsed() {
        return index.shardsUsed();
    }

    /// Goes on behind batches that cannot be read, until it has one that can: they would take up the bound in every
    /// reading, and hold up all that is younger.
    ///
    /// @param folded batches whose directories are not read any more: their segments may be gone
    Reading read(int shardCount, FoldedBatches folded) {
        List<Shard> shards = IntStream.range(0, shardCount).mapToObj(Shard::new).toList();
        List<ShardEntries> read = workers.map(shards, this::entries);
        List<IndexEntry> oldestFirst = read.stream().flatMap(shard -> shard.entries.stream())
                .sorted(Comparator.comparing((IndexEntry entry) -> entry.key().sortKey())
                        .thenComparing(entry -> entry.key().shard().number()))
                .toList();
        List<String> unreadable = new ArrayList<>();
        read.forEach(shard -> unreadable.addAll(shard.damaged));
        List<ArrivedBatch> batches = new ArrayList<>();
        List<IndexEntry> left = oldestFirst;
        while (batches.isEmpty() && !left.isEmpty()) {
            List<IndexEntry> fitting = fitting(left);
            for (Fetched fetched : workers.map(fitting, entry -> fetch(entry, folded))) {
                switch (fetched) {
                    case Fetched.Batch(ArrivedBatch batch) -> batches.add(batch);
                    case Fetched.Unreadable(String why) -> unreadable.add(why);
                }
            }
            left = left.subList(fitting.size(), left.size());
        }
        boolean all = left.isEmpty() && read.stream().allMatch(ShardEntries::complete);
        Arrivals.Coverage seen = unreadable.isEmpty() ? Arrivals.Coverage.ALL : Arrivals.Coverage.ALL_BUT_DAMAGED;
        return new Reading(new Arrivals(batches, all ? seen : Arrivals.Coverage.OLDEST), unreadable);
    }

    private record ShardEntries(List<IndexEntry> entries, List<String> damaged, boolean complete) {}

    private sealed interface Fetched {
        record Batch(ArrivedBatch batch) implements Fetched {}

        record Unreadable(String why) implements Fetched {}
    }

    private ShardEntries entries(Shard shard) {
        List<IndexEntry> entries = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        Optional<EntryKey> after = Optional.empty();
        for (int pages = 0; pages < PAGES_AT_ONCE_MAX; pages++) {
            EntryPage page = index.read(shard, after);
            entries.addAll(page.entries());
            damaged.addAll(page.damaged());
            after = page.after();
            if (after.isEmpty()) {
                break;
            }
        }
        return new ShardEntries(entries, damaged, after.isEmpty());
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

    private Fetched fetch(IndexEntry entry, FoldedBatches folded) {
        if (folded.contains(entry.batch())) {
            return new Fetched.Batch(new ArrivedBatch(entry, Directory.of(List.of())));
        }
        try {
            Directory directory = switch (entry.directory()) {
                case IndexEntry.DirectoryAt.Inline(Directory inline) -> inline;
                case IndexEntry.DirectoryAt.Tail(long offset, int length) -> Directory
                        .decode(staging.get(entry.segment().key(stream), new ByteRange(offset, length)));
            };
            return new Fetched.Batch(new ArrivedBatch(entry, directory));
        } catch (MalformedEncodingException e) {
            return new Fetched.Unreadable("segment " + entry.segment().key(stream) + ": " + e.getMessage());
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.MISSING) {
                throw e;
            }
            return new Fetched.Unreadable("index entry " + entry.key().sortKey() + " names segment "
                    + entry.segment().key(stream) + ", whose directory is not there: " + e.getMessage());
        }
    }
}
