package io.sluice.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A request for a step of the repartition's state machine.
///
/// @param step    which one
/// @param request the repartition that it belongs to
/// @param day     the step's day; empty for `plan`, `ingest` and `view`
/// @param keys    the keys of `ingest`: those that a distributed map's batch holds
record RepartitionEvent(Step step, RepartitionRequest request, Optional<LocalDate> day, List<String> keys) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The steps, in their order.
    enum Step {
        PLAN, INGEST, DELIVER, MOVE, VIEW, REMOVE
    }

    /// @throws IOException naming what is missing or wrong in the event
    static RepartitionEvent read(InputStream input) throws IOException {
        JsonNode event = JSON.readTree(input);
        JsonNode request = event.path("request");
        String from = text(event, "from").orElseThrow(
                () -> new IOException("the event's from is missing: the prefix of the objects to repartition"));
        Optional<LocalDate> day = text(event, "day").isPresent() ? Optional.of(day(event)) : Optional.empty();
        List<String> keys = new ArrayList<>();
        event.path("Items").forEach(item -> keys.add(item.path("Key").asText()));
        return new RepartitionEvent(step(event),
                new RepartitionRequest(from, text(request, "arrival"),
                        request.path("leaveOut").asBoolean() ? Trouble.LEAVE_OUT : Trouble.STOP,
                        request.path("acceptRejected").asBoolean() ? Rejects.ACCEPT : Rejects.REFUSE,
                        Duration.ofDays(request.path("settledDays").asLong(RepartitionRequest.SETTLED_AFTER.toDays())),
                        Duration.ofMinutes(request.path("graceMinutes").asLong(RepartitionRequest.GRACE.toMinutes())),
                        text(request, "sourceTable")),
                day, keys);
    }

    /// The day of a step that is about one.
    ///
    /// @throws IOException when the event has none
    LocalDate theDay() throws IOException {
        return day.orElseThrow(() -> new IOException("the event's day is missing: yyyy-MM-dd"));
    }

    private static Step step(JsonNode event) throws IOException {
        String name = event.path("step").asText();
        for (Step step : Step.values()) {
            if (step.name().toLowerCase(Locale.ROOT).equals(name)) {
                return step;
            }
        }
        throw new IOException("the event's step is '" + name
                + "' and must be plan, ingest, deliver, move, view or remove");
    }

    private static LocalDate day(JsonNode event) throws IOException {
        try {
            return LocalDate.parse(event.path("day").asText());
        } catch (DateTimeParseException e) {
            throw new IOException("the event's day is no date yyyy-MM-dd: " + event.path("day").asText(), e);
        }
    }

    private static Optional<String> text(JsonNode node, String name) {
        String text = node.path(name).asText("");
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
