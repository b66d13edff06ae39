package io.sluice.infra.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What cannot be deployed is refused with one message, as an error of the one stack that is left.
final class BadInputTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    config |  | No configuration: name the stream's configuration file with -c config=FILE
                    config | nowhere.json | There is no configuration file nowhere.json
                    bucket | arn:aws:s3:::orders | bucket=arn:aws:s3:::orders is not the name of a bucket
                    bucket | Orders_Data | bucket=Orders_Data is not the name of a bucket
                    alarmTopic | operators | alarmTopic=operators is not the ARN of an SNS topic
                    flusherConcurrency | many | flusherConcurrency=many is none of reserved, none
                    tableDatabase | mine | tableDatabase=mine is none of new, existing
                    functionJar | nowhere.jar | The functions' jar nowhere.jar is not built. Build it with: mvn
                    """)
    void theMessageNamesTheOptionAndItsValue(String option, String value, String message) {
        var context = Way.BUFFER.context();
        context.put(option, value == null ? "" : value);

        assertRefused(context, message);
    }

    @Test
    void theKeyOfAStreamThatSluiceMakesItselfIsRefused() {
        assertRefused(Way.KINESIS_EVENTS.context(
                "{'KMSKeyARN': 'arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555'}"),
                "$.Sluice.Source.KMSKeyARN: it is the key of a Kinesis stream of yours: name that stream in"
                        + " KinesisStream");
    }

    @Test
    void aSourceThatDoesNotFitTheDeliveryIsRefused() {
        assertRefused(Way.FIREHOSE.context("{'Type': 'kinesis'}"), "$.Sluice.Source.Type: in firehose delivery Firehose"
                + " invokes the function; set Delivery to buffer");
    }

    @Test
    void aSourceThatContradictsTheRequestIsRefused() {
        assertRefused(Way.PASSED_ON.context("{'Type': 'firehose', 'KinesisStream': 'new'}"),
                "$.Sluice.Source.KinesisStream: new contradicts arn:aws:kinesis");
        assertRefused(Way.PASSED_ON.context("{'Type': 'firehose', 'KinesisStream':"
                + " 'arn:aws:kinesis:us-east-1:123456789012:stream/other'}"),
                "stream/other contradicts arn:aws:kinesis:us-east-1:123456789012:stream/orders");
    }

    @Test
    void allErrorsOfAConfigurationAreListedWithTheirPaths() {
        var context = Way.BUFFER.context();
        context.put("config", Synthesis.configuration("invalid.json").toString());

        var message = assertRefused(context, "invalid.json has ");
        assertTrue(message.contains("$.DeliveryStreamNam"), message);
        assertTrue(message.contains("$.ExtendedS3DestinationConfiguration.BufferingHints"), message);
    }

    /// Lambda gives an account 3,008 MB until it asks for more.
    @ParameterizedTest
    @CsvSource({"624, false", "625, true"})
    void memoryThatANewAccountDoesNotHaveIsWarnedOf(int flushMemoryInMbs, boolean warned, @TempDir Path folder)
            throws IOException {
        var configuration = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        ((ObjectNode) configuration.path("Sluice")).put("FlushMemoryInMBs", flushMemoryInMbs);
        var context = Way.BUFFER.context();
        context.put("config",
                Files.writeString(folder.resolve("memory.json"), configuration.toString()).toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);

        var metadata = Path.of(app.synth().getDirectory()).resolve("SluicePipeline-orders.metadata.json");
        assertEquals(warned, Files.readString(metadata).contains("new AWS accounts allow 3,008 MB"));
    }

    @Test
    void streamsWithUnusualNamesHaveStacksOfTheirOwn() {
        assertEquals("orders", StreamDefinition.plainName("orders"));
        assertTrue(StreamDefinition.plainName("orders.eu").matches("orders-eu-[0-9a-f]{8}"));
        assertTrue(!StreamDefinition.plainName("orders.eu").equals(StreamDefinition.plainName("orders_eu")));
    }

    /// The CDK command line prints errors of stacks and stops; an app that fails would add its build's output to it.
    @Test
    void aRefusalIsTheOneErrorOfTheOneStack() throws IOException {
        var folder = Path.of(
                SluiceApp.refuse(Files.createTempDirectory(Path.of("target"), "refused"), "because").getDirectory());

        var manifest = Synthesis.JSON.readTree(folder.resolve("manifest.json").toFile());
        assertEquals(1, manifest.path("artifacts").findValuesAsText("templateFile").size());
        assertTrue(Files.readString(folder.resolve("Sluice.metadata.json")).contains("\"because\""));
    }

    private static String assertRefused(Map<String, Object> context, String message) {
        var app = Synthesis.app(context);
        var refusal = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(refusal.contains(message), refusal);
        return refusal;
    }
}
