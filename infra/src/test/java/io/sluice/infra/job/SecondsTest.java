package io.sluice.infra.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.BufferDeliveryTest;
import io.sluice.infra.Change;
import io.sluice.infra.Deployed;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A flusher that runs every five seconds.
final class SecondsTest {
    private final JsonNode pipeline = Synthesis.of(Way.SECONDS).pipeline();

    @Test
    void eachMinuteAMessageIsSentForEachOfItsTicksAndNoneDependsOnAnother() throws IOException {
        List<Integer> seconds = new ArrayList<>();
        for (JsonNode schedule : senders()) {
            assertEquals("rate(1 minute)", schedule.path("ScheduleExpression").asText());
            JsonNode request = Synthesis.JSON.readTree(Synthesis.text(schedule.at("/Target/Input")));
            JsonNode entries = request.path("Entries");
            assertTrue(request.path("QueueUrl").asText().contains(ticks().getKey()), request.toString());
            assertTrue(entries.size() <= 10, "one request takes ten");
            assertEquals(entries.size(), entries.findValuesAsText("Id").stream().distinct().count());
            entries.forEach(entry -> seconds.add(entry.path("DelaySeconds").asInt()));
        }
        assertEquals(IntStream.range(0, 12).map(i -> 5 * i).boxed().toList(), seconds.stream().sorted().toList());
    }

    @Test
    void theScheduleOfWholeRunsGoesOnBesideThem() {
        JsonNode whole = schedules().filter(each -> each.at("/Target/Input").asText().equals("{}")).findFirst()
                .orElseThrow();
        assertEquals("rate(1 minute)", whole.path("ScheduleExpression").asText());
    }

    /// It is gone before it is visible again.
    @Test
    void aTickThatFailsOrThatNobodyTookIsNotKept() {
        JsonNode queue = ticks().getValue();
        assertEquals(120, queue.path("MessageRetentionPeriod").asInt());
        assertTrue(queue.path("VisibilityTimeout").asInt() >= pipeline.at(
                "/Resources/FlushFunction/Properties/Timeout").asInt(), "as Lambda asks for");
        assertTrue(queue.path("VisibilityTimeout").asInt() > queue.path("MessageRetentionPeriod").asInt());
        assertTrue(queue.path("RedrivePolicy").isMissingNode());
        assertTrue(queue.path("SqsManagedSseEnabled").asBoolean());
    }

    @Test
    void ticksThatPileUpAreTakenTogetherAndLeaveRoomForTheSchedulesRun() {
        JsonNode mapping = Synthesis.only(pipeline, "AWS::Lambda::EventSourceMapping");
        assertEquals(10, mapping.path("BatchSize").asInt());
        assertTrue(mapping.path("MaximumBatchingWindowInSeconds").isMissingNode(), "none waits for others");
        assertEquals(2, mapping.at("/ScalingConfig/MaximumConcurrency").asInt());
        assertTrue(Synthesis.text(mapping.path("FunctionName")).endsWith(":live"));
        assertEquals(4, pipeline.at("/Resources/FlushFunction/Properties/ReservedConcurrentExecutions").asInt());
    }

    @Test
    void theSenderMaySendAndTheFlusherMayReceiveAndNothingElse() {
        assertEquals(List.of("sqs:SendMessage"), actions("StreamFlusherTicksScheduleRole"));
        List<String> receiving = actions("FlushRole").stream().filter(action -> action.startsWith("sqs:")).toList();
        assertTrue(receiving.containsAll(List.of("sqs:DeleteMessage", "sqs:ReceiveMessage")), receiving::toString);
        Synthesis.statements(pipeline, "TicksScheduleRole").forEach(each -> assertEquals(2, each.path("Resource")
                .size(), each::toString));
    }

    @Test
    void itsSilenceIsAnAlarm() {
        JsonNode alarm = Synthesis.resources(pipeline, "AWS::CloudWatch::Alarm").entrySet().stream()
                .filter(each -> each.getKey().contains("TicksNotRunning")).findFirst().orElseThrow().getValue()
                .path("Properties");
        assertEquals("ignore", alarm.path("TreatMissingData").asText());
        assertEquals("NumberOfMessagesDeleted", alarm.findPath("MetricName").asText());
        assertTrue(alarm.findPath("Dimensions").toString().contains(ticks().getKey()));
    }

    @Test
    void aRequestThatIsTriedAgainIsNoAlarmYet() {
        assertEquals(60, Synthesis.resources(pipeline, "AWS::CloudWatch::Alarm").entrySet().stream()
                .filter(each -> each.getKey().contains("AlarmsFreshness")).findFirst().orElseThrow().getValue()
                .at("/Properties/Threshold").asInt());
    }

    @Test
    void sourcesGatherRecordsNoLongerThanFromTickToTick() {
        JsonNode lambda = Synthesis.only(pipeline, "AWS::KinesisFirehose::DeliveryStream")
                .at("/ExtendedS3DestinationConfiguration/ProcessingConfiguration/Processors/0");
        assertEquals("5", BufferDeliveryTest.parameter(lambda, "BufferIntervalInSeconds").asText());
        List<Integer> windows = Synthesis.resources(Synthesis.of(Way.SECONDS_FROM_KINESIS).pipeline(),
                "AWS::Lambda::EventSourceMapping").values().stream()
                .map(each -> each.path("Properties")).filter(each -> each.has("StartingPosition"))
                .map(each -> each.path("MaximumBatchingWindowInSeconds").asInt()).toList();
        assertEquals(List.of(5), windows);
    }

    @Test
    void operatorsKnowWhatStartsIt() {
        assertTrue(pipeline.path("Outputs").has("TicksScheduleName"));
        assertTrue(pipeline.path("Outputs").has("TicksSchedule2Name"));
    }

    @Test
    void aStreamThatIsFlushedByTheMinuteHasNoneOfIt() {
        JsonNode other = Synthesis.of(Way.BUFFER).pipeline();
        assertEquals(Map.of(), Synthesis.resources(other, "AWS::Lambda::EventSourceMapping"));
        assertEquals(1, Synthesis.resources(other, "AWS::SQS::Queue").size());
    }

    /// Under load: the function, its name and everything that holds records stay.
    @ParameterizedTest
    @CsvSource({"BUFFER, SECONDS", "SECONDS, BUFFER", "KINESIS_EVENTS, SECONDS_FROM_KINESIS",
            "SECONDS_FROM_KINESIS, KINESIS_EVENTS"})
    void aChangeToSecondsAndBackTakesNothingAwayButTheTicks(Way from, Way to) throws IOException {
        Change change = new Change(Deployed.read(Synthesis.of(from).folder()),
                Deployed.read(Synthesis.of(to).folder()));
        assertEquals(Set.of(), change.findings());
        for (Change.Gone gone : change.gone()) {
            assertTrue(gone.id().contains("Ticks") || gone.resource().type().equals("AWS::Lambda::Version"),
                    gone::toString);
        }
    }

    private Stream<JsonNode> schedules() {
        return Synthesis.resources(pipeline, "AWS::Scheduler::Schedule").values().stream()
                .map(each -> each.path("Properties"));
    }

    private List<JsonNode> senders() {
        return schedules().filter(each -> Synthesis.text(each.at("/Target/Arn"))
                .endsWith(":scheduler:::aws-sdk:sqs:sendMessageBatch")).toList();
    }

    private Map.Entry<String, JsonNode> ticks() {
        return Synthesis.resources(pipeline, "AWS::SQS::Queue").entrySet().stream()
                .filter(each -> each.getKey().contains("Ticks"))
                .map(each -> Map.entry(each.getKey(), each.getValue().path("Properties"))).findFirst().orElseThrow();
    }

    private List<String> actions(String role) {
        List<String> actions = new ArrayList<>();
        Synthesis.statements(pipeline, role).forEach(statement -> {
            JsonNode action = statement.path("Action");
            (action.isArray() ? action : List.of(action)).forEach(each -> actions.add(each.asText()));
        });
        return actions;
    }
}
