package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.DeployedSourceReader;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.ChangesReading;
import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaReading;
import io.sluice.infra.KafkaSecret;
import io.sluice.infra.KafkaStart;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.LogGroups;
import io.sluice.infra.OwnApp;
import io.sluice.infra.QueueReading;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.SqsQueue;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.Synthesis;
import io.sluice.infra.TableChanges;
import io.sluice.infra.Uploads;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;

/// The source that a configuration tells, in place of one that an app gives.
final class ConfiguredSourceTest {
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final String CLUSTER = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a-2b-3";
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final String TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/"
            + "2026-11-01T00:00:00.000";

    @Test
    void everyMemberIsTaken() {
        assertEquals(new Source.Kafka(new KafkaTopics(new KafkaCluster.SelfManaged(List.of("b1:9096", "b2:9096"),
                new KafkaLogin.Secret(KafkaLogin.Mechanism.MUTUAL_TLS,
                        KafkaSecret.of("arn:aws:secretsmanager:us-east-1:123456789012:secret:k-AbCdEf")),
                Optional.of(new KafkaCluster.Network(List.of("subnet-0a1b2c3d"), List.of("sg-0a1b2c3d"))),
                Optional.of(KafkaSecret.of("arn:aws:secretsmanager:us-east-1:123456789012:secret:r-AbCdEf"))),
                List.of("orders", "returns"),
                new KafkaReading(new KafkaStart.At(Instant.parse("2026-11-22T00:00:00Z")), 500, Duration.ofSeconds(5),
                        Optional.empty(), List.of("{\"value\":{\"type\":[\"order\"]}}")))),
                source(Way.KAFKA, """
                        {'Topics': ['orders', 'returns'], 'BootstrapServers': ['b1:9096', 'b2:9096'],
                         'Login': 'mutual-tls',
                         'SecretARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:k-AbCdEf',
                         'RootCertificateARN': 'arn:aws:secretsmanager:us-east-1:123456789012:secret:r-AbCdEf',
                         'SubnetIds': ['subnet-0a1b2c3d'], 'SecurityGroupIds': ['sg-0a1b2c3d'],
                         'StartingPosition': '2026-11-22T00:00:00Z', 'BatchSize': 500,
                         'MaximumBatchingWindowInSeconds': 5,
                         'Filters': ['{\\"value\\":{\\"type\\":[\\"order\\"]}}']}"""));
        assertEquals(new Source.Kafka(KafkaTopics.of(new KafkaCluster.Msk(CLUSTER, new KafkaLogin.Iam()), "orders")
                .read(KafkaReading.PRESET.as("mine").from(new KafkaStart.Newest()))),
                source(Way.KAFKA, "{'Topics': ['orders'], 'ClusterARN': '" + CLUSTER
                        + "', 'ConsumerGroupId': 'mine', 'StartingPosition': 'newest'}"));
        assertEquals(new Source.S3(Uploads.under("uploads", "in/").endingWith(".gz").with(KEY)), source(Way.OBJECTS,
                "{'Bucket': 'uploads', 'Prefix': 'in/', 'Suffix': '.gz', 'KMSKeyARN': '" + KEY + "'}"));
        assertEquals(new Source.Sqs(SqsQueue.of(QUEUE).with(KEY)
                .read(new QueueReading(500, Duration.ofSeconds(5), 7, List.of("{\"body\":{\"a\":[1]}}")))),
                source(Way.QUEUE, "{'QueueARN': '" + QUEUE + "', 'KMSKeyARN': '" + KEY + "', 'BatchSize': 500,"
                        + " 'MaximumBatchingWindowInSeconds': 5, 'MaximumConcurrency': 7,"
                        + " 'Filters': ['{\\\"body\\\":{\\\"a\\\":[1]}}']}"));
        assertEquals(new Source.Sqs(SqsQueue.of(QUEUE + ".fifo")),
                source(Way.QUEUE, "{'QueueARN': '" + QUEUE + ".fifo'}"));
        assertEquals(new Source.DynamoDb(TableChanges.of(TABLE).with(KEY).read(new ChangesReading(
                ChangesReading.Start.NEWEST, 500, Duration.ofSeconds(5), 7, List.of("{\"eventName\":[\"INSERT\"]}")))),
                source(Way.DYNAMODB, "{'StreamARN': '" + TABLE + "', 'KMSKeyARN': '" + KEY + "', 'StartingPosition':"
                        + " 'newest', 'BatchSize': 500, 'MaximumBatchingWindowInSeconds': 5,"
                        + " 'ParallelizationFactor': 7, 'Filters': ['{\\\"eventName\\\":[\\\"INSERT\\\"]}']}"));
        assertEquals(new Source.Logs(new LogGroups(List.of("/a", "/b"), "ERROR")),
                source(Way.LOGS, "{'LogGroups': ['/a', '/b'], 'FilterPattern': 'ERROR'}"));
    }

    /// Lambda gathers more than ten messages for a second at least; that it needs the preset of the other member.
    @Test
    void whatTakesThePresetToJudgeIsRefusedAtSynthesis() {
        var app = Synthesis.app(Way.QUEUE.context(
                "{'QueueARN': '" + QUEUE + "', 'BatchSize': 500, 'MaximumBatchingWindowInSeconds': 0}"));
        var refused = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(refused.contains("only for a second or longer"), refused);
    }

    @Test
    void theFunctionsAreNotToldWhatADeploymentAloneReads() throws IOException {
        for (var way : List.of(Way.KAFKA_OF_ONES_OWN, Way.SQS, Way.DYNAMODB, Way.OBJECTS, Way.LOGS,
                Way.BUFFER_ON_EXISTING, Way.BUFFER_FROM_KINESIS)) {
            for (var function : Synthesis.resources(Synthesis.of(way).pipeline(), "AWS::Lambda::Function").values()) {
                var told = Synthesis.JSON.readTree(
                        function.at("/Properties/Environment/Variables/SLUICE_CONFIG").asText("{}"));
                var members = new ArrayList<>(told.at("/Sluice/Source").properties().stream().map(Map.Entry::getKey)
                        .toList());
                members.removeIf(Set.of("Type", "Record", "Name", "ReportBatchItemFailures")::contains);
                assertEquals(List.of(), members, way::toString);
            }
        }
        assertFalse(DeployedSourceReader.members().contains("Type"));
    }

    /// A stream is one file for whoever has an app of one's own, too.
    @Test
    void aStreamOfAnAppReadsWhatItsConfigurationTells() {
        assertEquals(1, made("AWS::Kinesis::Stream", Synthesis.withSource(Synthesis.configuration("firehose.json"),
                "{'Type': 'firehose', 'KinesisStream': 'new'}")));
        assertEquals(1, made("AWS::Lambda::EventSourceMapping", Way.SQS.configuration()));
    }

    private static int made(String type, Path configuration) {
        return OwnApp.synthesise(app -> SluiceStream.Builder.create(new Stack(app, "Shop"), "Orders")
                .definition(StreamDefinition.read(configuration)).build()).stack("Shop").ofType(type).size();
    }

    @Test
    void aKinesisStreamOfAnotherRegionIsRefused() {
        var stack = new Stack(new App(), "Shop", StackProps.builder()
                .env(Environment.builder().account("123456789012").region("eu-west-1").build()).build());
        var stream = SluiceStream.Builder.create(stack, "Orders")
                .definition(StreamDefinition.read(Way.FIREHOSE_FROM_KINESIS.configuration()));
        var refused = assertThrows(DeploymentException.class, stream::build).explanation();
        assertTrue(refused.contains("The Kinesis stream of orders is in region us-east-1"), refused);
    }

    private static Source source(Way way, String more) {
        return ConfiguredSource.of(
                StreamDefinition.read(Synthesis.withSource(Synthesis.configuration(way.resource()), more)),
                Optional.empty());
    }
}
