package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.BufferDeliveryTest;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.app.SluiceApp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.kinesis.Stream;

/// The ways for records to come in other than a new delivery stream that producers put to.
final class SourcesTest {
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final String STREAM = "AWS::KinesisFirehose::DeliveryStream";

    @Test
    void firehoseReadsANewKinesisStreamOfTheStorageStack() {
        var synthesis = Synthesis.of(Way.BUFFER_FROM_KINESIS);
        var stream = Synthesis.only(synthesis.pipeline(), STREAM);

        assertEquals("KinesisStreamAsSource", stream.path("DeliveryStreamType").asText());
        assertTrue(stream.path("DeliveryStreamEncryptionConfigurationInput").isMissingNode());
        assertEquals("KMS", Synthesis.only(synthesis.storage(), "AWS::Kinesis::Stream")
                .at("/StreamEncryption/EncryptionType").asText());
    }

    @Test
    void firehoseReadsTheUsersKinesisStream() {
        var synthesis = Synthesis.of(Way.FIREHOSE_FROM_KINESIS);

        assertEquals("arn:aws:kinesis:us-east-1:123456789012:stream/orders",
                Synthesis.only(synthesis.pipeline(), STREAM)
                        .at("/KinesisStreamSourceConfiguration/KinesisStreamARN").asText());
        assertEquals(Map.of(), Synthesis.resources(synthesis.storage(), "AWS::Kinesis::Stream"));
    }

    @Test
    void theConfigurationsOwnKinesisSourceNeedsNoOption() {
        assertEquals("arn:aws:kinesis:us-east-1:123456789012:stream/orders",
                Synthesis.only(Synthesis.of(Way.PASSED_ON).pipeline(), STREAM)
                        .at("/KinesisStreamSourceConfiguration/KinesisStreamARN").asText());
    }

    /// See [KinesisEventSource]: positions decide, so any boundaries and any number of retries are right, side by
    /// side are not.
    @Test
    void aKinesisShardIsReadOneBatchAtATimeInHalvesWhereItFailsAndIsNeverGivenUp() {
        var pipeline = Synthesis.of(Way.KINESIS_EVENTS).pipeline();
        var mapping = Synthesis.only(pipeline, "AWS::Lambda::EventSourceMapping");

        assertEquals(1, mapping.path("ParallelizationFactor").asInt());
        assertTrue(mapping.path("BisectBatchOnFunctionError").asBoolean());
        assertTrue(mapping.path("FunctionResponseTypes").isMissingNode());
        assertEquals(-1, mapping.path("MaximumRetryAttempts").asInt());
        assertEquals(-1, mapping.path("MaximumRecordAgeInSeconds").asInt());
        assertEquals("TRIM_HORIZON", mapping.path("StartingPosition").asText());
        assertTrue(Synthesis.text(mapping.path("FunctionName")).endsWith(":live"));
        assertFalse(mapping.at("/DestinationConfig/OnFailure/Destination").isMissingNode());
        assertEquals(Map.of(), Synthesis.resources(pipeline, STREAM));
    }

    @Test
    void aFunctionThatKinesisInvokesReadsPositionsAndNothingElseOfTheTable() {
        var statements = Synthesis.of(Way.KINESIS_EVENTS).pipeline().findParents("Action").stream()
                .filter(statement -> statement.path("Action").asText().equals("dynamodb:GetItem")).toList();
        assertEquals(1, statements.size());
        assertEquals("[\"orders#position\",\"orders#state\"]", statements.getFirst()
                .at("/Condition/ForAllValues:StringEquals/dynamodb:LeadingKeys").toString());
    }

    @Test
    void whatAppsAttachThemselvesInvokesAFunctionThatReadsPositions() {
        var pipeline = Synthesis.of(Way.KAFKA).pipeline();
        var statements = pipeline.findParents("Action").stream()
                .filter(statement -> statement.path("Action").asText().equals("dynamodb:GetItem")).toList();

        assertEquals(1, statements.size());
        assertEquals(Map.of(), Synthesis.resources(pipeline, STREAM));
        assertEquals(Map.of(), Synthesis.resources(pipeline, "AWS::Lambda::EventSourceMapping"));
    }

    /// The function would refuse every event.
    @ParameterizedTest
    @CsvSource({"DirectPut", "KinesisEvents"})
    void aSourceWhoseEventsTheFunctionRefusesIsNotDeployed(String source) {
        var stack = new Stack(new App(), "Shop");
        var stream = SluiceStream.Builder.create(stack, "Orders")
                .definition(StreamDefinition.read(Way.KAFKA.configuration())).source(source.equals("DirectPut")
                        ? new Source.DirectPut()
                        : new Source.KinesisEvents(new Stream(stack, "Kinesis")));
        var refused = assertThrows(DeploymentException.class, stream::build);
        assertTrue(refused.explanation().contains("takes events of a Kafka event source (Sluice.Source.Type), and its"
                + " function would refuse those of " + source), refused.explanation());
    }

    @Test
    void anExistingStreamIsAttachedToByOneCallThatTheStackPrints() throws Exception {
        var pipeline = Synthesis.of(Way.BUFFER_ON_EXISTING).pipeline();
        var command = attachCommand(pipeline);

        assertEquals(Map.of(), Synthesis.resources(pipeline, STREAM));
        assertTrue(command.startsWith("aws firehose update-destination --delivery-stream-name orders"
                + " --current-delivery-stream-version-id \"$(aws firehose describe-delivery-stream"), command);
        var update = update(command);
        assertEquals(List.of("ProcessingConfiguration"), update.properties().stream().map(Map.Entry::getKey).toList());
        var lambda = update.at("/ProcessingConfiguration/Processors/0");
        assertEquals("${StreamTransformLiveF76F80D0}", BufferDeliveryTest.parameter(lambda, "LambdaArn").asText());
        assertTrue(BufferDeliveryTest.parameter(lambda, "RoleArn").asText().contains("InvokeRole"));
    }

    @Test
    void anExistingPartitioningStreamTakesOverThePrefixesToo() throws Exception {
        var update = update(attachCommand(Synthesis.of(Way.FIREHOSE_ON_EXISTING).pipeline()));

        assertEquals("orders/shop=!{partitionKeyFromLambda:shop}/day=!{timestamp:yyyy-MM-dd}/",
                update.path("Prefix").asText());
        assertEquals("errors/!{firehose:error-output-type}/", update.path("ErrorOutputPrefix").asText());
    }

    /// `'T'` in a prefix's timestamp is not the shell's.
    @Test
    void theAttachCommandKeepsTheQuotesOfATimestamp(@TempDir Path folder) throws Exception {
        var context = Way.FIREHOSE_ON_EXISTING.context();
        var configuration = (ObjectNode) Synthesis.read(Synthesis.configuration("firehose.json"));
        String prefix = "orders/shop=!{partitionKeyFromQuery:shop}/!{timestamp:yyyy-MM-dd'T'HH}/";
        ((ObjectNode) configuration.path("ExtendedS3DestinationConfiguration")).put("Prefix", prefix);
        Path file = Files.writeString(folder.resolve("quoted.json"), configuration.toString());
        context.put("config",
                Synthesis.withSource(file, "{'Type': 'firehose', 'ExistingStream': 'orders'}").toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);
        var command = attachCommand(Synthesis
                .read(Path.of(app.synth().getDirectory()).resolve("SluicePipeline-orders.template.json")));

        var json = new ProcessBuilder("sh", "-c", "printf %s "
                + command.substring(command.indexOf("--extended-s3-destination-update ") + 33)).start();
        assertEquals(prefix.replace("FromQuery", "FromLambda"),
                Synthesis.JSON.readTree(json.getInputStream()).path("Prefix").asText());
        assertEquals(0, json.waitFor());
    }

    /// A key of the user's own decrypts for whoever reads the stream, and for nothing else.
    @ParameterizedTest
    @CsvSource({"KINESIS_EVENTS, TransformRole", "BUFFER_FROM_KINESIS, FirehoseRole"})
    void aKinesisStreamWithAKeyOfItsOwnIsReadWithThatKey(Way way, String role) throws Exception {
        var app = Synthesis.app(way.context("{'KinesisStream': 'arn:aws:kinesis:us-east-1:123456789012:stream/orders',"
                + " 'KMSKeyARN': '" + KEY + "'}"));
        SluiceApp.define(app);
        var pipeline = Synthesis
                .read(Path.of(app.synth().getDirectory()).resolve("SluicePipeline-orders.template.json"));
        var decrypts = Synthesis.statements(pipeline, role).stream()
                .filter(statement -> Synthesis.text(statement.path("Resource")).equals(KEY)).toList();

        assertEquals(1, decrypts.size());
        assertEquals("kms:Decrypt", decrypts.getFirst().path("Action").asText());
        assertEquals("kinesis.${AWS::Region}.${AWS::URLSuffix}",
                Synthesis.text(decrypts.getFirst().at("/Condition/StringEquals/kms:ViaService")));
        assertEquals(1, pipeline.findValuesAsText("Resource").stream().filter(KEY::equals).count());
    }

    @Test
    void aSharedReadNeedsNoSubscription() {
        assertFalse(Synthesis.of(Way.KINESIS_EVENTS).pipeline().toString().contains("kinesis:SubscribeToShard"));
    }

    private static JsonNode update(String command) throws Exception {
        var start = command.indexOf('{', command.indexOf("--extended-s3-destination-update '"));
        return Synthesis.JSON.readTree(command.substring(start, command.length() - 1));
    }

    private static String attachCommand(JsonNode pipeline) {
        var output = pipeline.path("Outputs").properties().stream()
                .filter(entry -> entry.getKey().contains("AttachCommand")).findFirst().orElseThrow();
        return Synthesis.text(output.getValue().path("Value"));
    }
}
