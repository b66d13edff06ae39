package io.sluice.infra.source;

import io.sluice.config.DeployedSource.Start;
import io.sluice.config.DeployedSource;
import io.sluice.deployment.StreamDefinition;
import io.sluice.firehose.SourceType;
import io.sluice.infra.CallServers;
import io.sluice.infra.CallerKeys;
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
        return definition.configuration().sluice().deployed().map(settings -> of(settings, kinesis))
                .orElseGet(() -> untold(definition, kinesis));
    }

    private static Source of(DeployedSource settings, Optional<IStream> kinesis) {
        return switch (settings) {
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
            case DeployedSource.Calls calls -> calls(calls, new CallerKeys(calls.secretArn(), calls.secretKeyArn()));
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

    private static Source calls(DeployedSource.Calls settings, CallerKeys keys) {
        return settings.servers().<Source>map(servers -> new Source.DirectService(keys, servers(servers)))
                .orElseGet(() -> settings.concurrencyMax().map(most -> new Source.DirectUrl(keys, most))
                        .orElseGet(() -> new Source.DirectUrl(keys)));
    }

    private static CallServers servers(DeployedSource.CallServers settings) {
        var preset = CallServers.of(settings.image(), new CallServers.Network(settings.vpc(), settings.subnets()));
        var servers = preset.behind(settings.balancer().orElse(preset.balancer())).between(
                settings.tasksMin().orElseGet(() -> settings.tasksMax().map(most -> Math.min(most, preset.tasksMin()))
                        .orElse(preset.tasksMin())),
                settings.tasksMax().orElseGet(() -> settings.tasksMin().map(few -> Math.max(few, preset.tasksMax()))
                        .orElse(preset.tasksMax())));
        return settings.certificateArn().map(servers::with).orElse(servers);
    }

    private static KafkaCluster cluster(DeployedSource.Cluster settings) {
        return settings.arn().<KafkaCluster>map(arn -> new KafkaCluster.Msk(arn,
                settings.login().map(ConfiguredSource::login).orElseGet(KafkaLogin.Iam::new)))
                .orElseGet(() -> new KafkaCluster.SelfManaged(settings.servers(),
                        settings.login().map(ConfiguredSource::login).orElseGet(KafkaLogin.None::new),
                        settings.network().map(each -> new KafkaCluster.Network(each.subnets(), each.securityGroups())),
                        settings.rootCertificateArn().map(KafkaSecret::of)));
    }

    private static KafkaLogin login(DeployedSource.Login settings) {
        return switch (settings.mechanism()) {
            case NONE -> new KafkaLogin.None();
            case IAM -> new KafkaLogin.Iam();
            case SASL_SCRAM_512 -> secret(KafkaLogin.Mechanism.SASL_SCRAM_512, settings);
            case SASL_SCRAM_256 -> secret(KafkaLogin.Mechanism.SASL_SCRAM_256, settings);
            case SASL_PLAIN -> secret(KafkaLogin.Mechanism.SASL_PLAIN, settings);
            case MUTUAL_TLS -> secret(KafkaLogin.Mechanism.MUTUAL_TLS, settings);
        };
    }

    private static KafkaLogin secret(KafkaLogin.Mechanism mechanism, DeployedSource.Login settings) {
        return new KafkaLogin.Secret(mechanism,
                new KafkaSecret(settings.secretArn().orElseThrow(), settings.secretKeyArn()));
    }

    private static KafkaReading reading(DeployedSource.Kafka settings) {
        var preset = KafkaReading.PRESET;
        return new KafkaReading(settings.start().map(ConfiguredSource::start).orElse(preset.start()),
                settings.reading().batchSize().orElse(preset.recordsMax()),
                settings.reading().window().orElse(preset.window()),
                settings.consumerGroup(), settings.reading().filters());
    }

    private static KafkaStart start(Start settings) {
        return switch (settings) {
            case Start.End.OLDEST -> new KafkaStart.Oldest();
            case Start.End.NEWEST -> new KafkaStart.Newest();
            case Start.At(var time) -> new KafkaStart.At(time);
        };
    }

    private static QueueReading reading(DeployedSource.Queue settings) {
        var preset = SqsQueue.of(settings.arn()).reading();
        return new QueueReading(settings.reading().batchSize().orElse(preset.recordsMax()),
                settings.reading().window().orElse(preset.window()),
                settings.concurrencyMax().orElse(preset.concurrencyMax()),
                settings.reading().filters());
    }

    private static ChangesReading reading(DeployedSource.TableStream settings) {
        var preset = ChangesReading.PRESET;
        return new ChangesReading(
                settings.start().map(start -> start == Start.End.NEWEST
                        ? ChangesReading.Start.NEWEST
                        : ChangesReading.Start.OLDEST).orElse(preset.start()),
                settings.reading().batchSize().orElse(preset.recordsMax()),
                settings.reading().window().orElse(preset.window()),
                settings.parallelization().orElse(preset.parallelization()), settings.reading().filters());
    }
}
