package io.sluice.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// The definition of a compaction's or a repartition's state machine: the order of its steps, in the Amazon States
/// Language. A distributed map takes each day through them in an execution of its own, so that a day that does not end
/// well holds up no other one; the last step fails by the names of those. Every step may be taken again, and what an
/// execution left is the next one's.
///
/// ```
/// plan ─ each day: open ─ parts of its plan side by side: join ⟲ ─ settle ⟲ ─ view
///      ─ wait ─ each moved day: close ─ parts: remove ⟲ ─ closed ─ report
/// ```
///
/// @param function   takes the steps
/// @param asked      what each of its events says besides the step, as a state's parameters have it
/// @param daysAtOnce how many days are moved side by side
/// @param grace      how long the sources of moved days stay for queries under way
/// @param view       where the view is replaced; empty: its text is left in the bucket
public record DayMoveDefinition(DeployedName function, Map<String, String> asked, int daysAtOnce, Duration grace,
        Optional<ViewReplacement> view) {
    private static final String RESOURCE = "day-moves.asl.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    /// The time of the view's text is S3's, and that of the wait is not.
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    public DayMoveDefinition {
        // Ordered, so that the definition is the same in every process.
        asked = Collections.unmodifiableMap(new TreeMap<>(asked));
    }

    /// A step that is tried again.
    private record Retry(List<String> errors, int seconds, int attempts, double rate) {
        ObjectNode json() {
            var retry = JSON.createObjectNode();
            retry.set("ErrorEquals", JSON.valueToTree(errors));
            retry.put("IntervalSeconds", seconds).put("MaxAttempts", attempts);
            return rate == Math.rint(rate)
                    ? retry.put("BackoffRate", Math.round(rate))
                    : retry.put("BackoffRate", rate);
        }
    }

    /// Lambda's own failures; its invocations that were not begun, since as many as there may be are at work; a
    /// snapshot that Lambda takes away when nobody called the function for two weeks, until it has made a new one; a
    /// request to S3 or DynamoDB that failed after all of the SDK's own attempts, or a function that Lambda cut off.
    private static final List<Retry> RETRIES = List.of(
            new Retry(List.of("Lambda.ClientExecutionTimeoutException", "Lambda.ServiceException",
                    "Lambda.AWSLambdaException", "Lambda.SdkClientException"), 2, 6, 2),
            new Retry(List.of("Lambda.TooManyRequestsException"), 5, 6, 2),
            new Retry(List.of("Lambda.SnapStartNotReadyException", "Lambda.SnapStartException"), 20, 8, 1.5),
            new Retry(List.of("io.sluice.objects.StoreException", "Sandbox.Timedout", "States.Timeout"), 10, 3, 3));

    /// The machine's definition, with [DeployedName]s: the function, and of a view the bucket and the partition.
    public String definition() {
        try (InputStream text = Objects.requireNonNull(DayMoveDefinition.class.getResourceAsStream(RESOURCE))) {
            ObjectNode machine = (ObjectNode) JSON.readTree(text);
            complete(machine);
            view.ifPresent(replaced -> replaced.addAfter("View", (ObjectNode) machine.path("States")));
            return machine.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " can't be read", e);
        }
    }

    private void complete(JsonNode states) {
        for (JsonNode each : states) {
            if (each instanceof ObjectNode state && state.path("Type").isTextual()) {
                switch (state.path("Type").asText()) {
                    case "Task" -> task(state);
                    case "Wait" -> state.put("Seconds", grace.plus(CLOCKS).toSeconds());
                    case "Map" -> map(state);
                    default -> {
                        // It takes no time and calls nobody.
                    }
                }
            }
            complete(each);
        }
    }

    private void task(ObjectNode state) {
        state.put("Resource", function.toString());
        ArrayNode retries = state.putArray("Retry");
        RETRIES.forEach(retry -> retries.add(retry.json()));
        asked.forEach(state.withObject("/Parameters")::put);
    }

    /// A day's execution has an input of its own, in which its steps find what is asked.
    private void map(ObjectNode state) {
        if (state.at("/ItemProcessor/ProcessorConfig/Mode").asText().equals("DISTRIBUTED")) {
            state.put("MaxConcurrency", daysAtOnce);
            asked.forEach(state.withObject("/ItemSelector")::put);
        }
    }
}
