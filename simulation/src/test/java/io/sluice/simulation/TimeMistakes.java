package io.sluice.simulation;

import io.sluice.index.EntryKey;
import io.sluice.index.EntryPage;
import io.sluice.index.IndexEntry;
import io.sluice.index.Shard;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import io.sluice.testkit.requests.PassingIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.StreamSupport;

/// Mistakes in when records are said to have arrived.
final class TimeMistakes {
    private TimeMistakes() {}

    /// All of a batch goes by its oldest record.
    static Mistake.Ports takeTheBatchsOldestForAll(Mistake.Ports ports) {
        return retold(ports, (entry, directory) -> Directory.of(allAt(entry.key().oldestArrival(), directory),
                directory.spanSeconds()));
    }

    /// Nothing tells that a chunk's records did not all arrive with its oldest.
    static Mistake.Ports forgetTheSpan(Mistake.Ports ports) {
        return retold(ports, (_, directory) -> Directory.of(list(directory), 0));
    }

    private static Mistake.Ports retold(Mistake.Ports ports, BiFunction<IndexEntry, Directory, Directory> told) {
        return ports.withIndex(new PassingIndex(ports.index()) {
            @Override
            public EntryPage read(Shard shard, Optional<EntryKey> after) {
                EntryPage page = super.read(shard, after);
                return new EntryPage(page.entries().stream().map(entry -> retold(entry, told)).toList(),
                        page.damaged(), page.after());
            }
        });
    }

    /// Directories that are in their segments stay as they are.
    private static IndexEntry retold(IndexEntry entry, BiFunction<IndexEntry, Directory, Directory> told) {
        return switch (entry.directory()) {
            case IndexEntry.DirectoryAt.Tail _ -> entry;
            case IndexEntry.DirectoryAt.Inline(Directory directory) -> new IndexEntry(entry.key(), entry.segment(),
                    entry.records(), entry.dropped(),
                    new IndexEntry.DirectoryAt.Inline(told.apply(entry, directory)), entry.range());
        };
    }

    /// But for a millisecond: a directory has no two chunks of one partition and time.
    private static List<Chunk> allAt(long arrival, Directory directory) {
        List<Chunk> told = new ArrayList<>();
        for (Chunk chunk : directory) {
            boolean again = !told.isEmpty() && told.getLast().partition().equals(chunk.partition());
            told.add(new Chunk(chunk.partition(), chunk.offset(), chunk.length(), chunk.form(), chunk.records(),
                    chunk.rawBytes(), again ? told.getLast().oldestArrival() + 1 : arrival));
        }
        return told;
    }

    private static List<Chunk> list(Directory directory) {
        return StreamSupport.stream(directory.spliterator(), false).toList();
    }
}
