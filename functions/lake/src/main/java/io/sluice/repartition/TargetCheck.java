package io.sluice.repartition;

import io.sluice.index.Buffer;
import io.sluice.index.IndexEntry;
import io.sluice.layout.DayOfKey;
import io.sluice.objects.ByteRange;
import io.sluice.partition.Partition;
import io.sluice.segment.Chunk;
import io.sluice.segment.Directory;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/// Sees to it that records land under the day that they come from, which the view relies on, and not under the prefix
/// that they are read from.
///
/// @param buffer the day's
record TargetCheck(String from, ZoneId zone, Buffer buffer) {
    private static final String ANY_NAME = "00000000-0000-8000-8000-000000000000";

    /// Returns why a batch's records must not be delivered; empty when they may.
    Optional<String> refusal(IndexEntry entry, LocalDate day) {
        for (Chunk chunk : directory(entry)) {
            if (chunk.partition().kind() == Partition.Kind.ERRORS) {
                continue;
            }
            String prefix = chunk.partition().prefix().evaluate(Instant.ofEpochMilli(chunk.oldestArrival()), zone,
                    ANY_NAME);
            Optional<String> refusal = refusal(prefix, day);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private Optional<String> refusal(String prefix, LocalDate day) {
        if (prefix.startsWith(from)) {
            return Optional.of("records of it would land at " + prefix + ", inside the source " + from
                    + "; choose another Prefix");
        }
        Optional<LocalDate> lands = DayOfKey.of(prefix + "object");
        if (lands.isEmpty()) {
            return Optional.of("records of it would land at " + prefix + ", whose folders have no date, and the view is"
                    + " moved day by day; put the date into Prefix");
        }
        return lands.get().equals(day)
                ? Optional.empty()
                : Optional.of("records of it would land at " + prefix + ", which is not its day " + day
                        + ": the view would count them on a day that is not moved with it; take the date in Prefix from"
                        + " where the source's comes from (for a timestamp: --arrival)");
    }

    private Directory directory(IndexEntry entry) {
        return switch (entry.directory()) {
            case IndexEntry.DirectoryAt.Inline(Directory inline) -> inline;
            case IndexEntry.DirectoryAt.Tail(long offset, int length) ->
                Directory.decode(
                        buffer.staging().get(entry.segment().key(buffer.name()), new ByteRange(offset, length)));
        };
    }
}
