package io.sluice.infra.source;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaStart;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.job.FailureQueue;
import io.sluice.infra.job.FlusherFunction;
import io.sluice.infra.job.Platform;
import io.sluice.infra.job.SluiceFunction;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.Suppressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.lambda.SourceAccessConfiguration;
import software.amazon.awscdk.services.lambda.SourceAccessConfigurationType;
import software.amazon.awscdk.services.lambda.StartingPosition;
import software.amazon.awscdk.services.lambda.eventsources.SqsDlq;
import software.amazon.awscdk.services.sqs.IQueue;
import software.constructs.Construct;

/// Kafka topics that invoke the transform function: an event source mapping for each.
///
/// The function knows by the position of each topic-partition what is staged, so a batch may be repeated under any
/// boundaries, and a mapping that is made anew may begin anywhere. It is repeated for as long as the topic has its
/// records: what is given up lies below the position as soon as the next batch is staged. So nothing bounds attempts
/// and age, and nothing halves a batch (`docs/decisions/0039-attachments.md`).
public final class KafkaEventSource extends Construct {
    private static final int POLICIES_MAX = 10;
    private final IQueue failures;
    private final Optional<String> group;

    /// @param access what the function may do with the buffer
    public KafkaEventSource(Construct scope, String id, StreamDefinition definition, Optional<BufferAccess> access,
            KafkaTopics topics, SluiceFunction transform, Platform platform) {
        super(scope, id);
        group = topics.reading().consumerGroup();
        requireHere(topics.cluster());
        requireOwnGroup();
        warnOfNoName(definition, topics.cluster());
        failures = FailureQueue.create(this, "Failures", platform, "kafka-failures");
        platform.key().ifPresent(_ -> Suppressions.suppressMatching(transform.role(), FlusherFunction.QUEUE_KEY_GRANT,
                "CDK's own grant of a queue with a key to who may send to it, on this one key."));
        new KafkaAccess(topics).statements().forEach(transform::allow);
        allowBeyondTheRole(definition, topics, transform);
        if (KafkaAccess.entersNetwork(topics.cluster())) {
            Suppressions.suppressMatching(transform.role(), "/^Resource::\\*$/g",
                    "Lambda makes and removes network interfaces to reach the brokers; nobody knows their ids before.");
        }
        Suppressions.suppressMatching(transform.role(), "/^Resource::.*:group\\/.*\\*$/g",
                "Lambda makes up the name of the consumer group, in this one cluster.");
        access.ifPresent(each -> each.positions().forEach(transform::allow));
        topics.names().forEach(topic -> mapping(topic, topics, transform));
    }

    private void mapping(String topic, KafkaTopics topics, SluiceFunction transform) {
        var reading = topics.reading();
        var mapping = EventSourceMapping.Builder.create(this, "Topic-" + StreamDefinition.plainName(topic))
                .target(transform.live()).kafkaTopic(topic).batchSize(reading.recordsMax())
                .maxBatchingWindow(MappingWindow.seconds(reading.window())).onFailure(new SqsDlq(failures))
                .kafkaConsumerGroupId(reading.consumerGroup().orElse(null));
        var access = access(topics.cluster());
        if (!access.isEmpty()) {
            mapping.sourceAccessConfigurations(access);
        }
        if (!reading.filters().isEmpty()) {
            mapping.filters(EventPatterns.criteria(reading.filters()));
        }
        switch (topics.cluster()) {
            case KafkaCluster.Msk(var arn, _) -> mapping.eventSourceArn(arn);
            case KafkaCluster.SelfManaged own -> mapping.kafkaBootstrapServers(own.bootstrapServers());
        }
        switch (reading.start()) {
            case KafkaStart.Oldest() -> mapping.startingPosition(StartingPosition.TRIM_HORIZON);
            case KafkaStart.Newest() -> mapping.startingPosition(StartingPosition.LATEST);
            case KafkaStart.At(var time) -> mapping.startingPosition(StartingPosition.AT_TIMESTAMP)
                    .startingPositionTimestamp(time.getEpochSecond());
        }
        var made = mapping.build();
        made.getNode().addDependency(transform.role());
    }

    private static List<SourceAccessConfiguration> access(KafkaCluster cluster) {
        var access = new ArrayList<SourceAccessConfiguration>();
        if (cluster.login() instanceof KafkaLogin.Secret(var mechanism, var secret)) {
            access.add(of(mechanism.type(), secret.arn()));
        }
        if (cluster instanceof KafkaCluster.SelfManaged own) {
            own.rootCertificate().ifPresent(secret -> access.add(of("SERVER_ROOT_CA_CERTIFICATE", secret.arn())));
            own.network().ifPresent(network -> {
                network.subnets().forEach(subnet -> access.add(of("VPC_SUBNET", "subnet:" + subnet)));
                network.securityGroups().forEach(group -> access.add(of("VPC_SECURITY_GROUP",
                        "security_group:" + group)));
            });
        }
        return access;
    }

    private static SourceAccessConfiguration of(String type, String uri) {
        return SourceAccessConfiguration.builder().type(SourceAccessConfigurationType.of(type)).uri(uri).build();
    }

    /// A role has ten managed policies at the most (IAM and AWS STS quotas, raised on request).
    private void allowBeyondTheRole(StreamDefinition definition, KafkaTopics topics, SluiceFunction transform) {
        var more = new KafkaAccess(topics).beyondTheRole();
        if (more.size() > POLICIES_MAX) {
            throw new DeploymentException(("Stream %s reads %d topics with IAM, and a role's policies have room for %d:"
                    + " divide the topics among streams").formatted(definition.stream(), topics.names().size(),
                            KafkaAccess.TOPICS_MAX * (1 + POLICIES_MAX)));
        }
        for (int i = 0; i < more.size(); i++) {
            ManagedPolicy.Builder.create(this, "Topics" + i).description("Topics that the transform function reads")
                    .roles(List.of(transform.role())).statements(List.of(more.get(i))).build();
        }
    }

    /// A mapping across accounts needs a connection of Amazon MSK's that its owner makes.
    private void requireHere(KafkaCluster cluster) {
        if (cluster instanceof KafkaCluster.Msk(var arn, _)) {
            ResourceChecks.requireSameRegionAndAccount("The Kafka cluster " + arn, arn, Stack.of(this));
        }
    }

    /// AWS takes a consumer group for one event source.
    private void requireOwnGroup() {
        ResourceChecks.inOnePlace(this, KafkaEventSource.class).stream().filter(_ -> group.isPresent())
                .filter(each -> each.group.equals(group)).findFirst().ifPresent(other -> {
                    throw new DeploymentException("The consumer group %s is that of %s, and AWS takes a group for one"
                            .formatted(group.orElseThrow(), other.getNode().getPath())
                            + " event source: give another one, or none");
                });
    }

    private void warnOfNoName(StreamDefinition definition, KafkaCluster cluster) {
        if (cluster instanceof KafkaCluster.SelfManaged
                && definition.configuration().sluice().events().cluster().isEmpty()) {
            Annotations.of(this).addWarningV2("sluice:kafka-name", "Stream " + definition.stream()
                    + " knows its Kafka cluster by a hash of the bootstrap servers, and other ones are another cluster"
                    + " to it: give it a name, Sluice.Source.Name, before the first record comes");
        }
    }

    /// Batches that were given up: topic, partition and offsets, not records. With no bound on age and attempts there
    /// are hardly any.
    public IQueue failures() {
        return failures;
    }
}
