package io.sluice.landing;

import io.sluice.landing.LandedDates.Count;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The dates of the layout that were told to be complete, or to be so no longer, after some steps. A step tells of each
/// date once at most, and holds what it tells, so that it can be sent again. Immutable.
///
/// Dates are told in their order, those without objects too, of the last [#EMPTY_MAX] that ended: an arrival
/// that is wrong by decades may hold back what is complete. The first step begins with the dates that something landed
/// of; those before the last that was told, and not here, count as told without objects.
///
/// @param through the last date that was told in its order; empty: none was
/// @param byDay   dates of which something landed, and those of this step
record ToldDates(Optional<LocalDate> through, SortedMap<LocalDate, Date> byDay) {
    static final int EMPTY_MAX = 400;
    static final ToldDates NONE = new ToldDates(Optional.empty(), new TreeMap<>());
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    private static final String NO_DATE = "-";
    private static final int REOPENED = 4;
    private static final int NEW = 5;

    ToldDates {
        byDay = Collections.unmodifiableSortedMap(new TreeMap<>(byDay));
    }

    /// A date as it was told.
    ///
    /// @param landed   what had landed of it by then
    /// @param reopened when it was found to be complete no longer, epoch milliseconds; empty: it is complete
    /// @param isNew    whether the last step tells it
    record Date(LocalDate day, Count landed, Optional<Long> reopened, boolean isNew) {
        boolean isOpen() {
            return reopened.isPresent();
        }

        private static Date complete(LocalDate day, Count landed) {
            return new Date(day, landed, Optional.empty(), true);
        }

        private Date old() {
            return new Date(day, landed, reopened, false);
        }

        private String line() {
            return LandedDates.line(day, landed) + " " + reopened.orElse(0L) + " " + (isNew ? 1 : 0);
        }
    }

    /// The last date that ended, with its lateness, by a time.
    private static LocalDate over(long until, Duration lateness) {
        return LocalDate.ofEpochDay(Math.floorDiv(until - lateness.toMillis(), DAY_MILLIS) - 1);
    }

    /// The next step.
    ///
    /// @param landed all that landed
    /// @param until  until when the stream is complete, epoch milliseconds; empty: it is not known, or not all that is
    ///     complete by then is in `landed`
    /// @param now    epoch milliseconds
    /// @return empty when there is nothing to tell
    Optional<ToldDates> next(LandedDates landed, Optional<Long> until, Duration lateness, long now) {
        Optional<LocalDate> over = until.map(time -> over(time, lateness))
                .filter(last -> through.isPresent()
                        || landed.byDay().keySet().stream().anyMatch(day -> !day.isAfter(last)));
        var told = new TreeMap<LocalDate, Date>();
        landed.byDay().forEach((day, all) -> told(day, all, until, over, now).ifPresent(date -> told.put(day, date)));
        over.ifPresent(last -> through.stream().flatMap(from -> between(from, last))
                .forEach(day -> told.putIfAbsent(day, Date.complete(day, Count.NONE))));
        Optional<LocalDate> to = over.filter(last -> through.isEmpty() || last.isAfter(through.get()))
                .or(() -> through);
        return told.values().stream().anyMatch(Date::isNew) || !to.equals(through)
                ? Optional.of(new ToldDates(to, told))
                : Optional.empty();
    }

    private static Stream<LocalDate> between(LocalDate from, LocalDate last) {
        LocalDate oldest = last.minusDays(EMPTY_MAX);
        LocalDate after = from.isAfter(oldest) ? from : oldest;
        return last.isAfter(after) ? after.plusDays(1).datesUntil(last.plusDays(1)) : Stream.empty();
    }

    private Optional<Date> told(LocalDate day, Count all, Optional<Long> until, Optional<LocalDate> over, long now) {
        if (through.filter(last -> !day.isAfter(last)).isEmpty()) {
            return over.filter(last -> !day.isAfter(last)).map(_ -> Date.complete(day, all));
        }
        Date before = Optional.ofNullable(byDay.get(day))
                .orElse(new Date(day, Count.NONE, Optional.empty(), false));
        if (before.isOpen()) {
            boolean again = until.filter(time -> time >= before.reopened().orElseThrow()).isPresent();
            return Optional.of(again ? Date.complete(day, all) : before.old());
        }
        return Optional.of(all.last() > before.landed.last()
                ? new Date(day, all, Optional.of(now), true)
                : before.old());
    }

    /// The dates that the last step tells, in their order.
    List<Date> news() {
        return byDay.values().stream().filter(Date::isNew).toList();
    }

    /// The dates that the last step tells, and all that are open.
    Set<LocalDate> marked() {
        return byDay.values().stream().filter(date -> date.isNew() || date.isOpen()).map(Date::day)
                .collect(Collectors.toSet());
    }

    /// The event of each date that is complete, and nothing of each that is open; of others it is not known here.
    Map<LocalDate, Optional<LandingEvent>> complete(Set<LocalDate> days, Function<Date, LandingEvent> event) {
        return byDay.values().stream().filter(date -> days.contains(date.day())).collect(Collectors.toMap(Date::day,
                date -> Optional.of(date).filter(each -> !each.isOpen()).map(event), (one, _) -> one, TreeMap::new));
    }

    /// The date that was told last, and a line for each of the others; [#parse] reads it back.
    String text() {
        return Stream.concat(Stream.of(through.map(LocalDate::toString).orElse(NO_DATE)),
                byDay.values().stream().map(Date::line)).collect(Collectors.joining("\n"));
    }

    /// @throws io.sluice.encoding.MalformedEncodingException when it is no text of this
    static ToldDates parse(String text) {
        List<String[]> lines = new ArrayList<>(text.lines().map(line -> line.split(" ", -1)).toList());
        if (lines.isEmpty()) {
            return NONE;
        }
        String[] head = lines.removeFirst();
        var byDay = new TreeMap<LocalDate, Date>();
        for (String[] words : lines) {
            LocalDate day = LandedDates.day(words);
            byDay.put(day, new Date(day, LandedDates.count(words),
                    Optional.of(LandedDates.number(words, REOPENED)).filter(at -> at > 0),
                    LandedDates.number(words, NEW) == 1));
        }
        return new ToldDates(head[0].equals(NO_DATE) ? Optional.empty() : Optional.of(LandedDates.day(head)), byDay);
    }
}
