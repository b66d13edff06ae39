package io.sluice.landing;

import io.sluice.encoding.MalformedEncodingException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The objects and records that landed so far, by the dates of the layout ([LandedObject#day]). Whoever counts the same
/// landings counts the same. Immutable.
///
/// @param byDay what landed of each date, of [#DATES_MAX] dates at most: those that something landed of last
public record LandedDates(SortedMap<LocalDate, Count> byDay) {
    /// Dates that are counted: more than a year of them. Of others that something lands of, counts begin anew.
    public static final int DATES_MAX = 4_000;
    private static final Comparator<Map.Entry<LocalDate, Count>> LAST = Comparator
            .comparingLong((Map.Entry<LocalDate, Count> each) -> each.getValue().last())
            .thenComparing(Map.Entry::getKey);
    public static final LandedDates NONE = new LandedDates(new TreeMap<>());

    public LandedDates {
        byDay = Collections.unmodifiableSortedMap(new TreeMap<>(byDay));
    }

    /// The part of what landed that is of one date.
    ///
    /// @param last version of the last landing that has an object of it; of several chains, the sum of theirs: it grows
    ///     with each that comes
    public record Count(long last, long objects, long records) {
        public static final Count NONE = new Count(0, 0, 0);

        Count and(Count other) {
            return new Count(last + other.last, objects + other.objects, records + other.records);
        }

        private Count with(long version, LandedObject object) {
            return new Count(version, objects + 1, records + object.records());
        }
    }

    /// The time from which a date is complete, once the stream is complete until then: epoch milliseconds.
    ///
    /// @param lateness from its end, in UTC
    public static long end(LocalDate day, Duration lateness) {
        return Duration.ofDays(day.toEpochDay() + 1).plus(lateness).toMillis();
    }

    /// The same with what came next in the chain.
    public LandedDates with(Landing landing) {
        var counted = new TreeMap<>(byDay);
        landing.landed().objects().forEach(each -> each.day().ifPresent(day -> counted.put(day,
                counted.getOrDefault(day, Count.NONE).with(landing.version(), each))));
        return new LandedDates(counted).bounded();
    }

    /// What landed in both chains.
    public LandedDates and(LandedDates other) {
        var both = new TreeMap<>(byDay);
        other.byDay.forEach((day, landed) -> both.merge(day, landed, Count::and));
        return new LandedDates(both);
    }

    /// Those that something landed of last, as many as are counted: a note has room for no more.
    LandedDates bounded() {
        if (byDay.size() <= DATES_MAX) {
            return this;
        }
        return new LandedDates(byDay.entrySet().stream().sorted(LAST.reversed()).limit(DATES_MAX)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, TreeMap::new)));
    }

    /// A line a date; [#parse] reads it back.
    String text() {
        return byDay.entrySet().stream().map(each -> line(each.getKey(), each.getValue()))
                .collect(Collectors.joining("\n"));
    }

    static String line(LocalDate day, Count landed) {
        return day + " " + landed.last + " " + landed.objects + " " + landed.records;
    }

    /// @throws MalformedEncodingException when it is no text of this
    static LandedDates parse(String text) {
        var byDay = new TreeMap<LocalDate, Count>();
        text.lines().map(line -> line.split(" ", -1)).forEach(words -> byDay.put(day(words), count(words)));
        return new LandedDates(byDay);
    }

    /// The date that a line begins with.
    static LocalDate day(String[] words) {
        try {
            return LocalDate.parse(words[0]);
        } catch (DateTimeException _) {
            throw malformed(words);
        }
    }

    /// What a line tells of its date.
    static Count count(String[] words) {
        return new Count(number(words, 1), number(words, 2), number(words, 3));
    }

    static long number(String[] words, int at) {
        try {
            return words.length > at ? Long.parseLong(words[at]) : -1;
        } catch (NumberFormatException _) {
            throw malformed(words);
        }
    }

    private static MalformedEncodingException malformed(String[] words) {
        return new MalformedEncodingException("'" + String.join(" ", words) + "' tells of no date");
    }
}
