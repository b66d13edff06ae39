package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// Delivery `buffer`: Firehose batches and invokes, Sluice stages and delivers.
public final class BufferDeliveryTest {
    private final JsonNode pipeline = Synthesis.of(Way.BUFFER).pipeline();

    @Test
    void firehosePartitionsNothingAndKeepsToItsOwnPrefix() {
        var destination = destination();

        assertTrue(destination.path("DynamicPartitioningConfiguration").isMissingNode());
        assertEquals("unpartitioned/", destination.path("Prefix").asText());
        assertEquals("errors/!{firehose:error-output-type}/", destination.path("ErrorOutputPrefix").asText());
    }

    @Test
    void theTransformIsTheOnlyProcessorAndGetsTheLargestBatches() {
        var processors = destination().at("/ProcessingConfiguration/Processors");

        assertEquals(1, processors.size());
        assertEquals("Lambda", processors.get(0).path("Type").asText());
        assertEquals("3", parameter(processors.get(0), "BufferSizeInMBs").asText());
        assertEquals("{\"Ref\":\"StreamTransformLiveF76F80D0\"}", parameter(processors.get(0), "LambdaArn").toString());
    }

    @Test
    void theDeliveryStreamHasTheUsersNameAndIsEncrypted() {
        var stream = Synthesis.only(pipeline, "AWS::KinesisFirehose::DeliveryStream");

        assertEquals("orders", stream.path("DeliveryStreamName").asText());
        assertEquals("DirectPut", stream.path("DeliveryStreamType").asText());
        assertEquals("AWS_OWNED_CMK", stream.at("/DeliveryStreamEncryptionConfigurationInput/KeyType").asText());
    }

    @Test
    void allFunctionsRunTheSameConfigurationAndResources() {
        var transform = environment("TransformFunction");

        assertEquals(transform, environment("FlushFunction"));
        assertEquals(transform, environment("RetentionFunction"));
        assertEquals(List.of("SLUICE_CONFIG", "SLUICE_DATA_BUCKET", "SLUICE_INDEX_TABLE", "SLUICE_STAGING_BUCKET"),
                transform.properties().stream().map(java.util.Map.Entry::getKey).sorted().toList());
    }

    @Test
    void functionsRunOnJava25OnArmFromASnapshotAndUntraced() {
        for (var id : List.of("TransformFunction", "FlushFunction", "RetentionFunction")) {
            var function = pipeline.path("Resources").path(id).path("Properties");
            assertEquals("java25", function.path("Runtime").asText());
            assertEquals("[\"arm64\"]", function.path("Architectures").toString());
            assertEquals("PublishedVersions", function.at("/SnapStart/Fn::If/1/ApplyOn").asText());
            assertTrue(function.path("TracingConfig").isMissingNode());
            assertFalse(function.at("/LoggingConfig/LogGroup").isMissingNode());
            assertEquals("JSON", function.at("/LoggingConfig/LogFormat").asText());
            assertTrue(function.at("/LoggingConfig/ApplicationLogLevel").isMissingNode(), "metrics are of no level");
        }
        assertEquals(3, Synthesis.resources(pipeline, "AWS::Lambda::Alias").size());
        Synthesis.resources(pipeline, "AWS::Logs::LogGroup").values()
                .forEach(logs -> assertEquals(30, logs.at("/Properties/RetentionInDays").asInt()));
    }

    @Test
    void theFlusherRunsAtTheConfiguredIntervalAndNobodyRetriesIt() {
        var schedule = scheduled("rate(2 minutes)");
        var invocation = invocation("FlushFunction");

        assertEquals("{}", schedule.at("/Target/Input").asText());
        assertEquals("OFF", schedule.at("/FlexibleTimeWindow/Mode").asText());
        assertEquals("{\"Ref\":\"StreamFlusherFlushLiveF26668AE\"}", schedule.at("/Target/Arn").toString());
        assertEquals(0, schedule.at("/Target/RetryPolicy/MaximumRetryAttempts").asInt(-1));
        assertEquals(0, invocation.path("MaximumRetryAttempts").asInt(-1));
        assertEquals(schedule.at("/Target/DeadLetterConfig/Arn"),
                invocation.at("/DestinationConfig/OnFailure/Destination"));
    }

    @Test
    void stagedObjectsThatNothingRefersToAreSweptDailyInAsManyInvocationsAsItTakes() {
        var sweep = scheduled("rate(1 hour)");
        assertEquals("{\"sweep\":\"when due\"}", sweep.at("/Target/Input").asText());
        assertEquals(scheduled("rate(2 minutes)").at("/Target/Arn"), sweep.at("/Target/Arn"));
        assertEquals(900, pipeline.at("/Resources/FlushFunction/Properties/Timeout").asInt(),
                "a sweep and a recovery have as long as Lambda gives");
    }

    @Test
    void whatIsTooOldIsRemovedDailyAndAFailureIsReported() {
        var schedule = scheduled("cron(30 2 * * ? *)");
        var invocation = invocation("RetentionFunction");

        assertEquals("{\"run\":true}", schedule.at("/Target/Input").asText());
        assertEquals(schedule.at("/Target/DeadLetterConfig/Arn"),
                invocation.at("/DestinationConfig/OnFailure/Destination"));
        assertEquals(900, pipeline.at("/Resources/RetentionFunction/Properties/Timeout").asInt());
    }

    private JsonNode invocation(String function) {
        return Synthesis.resources(pipeline, "AWS::Lambda::EventInvokeConfig").values().stream()
                .map(resource -> resource.path("Properties"))
                .filter(properties -> properties.at("/FunctionName/Ref").asText().equals(function)
                        || properties.path("FunctionName").toString().contains("\"" + function + "\""))
                .findFirst().orElseThrow();
    }

    private JsonNode scheduled(String rate) {
        for (JsonNode resource : pipeline.path("Resources")) {
            if (resource.path("Type").asText().equals("AWS::Scheduler::Schedule")
                    && resource.at("/Properties/ScheduleExpression").asText().equals(rate)) {
                return resource.path("Properties");
            }
        }
        throw new AssertionError("No schedule with " + rate);
    }

    @Test
    void onlyTheFlushersOverlapIsCapped() {
        assertEquals(2, concurrency("FlushFunction").asInt());
        assertTrue(concurrency("TransformFunction").isMissingNode());
        assertTrue(Synthesis.of(Way.EVERYTHING_EXISTS).pipeline()
                .at("/Resources/FlushFunction/Properties/ReservedConcurrentExecutions").isMissingNode());
    }

    @Test
    void aFlusherThatSharesItsWorkMayInvokeItselfAndHasRoomForIt() {
        var sharing = Synthesis.of(Way.ENCRYPTED).pipeline();
        assertEquals(5, sharing.at("/Resources/FlushFunction/Properties/ReservedConcurrentExecutions").asInt());
        var statements = Synthesis.statements(sharing, "InvokeSlices");
        assertEquals(1, statements.size());
        assertEquals("lambda:InvokeFunction", statements.getFirst().path("Action").asText());
        assertEquals(scheduled("rate(2 minutes)").at("/Target/Arn"), statements.getFirst().path("Resource"));
        assertTrue(Synthesis.statements(pipeline, "InvokeSlices").isEmpty());
    }

    @Test
    void theFailureQueueIsEncryptedAndTlsOnly() {
        assertTrue(Synthesis.only(pipeline, "AWS::SQS::Queue").path("SqsManagedSseEnabled").asBoolean());
        assertTrue(Synthesis.only(pipeline, "AWS::SQS::QueuePolicy").toString()
                .contains("{\"aws:SecureTransport\":\"false\"}"));
    }

    private JsonNode concurrency(String function) {
        return pipeline.path("Resources").path(function).path("Properties").path("ReservedConcurrentExecutions");
    }

    private JsonNode destination() {
        return Synthesis.only(pipeline, "AWS::KinesisFirehose::DeliveryStream")
                .path("ExtendedS3DestinationConfiguration");
    }

    private JsonNode environment(String function) {
        return pipeline.path("Resources").path(function).at("/Properties/Environment/Variables");
    }

    public static JsonNode parameter(JsonNode processor, String name) {
        return StreamSupport.stream(processor.path("Parameters").spliterator(), false)
                .filter(parameter -> parameter.path("ParameterName").asText().equals(name)).findFirst().orElseThrow()
                .path("ParameterValue");
    }
}
