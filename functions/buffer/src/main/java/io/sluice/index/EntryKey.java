package io.sluice.index;

import io.sluice.segment.BatchId;
import java.util.HexFormat;

/// The key of an index entry. A function of the batch's data alone, so that a retry lands on the same item; led by the
/// arrival time, so that a shard's entries are read oldest first.
///
/// @param oldestArrival arrival time of the batch's oldest record, epoch milliseconds
public record EntryKey(Shard shard, long oldestArrival, BatchId batch) {
    private static final int TIME_DIGITS = 12;

    /// @throws IllegalArgumentException when the arrival time is before 1970 or after the year 10889
    public EntryKey {
        if (oldestArrival < 0 || oldestArrival >= 1L << (4 * TIME_DIGITS)) {
            throw new IllegalArgumentException("arrival time " + oldestArrival + " ms is out of range");
        }
    }

    /// The item's sort key: arrival time, then batch.
    public String sortKey() {
        return HexFormat.of().toHexDigits(oldestArrival, TIME_DIGITS) + "-" + batch;
    }

    /// @throws IllegalArgumentException when `sortKey` was not made by [#sortKey]
    public static EntryKey parse(Shard shard, String sortKey) {
        if (sortKey.length() != TIME_DIGITS + 33 || sortKey.charAt(TIME_DIGITS) != '-') {
            throw new IllegalArgumentException("not an index entry's sort key: " + sortKey);
        }
        return new EntryKey(shard, HexFormat.fromHexDigitsToLong(sortKey, 0, TIME_DIGITS),
                BatchId.parse(sortKey.substring(TIME_DIGITS + 1)));
    }
}
