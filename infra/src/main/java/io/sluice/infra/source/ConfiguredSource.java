package io.sluice.infra.source;

import io.sluice.config.DeployedSource;
import io.sluice.config.DeployedSource.Start;
import io.sluice.firehose.SourceType;
import io.sluice.infra.ChangesReading;
import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaReading;
import io.sluice.infra.KafkaSecret;
import io.sluice.infra.KafkaStart;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.LogGroups;
import io.sluice.infra.QueueReading;
import io.sluice.infra.Source;
import io.sluice.infra.SqsQueue;
import io.sluice.infra.StreamDefinition;
import io.sluice.infra.TableChanges;
import io.sluice.infra.Uploads;
import java.util.Optional;
import software.amazon.awscdk.services.kinesis.IStream;

/// The source that a stream's configuration tells (`Sluice.Source` and `DeliveryStreamType`), with the deployment's
/// choice of what it leaves out.
public final class ConfiguredSource {
    private ConfiguredSource() {}

    /// @param kinesis the Kinesis stream, where the configuration says that records come from one
    public static Source of(StreamDefinition definition, Optional<IStream> kinesis) {
        return definition.configuration().sluice().deployed().map(told -> of(told, kinesis))
                .orElseGet(() -> untold(definition, kinesis));
    }

    private static Source of(DeployedSource told, Optional<IStream> kinesis) {
        return switch (told) {
            case DeployedSource.ExistingFirehose(var name) -> new Source.ExistingFirehose(name);
            case DeployedSource.Kinesis(var reader, _, _) -> reader == SourceType.KINESIS
                    ? new Source.KinesisEvents(kinesis.orElseThrow())
                    : new Source.KinesisThroughFirehose(kinesis.orElseThrow());
            case DeployedSource.Kafka kafka -> new Source.Kafka(
                    new KafkaTopics(cluster(kafka.cluster()), kafka.topics(), reading(kafka)));
            case DeployedSource.Logs(var groups, var pattern) -> new Source.Logs(new LogGroups(groups, pattern));
            case DeployedSource.Queue queue -> new Source.Sqs(
                    new SqsQueue(queue.arn(), queue.keyArn(), reading(queue)));
            case DeployedSource.TableStream table -> new Source.DynamoDb(
                    new TableChanges(table.arn(), table.keyArn(), reading(table)));
            case DeployedSource.Uploads(var bucket, var prefix, var suffix, var key) -> new Source.S3(
                    new Uploads(bucket, prefix, suffix, key));
        };
    }

    private static Source untold(StreamDefinition definition, Optional<IStream> kinesis) {
        if (definition.sourceType().mustBeNamed()) {
            return new Source.Attached();
        }
        if (definition.hasKafkaSource()) {
            return new Source.MskThroughFirehose();
        }
        return kinesis.<Source>map(Source.KinesisThroughFirehose::new).orElseGet(Source.DirectPut::new);
    }

    private static KafkaCluster cluster(DeployedSource.Cluster told) {
        return told.arn().<KafkaCluster>map(arn -> new KafkaCluster.Msk(arn,
                told.login().map(ConfiguredSource::login).orElseGet(KafkaLogin.Iam::new)))
                .orElseGet(() -> new KafkaCluster.SelfManaged(told.servers(),
                        told.login().map(ConfiguredSource::login).orElseGet(KafkaLogin.None::new),
                        told.network().map(each -> new KafkaCluster.Network(each.subnets(), each.securityGroups())),
                        told.rootCertificateArn().map(KafkaSecret::of)));
    }

    private static KafkaLogin login(DeployedSource.Login told) {
        return switch (told.mechanism()) {
            case NONE -> new KafkaLogin.None();
            case IAM -> new KafkaLogin.Iam();
            case SASL_SCRAM_512 -> secret(KafkaLogin.Mechanism.SASL_SCRAM_512, told);
            case SASL_SCRAM_256 -> secret(KafkaLogin.Mechanism.SASL_SCRAM_256, told);
            case SASL_PLAIN -> secret(KafkaLogin.Mechanism.SASL_PLAIN, told);
            case MUTUAL_TLS -> secret(KafkaLogin.Mechanism.MUTUAL_TLS, told);
        };
    }

    private static KafkaLogin secret(KafkaLogin.Mechanism mechanism, DeployedSource.Login told) {
        return new KafkaLogin.Secret(mechanism, new KafkaSecret(told.secretArn().orElseThrow(), told.secretKeyArn()));
    }

    private static KafkaReading reading(DeployedSource.Kafka told) {
        var preset = KafkaReading.PRESET;
        return new KafkaReading(told.start().map(ConfiguredSource::start).orElse(preset.start()),
                told.reading().batchSize().orElse(preset.recordsMax()), told.reading().window().orElse(preset.window()),
                told.consumerGroup(), told.reading().filters());
    }

    private static KafkaStart start(Start told) {
        return switch (told) {
            case Start.End.OLDEST -> new KafkaStart.Oldest();
            case Start.End.NEWEST -> new KafkaStart.Newest();
            case Start.At(var time) -> new KafkaStart.At(time);
        };
    }

    private static QueueReading reading(DeployedSource.Queue told) {
        var preset = SqsQueue.of(told.arn()).reading();
        return new QueueReading(told.reading().batchSize().orElse(preset.recordsMax()),
                told.reading().window().orElse(preset.window()), told.concurrencyMax().orElse(preset.concurrencyMax()),
                told.reading().filters());
    }

    private static ChangesReading reading(DeployedSource.TableStream told) {
        var preset = ChangesReading.PRESET;
        return new ChangesReading(
                told.start().map(start -> start == Start.End.NEWEST
                        ? ChangesReading.Start.NEWEST
                        : ChangesReading.Start.OLDEST).orElse(preset.start()),
                told.reading().batchSize().orElse(preset.recordsMax()), told.reading().window().orElse(preset.window()),
                told.parallelization().orElse(preset.parallelization()), told.reading().filters());
    }
}
