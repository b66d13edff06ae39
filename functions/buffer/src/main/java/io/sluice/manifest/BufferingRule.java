package io.sluice.manifest;

import io.sluice.layout.PrefixMatch;
import io.sluice.partition.Partition;
import java.time.Duration;

/// A rule by which partitions of certain key values are due, in place of the stream's own size and interval.
///
/// @param match          which
/// @param objectBytesMax as in [DuePolicy]
/// @param interval       as in [DuePolicy]
public record BufferingRule(PrefixMatch match, long objectBytesMax, Duration interval) {
    boolean isFor(Partition partition) {
        return partition.kind() == Partition.Kind.DATA && match.matches(partition.prefix());
    }

    /// False only when none of a block's partitions is the rule's.
    boolean mayBeIn(PendingBlock block) {
        boolean oneFormat = format(block.first()).equals(format(block.last()));
        return !oneFormat || match.mayBeBetween(block.first().prefix(), block.last().prefix());
    }

    /// Returns the format that a partition's key begins with: partitions are in the order of their prefixes within it
    /// alone.
    private static String format(Partition partition) {
        return partition.key().substring(0, partition.key().indexOf(':'));
    }
}
