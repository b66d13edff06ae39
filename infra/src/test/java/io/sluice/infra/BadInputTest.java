package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis.Way;
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
                    source | queue | source=queue is none of direct, kinesis, kinesis-events, msk, existing
                    source | msk | source=msk needs DeliveryStreamType MSKAsSource and MSKSourceConfiguration
                    source | existing | existingStream names the Firehose stream to attach to
                    kinesisStream | arn:aws:kinesis:us-east-1:123456789012:stream/x | kinesisStream and kinesisKey
                    kinesisStream | orders | kinesisStream=orders is not the ARN of a Kinesis stream: arn:aws:kinesis:
                    kinesisKey | alias/orders | kinesisKey=alias/orders is not the ARN of a KMS key
                    kinesisKey | arn:aws:kms:us-east-1:123456789012:key/1-2 | kinesisStream and kinesisKey are for
                    bucket | arn:aws:s3:::orders | bucket=arn:aws:s3:::orders is not the name of a bucket
                    bucket | Orders_Data | bucket=Orders_Data is not the name of a bucket
                    alarmTopic | operators | alarmTopic=operators is not the ARN of an SNS topic
                    existingStream | no such name | existingStream=no such name is not the name of a delivery stream
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
        var context = Way.KINESIS_EVENTS.context();
        context.put("kinesisKey", "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555");

        assertRefused(context, "is the key of a Kinesis stream of yours; name that stream with -c kinesisStream=ARN");
    }

    @Test
    void aSourceThatDoesNotFitTheDeliveryIsRefused() {
        var context = Way.FIREHOSE.context();
        context.put("source", "kinesis-events");

        assertRefused(context, "A Kinesis event source needs Sluice.Delivery \"buffer\"");
    }

    @Test
    void anOptionThatContradictsTheConfigurationIsRefused() {
        var direct = Way.PASSED_ON.context();
        direct.put("source", "direct");
        assertRefused(direct, "source=direct contradicts DeliveryStreamType KinesisStreamAsSource");

        var other = Way.PASSED_ON.context();
        other.put("kinesisStream", "arn:aws:kinesis:us-east-1:123456789012:stream/other");
        assertRefused(other, "stream/other contradicts KinesisStreamARN arn:aws:kinesis");
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
    void memoryThatANewAccountDoesNotHaveIsWarnedOf(int waveSizeInMbs, boolean warned, @TempDir Path folder)
            throws IOException {
        var configuration = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        ((ObjectNode) configuration.path("Sluice")).put("WaveSizeInMBs", waveSizeInMbs);
        var context = Way.BUFFER.context();
        context.put("config",
                Files.writeString(folder.resolve("wave.json"), configuration.toString()).toString());
        var app = Synthesis.app(context);
        SluiceApp.define(app);

        var metadata = Path.of(app.synth().getDirectory()).resolve("SluicePipeline-orders.metadata.json");
        assertEquals(warned, Files.readString(metadata).contains("new AWS accounts allow 3,008 MB"));
    }

    @Test
    void streamsWithUnusualNamesHaveStacksOfTheirOwn() {
        assertEquals("orders", SluiceApp.stackSuffix("orders"));
        assertTrue(SluiceApp.stackSuffix("orders.eu").matches("orders-eu-[0-9a-f]{8}"));
        assertTrue(!SluiceApp.stackSuffix("orders.eu").equals(SluiceApp.stackSuffix("orders_eu")));
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
