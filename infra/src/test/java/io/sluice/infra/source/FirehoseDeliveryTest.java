package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.BufferDeliveryTest;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// Delivery `firehose`: the function answers with partition keys, Firehose's dynamic partitioning delivers.
final class FirehoseDeliveryTest {
    private final JsonNode pipeline = Synthesis.of(Way.FIREHOSE).pipeline();
    private final JsonNode destination = Synthesis.only(pipeline, "AWS::KinesisFirehose::DeliveryStream")
            .path("ExtendedS3DestinationConfiguration");

    @Test
    void firehosePartitionsByTheKeysThatTheFunctionAnswers() {
        assertEquals("orders/shop=!{partitionKeyFromLambda:shop}/day=!{timestamp:yyyy-MM-dd}/",
                destination.path("Prefix").asText());
        assertEquals("errors/!{firehose:error-output-type}/", destination.path("ErrorOutputPrefix").asText());
        assertTrue(destination.at("/DynamicPartitioningConfiguration/Enabled").asBoolean());
        assertEquals(600, destination.at("/DynamicPartitioningConfiguration/RetryOptions/DurationInSeconds").asInt());
    }

    @Test
    void bufferingAndCompressionAreTheConfigurations() {
        assertEquals(64, destination.at("/BufferingHints/SizeInMBs").asInt());
        assertEquals(300, destination.at("/BufferingHints/IntervalInSeconds").asInt());
        assertEquals("GZIP", destination.path("CompressionFormat").asText());
    }

    @Test
    void splittingAndDelimitingStayWithFirehoseAroundTheFunction() {
        var processors = StreamSupport
                .stream(destination.at("/ProcessingConfiguration/Processors").spliterator(), false).toList();

        assertEquals(List.of("RecordDeAggregation", "Lambda", "AppendDelimiterToRecord"),
                processors.stream().map(processor -> processor.path("Type").asText()).toList());
        assertEquals("JSON", BufferDeliveryTest.parameter(processors.getFirst(), "SubRecordType").asText());
        assertEquals("1", BufferDeliveryTest.parameter(processors.get(1), "BufferSizeInMBs").asText());
    }

    @Test
    void nothingOfTheBufferIsDeployed() {
        for (var type : List.of("AWS::SQS::Queue", "AWS::Lambda::EventInvokeConfig")) {
            assertEquals(Map.of(), Synthesis.resources(pipeline, type));
        }
        assertEquals("rate(7 days)", Synthesis.only(pipeline, "AWS::Scheduler::Schedule").path("ScheduleExpression")
                .asText(), "what keeps the snapshot, and nothing else");
        assertEquals(Map.of(), Synthesis.resources(Synthesis.of(Way.FIREHOSE).storage(), "AWS::DynamoDB::Table"));
        assertEquals(1, Synthesis.resources(pipeline, "AWS::Lambda::Function").size());
    }

    @Test
    void theFunctionMayWriteItsLogsAndNothingElse() {
        var statements = Synthesis.statements(pipeline, "TransformRole");

        assertEquals(1, statements.size());
        assertEquals("[\"logs:CreateLogStream\",\"logs:PutLogEvents\"]",
                statements.getFirst().path("Action").toString());
    }

    @Test
    void whatIsFirehosesOwnGoesOverWithTheStacksRole() {
        var stream = Synthesis.only(Synthesis.of(Way.PASSED_ON).pipeline(), "AWS::KinesisFirehose::DeliveryStream");
        var passedOn = stream.path("ExtendedS3DestinationConfiguration");
        var role = passedOn.path("RoleARN");

        assertEquals("[{\"Key\":\"team\",\"Value\":\"shop\"}]", stream.path("Tags").toString());
        assertEquals("Enabled", passedOn.path("S3BackupMode").asText());
        assertEquals("arn:aws:s3:::orders-backup", passedOn.at("/S3BackupConfiguration/BucketARN").asText());
        assertEquals(role, passedOn.at("/S3BackupConfiguration/RoleARN"));
        assertEquals(role, passedOn.at("/DataFormatConversionConfiguration/SchemaConfiguration/RoleARN"));
        assertEquals("SNAPPY", passedOn
                .at("/DataFormatConversionConfiguration/OutputFormatConfiguration/Serializer/ParquetSerDe/Compression")
                .asText());
        assertTrue(passedOn
                .at("/DataFormatConversionConfiguration/InputFormatConfiguration/Deserializer/OpenXJsonSerDe")
                .path("CaseInsensitive").asBoolean(), "an empty object would be left out: " + passedOn);
        assertTrue(Synthesis.statements(Synthesis.of(Way.PASSED_ON).pipeline(), "FirehoseRole").stream()
                .anyMatch(statement -> statement.toString().contains("arn:aws:s3:::orders-backup/raw/*")));
    }
}
