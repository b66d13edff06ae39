package io.sluice.infra.storage;

import io.sluice.config.DeployedSource;
import io.sluice.deployment.StorageLock;
import io.sluice.deployment.StreamDefinition;
import io.sluice.firehose.SourceType;
import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.CrossStackReferences;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.ReferenceStrength;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamAttributes;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.kinesis.StreamMode;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// The storage of a stream's data: what Sluice makes, and what it is given.
///
/// A pipeline's reference to what may hold records that exist nowhere else, the buffer and a source of the stream's
/// own, is a strong one: CloudFormation refuses to take them out of the stack for as long as the pipeline reads them.
/// The data bucket may go at any time, since it stays and its readers know it by name
/// (`docs/decisions/0029-change.md`).
///
/// @param key    the stream's own KMS key, where its configuration names one
/// @param data   the bucket that objects are delivered to
/// @param buffer present when Sluice buffers the stream
/// @param source present when records come from Kinesis
public record StreamStorage(Optional<IKey> key, IBucket data, Optional<PartitionBuffer> buffer,
        Optional<IStream> source) {
    /// As long as records can be wanted again after something went wrong over a long weekend.
    private static final Duration SOURCE_RETENTION = Duration.days(7);

    /// The properties of a stream's storage.
    ///
    /// @param definition     the stream
    /// @param existingBucket name of the data bucket; without it, a new one
    public record Props(StreamDefinition definition, Optional<String> existingBucket) {
        /// Tests whether all of it is given, so that there is nothing to deploy.
        public boolean isGiven() {
            return existingBucket.isPresent() && !definition.isBuffered() && !makesSource(definition);
        }
    }

    /// The Kinesis stream that the configuration says that records come from, if they do: a new one has no ARN.
    private static Optional<DeployedSource.Kinesis> kinesis(StreamDefinition definition) {
        var told = definition.configuration().sluice().deployed();
        return told.isPresent()
                ? told.filter(DeployedSource.Kinesis.class::isInstance).map(DeployedSource.Kinesis.class::cast)
                : definition.kinesisSourceArn().map(arn -> new DeployedSource.Kinesis(SourceType.FIREHOSE,
                        Optional.of(arn), Optional.empty()));
    }

    /// Tests whether the configuration asks for a new Kinesis stream.
    public static boolean makesSource(StreamDefinition definition) {
        return kinesis(definition).filter(stream -> stream.arn().isEmpty()).isPresent();
    }

    /// Makes in `scope` what there is to make, refers to the rest, and puts out what an operator needs to find it.
    public static StreamStorage create(Construct scope, Props props) {
        var key = props.definition().configuration().kmsKeyArn().map(arn -> Key.fromKeyArn(scope, "Key", arn));
        var data = props.existingBucket().map(name -> Bucket.fromBucketName(scope, "Data", name))
                .orElseGet(() -> DataBucket.create(scope, "Data", key, RemovalPolicy.RETAIN));
        Optional<PartitionBuffer> buffer = props.definition().isBuffered()
                ? Optional.of(new PartitionBuffer(scope, "Buffer", key, RemovalPolicy.RETAIN))
                : Optional.empty();
        var source = source(scope, props.definition(), RemovalPolicy.RETAIN);
        var storage = new StreamStorage(key.map(IKey.class::cast), data, buffer, source);
        storage.putOut(scope, props.definition());
        return storage;
    }

    /// The same of what the user has as constructs.
    ///
    /// @param bucket  of the user's; without it, a new one
    /// @param removal what becomes of what is made when its stack goes
    public static StreamStorage create(Construct scope, StreamDefinition definition, Optional<IKey> key,
            Optional<IBucket> bucket, Optional<IStream> source, RemovalPolicy removal) {
        var storage = new StreamStorage(key, bucket.orElseGet(() -> replaceable(scope, key, removal)),
                definition.isBuffered()
                        ? Optional.of(new PartitionBuffer(scope, "Buffer", key, removal))
                        : Optional.empty(),
                source);
        storage.putOut(scope, definition);
        return storage;
    }

    /// A new data bucket, which may leave its stack while a pipeline reads its name, whatever the app's default is.
    private static IBucket replaceable(Construct scope, Optional<IKey> key, RemovalPolicy removal) {
        var bucket = DataBucket.create(scope, "Data", key, removal);
        CrossStackReferences.of(bucket).produce(ReferenceStrength.WEAK);
        return bucket;
    }

    /// Puts out what an operator needs to find. The buffer's bucket is exported under the stream's name, which no two
    /// stacks of a region can: a buffer that is declared in another stack while the one before holds it would be an
    /// empty one, and CloudFormation refuses to make it.
    private void putOut(Construct scope, StreamDefinition definition) {
        output(scope, "DataBucketName", "Bucket that the stream's objects are written to", data.getBucketName());
        buffer.ifPresent(present -> {
            CfnOutput.Builder.create(scope, "StagingBucketName")
                    .description("Bucket of staged batches and the flusher's manifests")
                    .exportName(StorageLock.of(definition.stream())).value(present.staging().getBucketName()).build();
            output(scope, "IndexTableName", "Table of staged batches and the flusher's state",
                    present.index().getTableName());
        });
        source.ifPresent(stream -> output(scope, "SourceStreamName", "Kinesis stream that records come from",
                stream.getStreamName()));
    }

    /// The Kinesis stream that the configuration says that records come from: a reference to the user's, or a new one.
    public static Optional<IStream> source(Construct scope, StreamDefinition definition, RemovalPolicy removal) {
        return kinesis(definition).map(stream -> stream.arn().map(arn -> given(scope, arn, stream.keyArn()))
                .orElseGet(() -> made(scope, removal)));
    }

    private static IStream made(Construct scope, RemovalPolicy removal) {
        var made = Stream.Builder.create(scope, "Source").streamMode(StreamMode.ON_DEMAND)
                .retentionPeriod(SOURCE_RETENTION).encryption(StreamEncryption.MANAGED).removalPolicy(removal).build();
        CrossStackReferences.of(made).produce(ReferenceStrength.STRONG);
        return made;
    }

    private static IStream given(Construct scope, String arn, Optional<String> keyArn) {
        return Stream.fromStreamAttributes(scope, "Source", StreamAttributes.builder().streamArn(arn)
                .encryptionKey(keyArn.map(key -> Key.fromKeyArn(scope, "SourceKey", key)).orElse(null)).build());
    }

    private static void output(Construct scope, String id, String description, String value) {
        CfnOutput.Builder.create(scope, id).description(description).value(value).build();
    }
}
