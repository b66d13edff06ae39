package io.sluice.infra.source;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.FirehoseSettings;
import io.sluice.deployment.SourceRights;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.IAlias;
import software.amazon.awscdk.services.logs.LogStream;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// A new Firehose stream that runs every record through the transform function. It is the resource that the user's
/// configuration describes, so it takes the user's name and settings.
public final class FirehoseStream extends Construct {
    private final CfnDeliveryStream stream;

    /// The properties of a delivery stream.
    ///
    /// @param data      the destination bucket
    /// @param key       the destination's KMS key
    /// @param transform the function
    /// @param kinesis   where Firehose reads; empty: producers put records, or it is the configuration's topic
    public record Props(StreamDefinition definition, IBucket data, Optional<IKey> key, IAlias transform,
            Optional<IStream> kinesis, Platform platform) {}

    public FirehoseStream(Construct scope, String id, Props props) {
        super(scope, id);
        var logs = props.platform().logs(this, "Logs", "/aws/kinesisfirehose/", "firehose");
        var logStream = LogStream.Builder.create(this, "DeliveryLogs").logGroup(logs)
                .removalPolicy(RemovalPolicy.DESTROY).build();
        var role = Role.Builder.create(this, "Role").roleName(props.platform().name("firehose"))
                .description("Firehose: transform and deliver")
                .assumedBy(firehose()).build();
        permissions(props).forEach(role::addToPolicy);
        role.addToPolicy(PolicyStatements.of(FirehoseSettings.logging(),
                TokenNames.STACK.with(DeployedName.FIREHOSE_LOGS_ARN, logs.getLogGroupArn())));
        Suppressions.suppressObjectKeys(role,
                "Object keys under the stream's own prefixes; S3 has no narrower resource than a key's prefix.");
        var settings = new FirehoseSettings(props.definition());
        var destination = new FirehoseDestination(settings, props.data().getBucketArn(), role.getRoleArn(),
                props.transform().getFunctionArn());
        var properties = CfnDeliveryStream.Builder.create(this, "Stream")
                .deliveryStreamName(props.definition().stream()).extendedS3DestinationConfiguration(
                        destination.create(logs.getLogGroupName(), logStream.getLogStreamName()));
        feed(props, role, properties);
        stream = properties.build();
        new FirehoseOwnSettings(settings, role).apply(stream);
        stream.getNode().addDependency(role);
        if (props.kinesis().isPresent() || props.definition().hasKafkaSource()) {
            Suppressions.suppress(stream, "AwsSolutions-KDF1",
                    "Firehose has no encryption of its own for a stream that reads Kinesis or a topic; the source's "
                            + "applies.");
        }
    }

    /// Sets the source of the records.
    private static void feed(Props props, Role role, CfnDeliveryStream.Builder properties) {
        if (props.definition().hasKafkaSource()) {
            var topic = new MskTopic(props.definition());
            topic.permissions().forEach(role::addToPolicy);
            Suppressions.suppressMatching(role, "/^Resource::.*:group\\/.*\\*$/g",
                    "Firehose makes up the name of its consumer group, in this one cluster.");
            properties.deliveryStreamType("MSKAsSource").mskSourceConfiguration(topic.source(role.getRoleArn()));
            return;
        }
        props.kinesis().ifPresentOrElse(
                kinesis -> properties.deliveryStreamType("KinesisStreamAsSource")
                        .kinesisStreamSourceConfiguration(
                                CfnDeliveryStream.KinesisStreamSourceConfigurationProperty.builder()
                                        .kinesisStreamArn(kinesis.getStreamArn()).roleArn(role.getRoleArn()).build()),
                () -> properties.deliveryStreamType("DirectPut")
                        .deliveryStreamEncryptionConfigurationInput(
                                CfnDeliveryStream.DeliveryStreamEncryptionConfigurationInputProperty.builder()
                                        .keyType("AWS_OWNED_CMK").build()));
    }

    private static List<PolicyStatement> permissions(Props props) {
        var rights = new ArrayList<>(new FirehoseSettings(props.definition())
                .delivering(KeyUse.ofObjects(props.key(), props.data()).stream().map(IKey::getKeyArn).toList()));
        props.kinesis().ifPresent(
                kinesis -> rights.addAll(SourceRights.kinesisThroughFirehose(kinesis.getStreamArn())));
        var statements = new ArrayList<>(PolicyStatements.of(rights, TokenNames.STACK
                .with(DeployedName.DATA_BUCKET_ARN, props.data().getBucketArn())
                .with(DeployedName.TRANSFORM_ARN, props.transform().getFunctionArn())));
        props.kinesis().map(IStream::getEncryptionKey).map(KeyUse::records).ifPresent(statements::add);
        return statements;
    }

    /// Firehose, on behalf of this account only.
    static ServicePrincipal firehose() {
        return ServicePrincipal.Builder.create("firehose.amazonaws.com")
                .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build();
    }

    public String deliveryStreamName() {
        return stream.getRef();
    }

    public String arn() {
        return stream.getAttrArn();
    }
}
