package io.sluice.index;

import java.util.List;
import java.util.Optional;

/// One page of a shard's entries, oldest first.
///
/// @param damaged what is wrong with each item that could not be decoded; it stays where it is
/// @param after   where the next page starts; empty when this was the last one
public record EntryPage(List<IndexEntry> entries, List<String> damaged, Optional<EntryKey> after) {
    public EntryPage {
        entries = List.copyOf(entries);
        damaged = List.copyOf(damaged);
    }
}
