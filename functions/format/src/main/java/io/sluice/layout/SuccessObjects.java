package io.sluice.layout;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The keys of the `_SUCCESS` objects of a layout's dates, by Hadoop's convention: one in the folder of each date, as
/// `orders/day=2026-11-26/_SUCCESS`. A date has one folder where nothing that varies stands before it.
///
/// @param prefix   of the stream's objects
/// @param zone     of `timestamp` expressions
/// @param dateKeys keys whose values are dates, `yyyy-MM-dd`
public record SuccessObjects(PrefixExpression prefix, ZoneId zone, Set<String> dateKeys) {
    public static final String NAME = "_SUCCESS";
    private static final LocalDate SAMPLE = LocalDate.of(2001, 2, 3);
    private static final int HOURS = 12;
    /// Of another year, month and day, whatever the zone.
    private static final int OTHER_DAYS = 400;

    public SuccessObjects {
        dateKeys = Set.copyOf(dateKeys);
    }

    /// Tests whether each date has one folder.
    public boolean isOneADate() {
        return of(SAMPLE).isPresent();
    }

    /// The key of a date's; empty where no object has that date, or those of it have several folders.
    public Optional<String> of(LocalDate day) {
        return folder(day).map(folder -> folder + NAME);
    }

    /// Tests whether a key is that of a date's.
    public boolean contains(String key) {
        return key.endsWith("/" + NAME)
                && DayOfKey.of(key).flatMap(this::of).filter(own -> own.equals(key)).isPresent();
    }

    /// By arrival, or else by the records: what is not of the date differs between two samples.
    private Optional<String> folder(LocalDate day) {
        Instant begin = day.atStartOfDay(zone).toInstant();
        LocalDate other = day.plusDays(OTHER_DAYS);
        return same(day, new Sample(begin, other, other, "x"),
                new Sample(begin.plusSeconds(HOURS * 3600L), other.plusDays(OTHER_DAYS), other.plusDays(OTHER_DAYS),
                        "y"))
                .or(() -> same(day, new Sample(at(other), day, day, "x"),
                        new Sample(at(other.plusDays(OTHER_DAYS)).plusSeconds(HOURS * 3600L), day, day, "y")));
    }

    private static Instant at(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private Optional<String> same(LocalDate day, Sample one, Sample other) {
        Optional<String> folder = folder(day, one);
        return folder.filter(_ -> folder.equals(folder(day, other)));
    }

    private Optional<String> folder(LocalDate day, Sample sample) {
        Map<String, String> values = new HashMap<>();
        prefix.keys().forEach(key -> values.put(key, sample.value));
        values.putAll(DateFieldKeys.values(prefix.keys(), sample.fields));
        dateKeys.forEach(key -> values.put(key, sample.date.toString()));
        String path = prefix.bind(values, values, "").evaluate(sample.arrival, zone, sample.value);
        return DayOfKey.find(path + "object").filter(found -> found.day().equals(day))
                .map(found -> path.substring(0, found.end()));
    }

    /// What a key is made of.
    ///
    /// @param date   value of keys that are dates
    /// @param fields the date whose fields other keys are
    /// @param value  of other keys, and the seed of random strings
    private record Sample(Instant arrival, LocalDate date, LocalDate fields, String value) {}
}
