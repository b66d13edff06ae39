package io.sluice.simulation.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.landing.LandingEvent;
import io.sluice.simulation.RareState;
import io.sluice.simulation.Reached;
import io.sluice.simulation.VirtualClock;
import io.sluice.simulation.Violation;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;

/// Whoever is told: it keeps the ids of what it was told, so that each counts once, and holds each event, as it comes
/// for the first time, against what the world knows. It reads events, and nothing of whoever makes them.
final class ToldEvents {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final VirtualClock clock;
    private final Reached reached;
    private final ToldChains chains;
    private final ToldHours hours;
    private final DateClaims dates;
    private final SuccessMarks marks;
    private final Map<String, String> byId = new HashMap<>();

    ToldEvents(EventStream stream, VirtualClock clock, Reached reached, Duration lateness, SuccessMarks marks) {
        this.clock = clock;
        this.reached = reached;
        this.chains = new ToldChains(stream);
        this.hours = new ToldHours(stream, chains);
        this.dates = new DateClaims(stream, chains, lateness);
        this.marks = marks;
    }

    ToldChains chains() {
        return chains;
    }

    ToldHours hours() {
        return hours;
    }

    DateClaims dates() {
        return dates;
    }

    /// @throws Violation when it tells anything that is not so
    void accept(LandingEvent sent, EventRun by) {
        JsonNode event = parse(sent.json());
        String before = byId.putIfAbsent(sent.id(), sent.json());
        if (before != null) {
            if (!before.equals(sent.json()) && !isOfAnotherTime(event, parse(before))) {
                throw new Violation(sent.json() + " has the id of " + before);
            }
            return;
        }
        switch (event.path("type").asText()) {
            case "landed" -> hours.landed(event.path("chain").asText(), chains.landed(event));
            case "missing" -> {
                chains.missing(event);
                reached.note(RareState.LANDING_TOLD_MISSING);
            }
            case "removed", "replaced" -> chains.changed(event);
            case "completed", "reopened" -> complete(event, by);
            default -> throw new Violation(event + " is told, of which nobody asked");
        }
    }

    private void complete(JsonNode event, EventRun by) {
        if (event.has("date")) {
            reached.note(RareState.DATE_TOLD_COMPLETE_AGAIN,
                    dates.isOpen(LocalDate.parse(event.path("date").asText())));
            dates.accept(event, clock.millis());
            if (!by.hasMet()) {
                marks.judge(event, dates);
            }
        } else if (event.has("landing")) {
            hours.reopened(event);
            reached.note(RareState.LANDING_TOLD_LATE);
        } else {
            reached.note(RareState.HOUR_TOLD_BY_THE_NEXT_RUN, hours.isNotedByAnother(event, by.begun()));
            hours.completed(event, by.begun(), clock.millis());
        }
    }

    /// Whether a landing is told to be late once more, for another time that was told: by one that was beside another.
    private static boolean isOfAnotherTime(JsonNode event, JsonNode before) {
        return event.path("type").asText().equals("reopened") && event.has("landing")
                && !ToldChains.time(event, "until").equals(ToldChains.time(before, "until"));
    }

    private static JsonNode parse(String event) {
        try {
            return JSON.readTree(event);
        } catch (JsonProcessingException e) {
            throw new AssertionError(event, e);
        }
    }

    /// Judges when all is calm and everything that was accepted has landed.
    void judge() {
        chains.judge();
        hours.judge(clock.millis());
        dates.judge(clock.millis());
        marks.judge(dates);
    }
}
