package io.sluice.simulation.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.simulation.Violation;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which dates were told to be complete, and to be so no longer.
final class DateClaims {
    private final EventStream stream;
    private final ToldChains chains;
    private final Duration lateness;
    private final TreeMap<LocalDate, Told> told = new TreeMap<>();
    /// What there was when who noted the last step began.
    private Optional<EventStream.View> noted = Optional.empty();
    /// The day on which the first date was told.
    private Optional<LocalDate> first = Optional.empty();

    /// @param reopened when, epoch milliseconds; empty: it is complete
    private record Told(long objects, Optional<Long> reopened, String json) {}

    DateClaims(EventStream stream, ToldChains chains, Duration lateness) {
        this.stream = stream;
        this.chains = chains;
        this.lateness = lateness;
    }

    /// A step was noted, by one that began when there was that.
    void noted(EventStream.View begun) {
        noted = Optional.of(begun);
    }

    private long end(LocalDate date) {
        return Duration.ofDays(date.toEpochDay() + 1).plus(lateness).toMillis();
    }

    /// A date is complete, or is no longer.
    ///
    /// @param now epoch milliseconds
    void accept(JsonNode event, long now) {
        LocalDate date = LocalDate.parse(event.path("date").asText());
        boolean isOpen = event.path("type").asText().equals("reopened");
        Optional<Told> before = Optional.ofNullable(told.get(date));
        LocalDate since = first.orElse(LocalDate.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC));
        first = Optional.of(since);
        // Those before the first one that was told count as told without objects.
        boolean wasOpen = before.map(each -> each.reopened.isPresent()).orElse(!isOpen || !date.isBefore(since));
        long objects = event.path("objects").asLong();
        if (isOpen == wasOpen || objects < before.map(each -> each.objects).orElse(0L)
                || (isOpen && objects == before.map(each -> each.objects).orElse(0L))
                || ToldChains.time(event, "until").toEpochMilli() != end(date)) {
            throw new Violation(event + " follows " + before.map(Told::json).orElse("nothing of that date"));
        }
        List<Written> known = chains.objects().stream().filter(each -> each.date().equals(Optional.of(date))).toList();
        long records = event.path("records").asLong();
        if (objects > known.size() || records > records(known)
                || (objects == known.size() && records != records(known))) {
            throw new Violation(event + " is told when " + known + " was");
        }
        if (!isOpen) {
            complete(event, date, before.flatMap(Told::reopened), objects, now);
        }
        told.put(date, new Told(objects,
                isOpen ? Optional.of(ToldChains.time(event, "time").toEpochMilli()) : Optional.empty(),
                event.toString()));
    }

    private static long records(List<Written> objects) {
        return objects.stream().mapToLong(each -> each.records().size()).sum();
    }

    private void complete(JsonNode event, LocalDate date, Optional<Long> reopened, long objects, long now) {
        if (end(date) > now) {
            throw new Violation(event + " is told when it is " + now);
        }
        EventStream.View begun = noted.orElseThrow(() -> new Violation(event + " is told, and not noted"));
        List<Arrived> accepted = stream.accepted(begun.accepted());
        chains.untold(accepted.stream().filter(each -> each.date().equals(date) && each.arrival() < end(date))
                .toList()).ifPresent(record -> {
                    throw new Violation(event + " is told, and not that " + record + " landed");
                });
        chains.untold(accepted.stream().filter(each -> reopened.filter(at -> each.arrival() < at).isPresent())
                .toList()).ifPresent(record -> {
                    throw new Violation(event + " is told again, and not that " + record + " landed");
                });
        long landed = stream.lanes().stream().flatMap(lane -> lane
                .landed(begun.landings().getOrDefault(lane.name(), 0)).stream()
                .filter(each -> chains.isTold(lane.name(), each.version())))
                .flatMap(each -> each.objects().stream()).filter(each -> each.date().equals(Optional.of(date)))
                .count();
        if (objects < landed) {
            throw new Violation(event + " is told, and before it was noted " + landed + " had landed");
        }
    }

    /// The event of each date that was told last to be complete.
    Map<LocalDate, String> complete() {
        Map<LocalDate, String> complete = new TreeMap<>();
        told.forEach((date, last) -> {
            if (last.reopened.isEmpty()) {
                complete.put(date, last.json);
            }
        });
        return complete;
    }

    /// Whether a date was told to be complete no longer, and not again since.
    boolean isOpen(LocalDate date) {
        return Optional.ofNullable(told.get(date)).flatMap(Told::reopened).isPresent();
    }

    /// @param until when the stream is complete until then, and all was told
    void judge(long until) {
        Map<LocalDate, List<Written>> landed = chains.objects().stream().filter(each -> each.date().isPresent())
                .collect(Collectors.groupingBy(each -> each.date().orElseThrow()));
        Set<LocalDate> dates = new TreeSet<>(landed.keySet());
        first.ifPresent(since -> since.datesUntil(since.plusDays(30)).forEach(dates::add));
        for (LocalDate date : dates) {
            long objects = landed.getOrDefault(date, List.of()).size();
            boolean isComplete = Optional.ofNullable(told.get(date))
                    .filter(last -> last.reopened.isEmpty() && last.objects == objects).isPresent();
            if (end(date) <= until && !isComplete) {
                throw new Violation("of " + date + ", which is complete with " + objects + " objects, it is told "
                        + Optional.ofNullable(told.get(date)).map(Told::json).orElse("nothing"));
            }
        }
    }
}
