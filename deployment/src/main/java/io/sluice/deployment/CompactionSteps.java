package io.sluice.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.CompactionSection;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// The state machine of a daily compaction: the order of its steps, in the Amazon States Language. A distributed map
/// takes each day through them in an execution of its own, so that a day that does not end well holds up no other one;
/// every step may be taken again.
public final class CompactionSteps {
    private static final String RESOURCE = "compaction.asl.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    /// The time of the view's text is S3's, and that of the wait is not.
    private static final Duration CLOCKS = Duration.ofMinutes(1);
    /// The largest object that is joined in a quarter of an hour, and fits the function's storage, though it were
    /// compressed to a tenth.
    private static final long OBJECT_MIB_MAX = 512;
    /// An execution waits for so long, and the next one begins a day after it: their view's text begins the time of all
    /// sources anew.
    private static final Duration KEEP_MAX = Duration.ofHours(12);

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

    private CompactionSteps() {}

    /// The definition of a stream's machine, with [DeployedName]s.
    public static String of(CompactionSection compaction) {
        try (InputStream text = Objects.requireNonNull(CompactionSteps.class.getResourceAsStream(RESOURCE))) {
            JsonNode machine = JSON.readTree(text);
            complete(machine, compaction.keepSource().plus(CLOCKS));
            return machine.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " can't be read", e);
        }
    }

    private static void complete(JsonNode states, Duration wait) {
        for (JsonNode each : states) {
            if (each instanceof ObjectNode state && state.path("Type").isTextual()) {
                switch (state.path("Type").asText()) {
                    case "Task" -> {
                        ArrayNode retries = state.putArray("Retry");
                        RETRIES.forEach(retry -> retries.add(retry.json()));
                    }
                    case "Wait" -> state.put("Seconds", wait.toSeconds());
                    default -> {
                        // It takes no time and calls nobody.
                    }
                }
            }
            complete(each, wait);
        }
    }

    /// Requires a compaction that would not be refused, and could end, once it runs.
    ///
    /// @throws DeploymentException when the stream's compaction cannot be deployed
    public static void require(StreamDefinition definition) {
        definition.configuration().sluice().compaction().ifPresent(asked -> require(definition, asked));
    }

    private static void require(StreamDefinition definition, CompactionSection asked) {
        if (!definition.isBuffered()) {
            throw new DeploymentException(
                    "Sluice.Compaction needs Sluice.Delivery \"buffer\": what it joins are objects"
                            + " that Sluice wrote, and those of stream " + definition.stream() + " are Firehose's");
        }
        long mib = asked.objectBytes() >> 20;
        if (mib > OBJECT_MIB_MAX) {
            throw new DeploymentException("Sluice.Compaction.TargetSizeInMBs of stream " + definition.stream() + " is "
                    + mib + ", and " + OBJECT_MIB_MAX + " is the most on AWS: a larger object is not made within the"
                    + " 15 minutes and the 10 GB of disk that Lambda gives a function; lower it, or run ./sluice"
                    + " compact elsewhere");
        }
        if (asked.keepSource().compareTo(KEEP_MAX) > 0) {
            throw new DeploymentException("Sluice.Compaction.KeepSourceForMinutes of stream " + definition.stream()
                    + " is " + asked.keepSource().toMinutes() + ", and " + KEEP_MAX.toMinutes() + " is the most"
                    + " on AWS: it is counted from the last change of the view, which changes every day, so that"
                    + " sources would never go; lower it");
        }
        try {
            ViewTables.ofCompaction(definition.configuration());
        } catch (DayMoveException e) {
            throw new DeploymentException("Sluice.Compaction of stream " + definition.stream() + ": "
                    + e.getMessage());
        }
    }
}
