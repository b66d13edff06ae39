package io.sluice.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A request for a step of the compaction's state machine: each is told what the one before answered.
///
/// @param step    which one
/// @param day     the step's day; empty for `plan`, `view` and `report`
/// @param round   the day's round; 0: none
/// @param attempt how often the day was begun in this execution, from 1
/// @param from    the first join of a part of the round, from 0
/// @param to      the one after its last
/// @param answers of what was done side by side before
record CompactionEvent(Step step, Optional<LocalDate> day, int round, int attempt, int from, int to,
        List<Answer> answers) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The steps, in their order.
    enum Step {
        PLAN, OPEN, JOIN, SETTLE, VIEW, CLOSE, REMOVE, CLOSED, REPORT
    }

    /// The outcome of a part of a round, or of a day.
    ///
    /// @param outcome as [CompactionSteps] writes it
    /// @param why     it did not end well; empty: it did
    record Answer(String day, String outcome, String why) {}

    /// @throws IOException naming what is missing or wrong in the event
    static CompactionEvent read(InputStream input) throws IOException {
        JsonNode event = JSON.readTree(input);
        List<Answer> answers = new ArrayList<>();
        for (String field : List.of("answers", "compacted", "removed")) {
            event.path(field).forEach(each -> answers.add(new Answer(each.path("day").asText(""),
                    each.path("outcome").asText(""), each.path("why").asText(""))));
        }
        return new CompactionEvent(step(event), day(event), event.path("round").asInt(),
                Math.max(1, event.path("attempt").asInt(1)), event.path("from").asInt(), event.path("to").asInt(),
                List.copyOf(answers));
    }

    /// The day of a step that is about one.
    ///
    /// @throws IOException when the event has none
    LocalDate theDay() throws IOException {
        return day.orElseThrow(() -> new IOException("the event's day is missing: yyyy-MM-dd"));
    }

    /// The part that a step is about.
    RoundPart part() {
        return new RoundPart(round, from, to);
    }

    private static Step step(JsonNode event) throws IOException {
        String name = event.path("step").asText();
        for (Step step : Step.values()) {
            if (step.name().toLowerCase(Locale.ROOT).equals(name)) {
                return step;
            }
        }
        throw new IOException("the event's step is '" + name + "' and must be plan, open, join, settle, view, close,"
                + " remove, closed or report");
    }

    private static Optional<LocalDate> day(JsonNode event) throws IOException {
        String text = event.path("day").asText("");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException e) {
            throw new IOException("the event's day is no date yyyy-MM-dd: " + text, e);
        }
    }
}
