package io.sluice.local.plan;

import io.sluice.config.StreamConfiguration;
import io.sluice.layout.PrefixPart;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The objects of a day as it is delivered, and as it is compacted.
///
/// @param basis     whether the configuration asks for it
/// @param delivered as it is delivered
/// @param compacted as it is compacted, with a target of 128 MiB where the configuration does not ask for it
/// @param perMonth  what S3 charges for the requests of a month's compactions, in US dollars
public record CompactionForecast(Basis basis, Day delivered, Day compacted, double perMonth) {
    private static final double DAY_SECONDS = 86_400;
    private static final double DAYS_A_MONTH = Traffic.MONTH_SECONDS / DAY_SECONDS;
    private static final long TARGET_DEFAULT = 128L << 20;
    private static final double LISTED_AT_ONCE = 1_000;
    /// Listings of a run: what is there, what is due, what is left, and before a removal.
    private static final double LISTINGS = 4;
    /// A source is read when it is joined, and again before it is removed.
    private static final double GETS_OF_SOURCE = 2;
    /// The GET and HEAD requests for a target: before it is made, before its day moves, and before its sources go, to
    /// see whether it is there; then it is read.
    private static final double GETS_OF_TARGET = 4;
    /// The round, two versions of the watermark, and the view's text for each.
    private static final double PUTS_OF_DAY = 5;

    /// The origin of the target's size.
    public enum Basis {
        /// `Sluice.Compaction`.
        CONFIGURED,
        /// A hint: the stream could be compacted.
        HINT
    }

    /// @param objects       a day
    /// @param meanBytes     of an object, as it is stored
    /// @param perKeyAndDay  objects that a query of one key and one day opens
    public record Day(double objects, double meanBytes, double perKeyAndDay) {}

    /// Empty where the stream's days cannot be compacted.
    ///
    /// @param perInterval what an interval is delivered as
    /// @param buffers     that deliver it
    /// @param interval    what it holds in each of them
    /// @param day         what a day holds
    /// @param intervalSeconds how long the interval is
    /// @param size        of an object
    static Optional<CompactionForecast> of(StreamConfiguration stream, ObjectForecast perInterval, int buffers,
            SampleWindow interval, SampleWindow day, double intervalSeconds, ObjectSize size, Prices prices) {
        if (!isPossible(stream) || day.partitions() == 0) {
            return Optional.empty();
        }
        double errors = buffers * (interval.allPartitions() - interval.partitions());
        double delivered = Math.max(0, perInterval.count() - errors) * DAY_SECONDS / intervalSeconds;
        double bytes = day.dataBytes() * size.perByte();
        double target = stream.sluice().compaction().map(each -> each.objectBytes()).orElse(TARGET_DEFAULT);
        double compacted = Math.min(delivered, day.partitions() * folders(stream) + bytes / target);
        double requests = LISTINGS * delivered / LISTED_AT_ONCE * prices.of("s3.list.per1000")
                + (GETS_OF_SOURCE * delivered + GETS_OF_TARGET * compacted) * prices.of("s3.get.per1000")
                + (compacted + PUTS_OF_DAY) * prices.of("s3.put.per1000");
        return Optional.of(new CompactionForecast(
                stream.sluice().compaction().isPresent() ? Basis.CONFIGURED : Basis.HINT,
                day(delivered, bytes + delivered * size.fixed(), day.partitions()),
                day(compacted, bytes + compacted * size.fixed(), day.partitions()),
                requests * DAYS_A_MONTH));
    }

    private static Day day(double objects, double bytes, double partitions) {
        return new Day(objects, objects == 0 ? 0 : bytes / objects, objects / partitions);
    }

    private static boolean isPossible(StreamConfiguration stream) {
        try {
            ViewTables.ofCompaction(stream);
            return true;
        } catch (DayMoveException e) {
            return false;
        }
    }

    /// Folders that the times of a day make of one partition.
    private static int folders(StreamConfiguration stream) {
        List<DateTimeFormatter> times = stream.prefix().parts().stream()
                .<DateTimeFormatter>flatMap(part -> part instanceof PrefixPart.Timestamp time
                        ? Stream.of(DateTimeFormatter.ofPattern(time.pattern().text(), Locale.ENGLISH))
                        : Stream.empty())
                .toList();
        Set<String> folders = new HashSet<>();
        ZonedDateTime start = Instant.EPOCH.atZone(stream.timeZone()).truncatedTo(ChronoUnit.DAYS);
        for (int minute = 0; minute < DAY_SECONDS / 60; minute++) {
            ZonedDateTime at = start.plusMinutes(minute);
            folders.add(times.stream().map(time -> time.format(at)).collect(Collectors.joining("/")));
        }
        return folders.size();
    }
}
