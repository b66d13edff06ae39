package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Stream;
import io.sluice.config.ConfigurationParser;
import io.sluice.lambda.DayMoveEvent.Answer;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.view.DayMoveException;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// A round in the hands of functions whose time is short.
final class DayMoveStepsTest {
    private static final LocalDate DAY = LocalDate.parse("2025-12-01");
    private static final String CONFIGURATION = """
            {"DeliveryStreamName": "orders",
             "ExtendedS3DestinationConfiguration": {
               "RoleARN": "arn:aws:iam::123456789012:role/delivery", "BucketARN": "arn:aws:s3:::lake",
               "Prefix": "k=!{partitionKeyFromQuery:k}/date=!{timestamp:yyyy-MM-dd}/",
               "ErrorOutputPrefix": "errors/",
               "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
               "DynamicPartitioningConfiguration": {"Enabled": true},
               "ProcessingConfiguration": {"Enabled": true, "Processors": [
                 {"Type": "MetadataExtraction", "Parameters": [
                   {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"},
                   {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}},
             "Sluice": {"Delivery": "buffer", "Compaction": {"Prefix": "large/", "KeepSourceForMinutes": 0}}}""";

    private final Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final MemoryPorts ports = new MemoryPorts(() -> now.minus(Duration.ofHours(1)));
    private final Stream stream = new Stream(ConfigurationParser.parse(CONFIGURATION.getBytes(UTF_8)).configuration()
            .orElseThrow(), ports, () -> now, _ -> {});

    private void deliver(int folders) {
        for (int i = 0; i < folders; i++) {
            String key = "k=%03d/date=%s/orders-1-%s-00-00-00-%s".formatted(i, DAY, DAY,
                    new UUID(0x8000L | i, 0x8000_0000_0000_0000L));
            ports.dataBucket.put(new ObjectKey(key), Body.of(("{\"k\":\"" + i + "\"}\n").getBytes(UTF_8)));
        }
    }

    /// Time for so many looks at the clock, and none after.
    private static Deadline looks(int count) {
        var left = new ArrayList<>(List.of(count));
        return () -> {
            left.set(0, left.getFirst() - 1);
            return left.getFirst() >= 0 ? Duration.ofMinutes(10) : Duration.ofMinutes(2);
        };
    }

    private DayMoveSteps<?> steps() {
        return steps(Deadline.NONE);
    }

    private DayMoveSteps<?> steps(Deadline deadline) {
        return DayMoveSteps.of(stream.lake(), Optional.empty(), deadline);
    }

    private long large() {
        return ports.dataBucket.contents().keySet().stream().filter(key -> key.startsWith("large/")).count();
    }

    @Test
    void aPartThatTimeIsShortForIsTakenUpWhereItWasUntilItIsWhole() {
        deliver(10);
        steps().plan();
        assertTrue(invocations((steps, part) -> steps.join(DAY, part)) > 2);
        assertEquals(10, large());
        List<Answer> done = List.of(new Answer("", "done", ""));
        assertEquals("done", steps().settle(DAY, 1, 1, done).path("outcome").asText());
        assertEquals(1, steps().close(DAY).path("parts").size());
        assertTrue(invocations((steps, part) -> steps.remove(DAY, part)) > 2);
        assertEquals("done", steps().closed(DAY, 1, done).path("outcome").asText());
        assertEquals(10, ports.dataBucket.contents().size() - 1, "they, and the view's text");
        assertEquals(List.of(), steps().move().days().current().unremoved());
    }

    @Test
    void aPartWhoseTimeHasNotComeIsNotDone() {
        deliver(2);
        Stream patient = new Stream(ConfigurationParser.parse(CONFIGURATION
                .replace("\"KeepSourceForMinutes\": 0", "\"KeepSourceForMinutes\": 120").getBytes(UTF_8))
                .configuration().orElseThrow(), ports, () -> now, _ -> {});
        DayMoveSteps<?> steps = DayMoveSteps.of(patient.lake(), Optional.empty(), Deadline.NONE);
        var part = new PlanPart(1, 0, 2);
        steps.plan();
        steps.join(DAY, part);
        steps.settle(DAY, 1, 1, List.of(new Answer("", "done", "")));
        assertEquals("blocked", steps.remove(DAY, part).path("outcome").asText());
    }

    /// A step of a part.
    private interface Step {
        ObjectNode take(DayMoveSteps<?> steps, PlanPart part);
    }

    /// How many invocations of little time it takes to carry out ten joins.
    private int invocations(Step step) {
        PlanPart part = new PlanPart(1, 0, 10);
        for (int invocations = 1;; invocations++) {
            ObjectNode answer = step.take(steps(looks(8)), part);
            if (!answer.path("outcome").asText().equals("more")) {
                assertEquals("done", answer.path("outcome").asText(), answer::toString);
                return invocations;
            }
            assertTrue(answer.path("from").asInt() > part.from(), answer::toString);
            part = new PlanPart(1, answer.path("from").asInt(), 10);
        }
    }

    @Test
    void anObjectThatAWholeInvocationIsTooShortForHoldsUpItsDayByName() {
        deliver(2);
        steps().plan();
        ObjectNode answer = steps(looks(0)).join(DAY, new PlanPart(1, 0, 2));
        assertEquals("blocked", answer.path("outcome").asText());
        assertTrue(answer.path("why").asText().startsWith("making large/k=000/date=2025-12-01/orders-"),
                answer::toString);
        assertTrue(answer.path("why").asText().contains("lower TargetSizeInMBs"), answer::toString);
        assertEquals(0, large());
        JsonNode settled = steps().settle(DAY, 1, 1, List.of(new Answer("", "blocked", "too long")));
        assertEquals("blocked", settled.path("outcome").asText());
        assertEquals(List.of(), steps().move().days().current().unremoved(), "it is not moved");
    }

    /// A part whose answer was lost is not whole: the machine never makes one, and nobody relies on that.
    @Test
    void aDayIsNotMovedOverAPartThatIsNotWhole() {
        deliver(2);
        steps().plan();
        assertEquals("blocked", steps().settle(DAY, 1, 1, List.of(new Answer("", "more", ""))).path("outcome")
                .asText());
        assertEquals("again", steps().settle(DAY, 1, 1, List.of()).path("outcome").asText());
        assertEquals(List.of(), steps().move().days().current().unremoved());
    }

    @Test
    void theDaysThatTheTimeIsTooShortToPlanAreTheNextExecutions() {
        deliver(2);
        Deadline gone = () -> Duration.ofSeconds(30);
        assertEquals(0, steps(gone).plan().path("days").size());
        assertEquals(1, steps().plan().path("days").size());
    }

    @Test
    void partsAreAllOfARoundInOrderAndNotMoreThanTheStateHasRoomFor() {
        deliver(950);
        steps().plan();
        JsonNode opened = steps().open(DAY, 1);
        int next = 0;
        for (JsonNode part : opened.path("parts")) {
            assertEquals(next, part.path("from").asInt());
            next = part.path("to").asInt();
        }
        assertEquals(950, next);
        assertEquals(10, opened.path("parts").size());
    }

    @Test
    void aReportNamesTheDaysThatDidNotEndWell() {
        assertEquals(2, DayMoveSteps.report(List.of(new Answer("2025-12-01", "done", ""),
                new Answer("2025-12-02", "done", ""))).path("days").asInt());
        String message = assertThrows(DayMoveException.class, () -> DayMoveSteps.report(List.of(
                new Answer("2025-12-01", "done", ""), new Answer("2025-12-02", "failed", "it is damaged"))))
                .getMessage();
        assertTrue(message.endsWith("of 1 days: 2025-12-02: it is damaged"), message);
    }

    /// A day without a word of why it failed is one that failed.
    @Test
    void aDayThatFailedWithoutAReasonIsReportedToo() {
        assertThrows(DayMoveException.class, () -> DayMoveSteps.report(List.of(
                new Answer("2025-12-02", "failed", ""))));
        assertThrows(DayMoveException.class, () -> DayMoveSteps.report(List.of(
                new Answer("2025-12-02", "", ""))));
    }
}
