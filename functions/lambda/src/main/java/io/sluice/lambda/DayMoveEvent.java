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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// A request for a step of the state machine that moves days: each is told what the one before answered.
///
/// @param step    which one
/// @param request what is repartitioned; empty: the stream's own days are compacted
/// @param sources what becomes of the sources of moved days
/// @param day     the step's day; empty for `plan`, `view` and `report`
/// @param attempt how often the day was begun in this execution, from 1
/// @param part    the plan that a step is about, and which part of it
/// @param answers of what was done side by side before
record DayMoveEvent(Step step, Optional<RepartitionRequest> request, Sources sources, Optional<LocalDate> day,
        int attempt, PlanPart part, List<Answer> answers) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The steps, in their order.
    enum Step {
        PLAN, OPEN, JOIN, SETTLE, VIEW, CLOSE, REMOVE, CLOSED, REPORT
    }

    /// The fate of the sources of moved days.
    enum Sources {
        KEPT, REMOVED
    }

    /// The outcome of a part of a plan, or of a day.
    ///
    /// @param outcome as [DayMoveSteps] writes it
    /// @param why     it did not end well; empty: it did
    record Answer(String day, String outcome, String why) {
        boolean isDone() {
            return outcome.equals("done");
        }
    }

    /// @throws IOException naming what is missing or wrong in the event
    static DayMoveEvent read(InputStream input) throws IOException {
        JsonNode event = JSON.readTree(input);
        List<Answer> answers = new ArrayList<>();
        for (String field : List.of("answers", "moved", "removed")) {
            event.path(field).forEach(each -> answers.add(new Answer(each.path("day").asText(""),
                    each.path("outcome").asText(""), each.path("why").asText(""))));
        }
        Optional<RepartitionRequest> request = text(event, "source").map(from -> request(from, event.path("request")));
        return new DayMoveEvent(step(event), request,
                request.isEmpty() || event.at("/request/removeSource").asBoolean() ? Sources.REMOVED : Sources.KEPT,
                day(event), Math.max(1, event.path("attempt").asInt(1)),
                new PlanPart(event.path("round").asInt(), event.path("from").asInt(), event.path("to").asInt()),
                List.copyOf(answers));
    }

    private static RepartitionRequest request(String from, JsonNode request) {
        return new RepartitionRequest(from, text(request, "arrival"),
                request.path("leaveOut").asBoolean() ? Trouble.LEAVE_OUT : Trouble.STOP,
                request.path("acceptRejected").asBoolean() ? Rejects.ACCEPT : Rejects.REFUSE,
                Duration.ofDays(request.path("settledDays").asLong(RepartitionRequest.SETTLED_AFTER.toDays())),
                Duration.ofMinutes(request.path("graceMinutes").asLong(RepartitionRequest.GRACE.toMinutes())),
                text(request, "sourceTable"));
    }

    /// The day of a step that is about one.
    ///
    /// @throws IOException when the event has none
    LocalDate theDay() throws IOException {
        return day.orElseThrow(() -> new IOException("the event's day is missing: yyyy-MM-dd"));
    }

    private static Step step(JsonNode event) throws IOException {
        String name = event.path("step").asText();
        return Arrays.stream(Step.values()).filter(step -> wire(step).equals(name)).findFirst()
                .orElseThrow(() -> new IOException("the event's step is '" + name + "' and must be "
                        + Arrays.stream(Step.values()).map(DayMoveEvent::wire).collect(Collectors.joining(", "))));
    }

    private static String wire(Step step) {
        return step.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<LocalDate> day(JsonNode event) throws IOException {
        Optional<String> text = text(event, "day");
        try {
            return text.map(LocalDate::parse);
        } catch (DateTimeParseException e) {
            throw new IOException("the event's day is no date yyyy-MM-dd: " + text.orElse(""), e);
        }
    }

    private static Optional<String> text(JsonNode node, String name) {
        return Optional.of(node.path(name).asText("")).filter(text -> !text.isEmpty());
    }
}
