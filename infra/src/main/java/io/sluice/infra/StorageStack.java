package io.sluice.infra;

import java.util.Optional;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.kinesis.StreamMode;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// Everything that holds data, apart from what runs: it can neither be deleted by accident nor with the pipeline.
public final class StorageStack extends Stack {
    private final Optional<IKey> key;
    private final IBucket data;
    private final Optional<PartitionBuffer> buffer;
    private final Optional<IStream> source;

    /// What a stream's storage is made of.
    ///
    /// @param definition     the stream
    /// @param existingBucket name of the data bucket; without it, the stack makes one
    /// @param kinesis        the Kinesis stream that records come from, if they do
    public record Props(StreamDefinition definition, Optional<String> existingBucket,
            Optional<KinesisStream> kinesis) {}

    /// The Kinesis stream that records come from: one of the user's, or a new one.
    ///
    /// @param existingArn ARN of the user's stream
    public record KinesisStream(Optional<String> existingArn) {}

    public StorageStack(Construct scope, String id, Props props) {
        super(scope, id, StackProps.builder().description("Sluice: data of the stream " + props.definition().stream())
                .terminationProtection(true).build());
        key = props.definition().configuration().kmsKeyArn().map(arn -> Key.fromKeyArn(this, "Key", arn));
        data = props.existingBucket().map(name -> Bucket.fromBucketName(this, "Data", name))
                .orElseGet(() -> DataBucket.create(this, "Data", key));
        buffer = props.definition().buffers()
                ? Optional.of(new PartitionBuffer(this, "Buffer", key))
                : Optional.empty();
        source = props.kinesis().map(this::kinesisStream);
        CfnOutput.Builder.create(this, "DataBucketName").description("Bucket that the stream's objects are written to")
                .value(data.getBucketName()).build();
    }

    private IStream kinesisStream(KinesisStream stream) {
        return stream.existingArn().map(arn -> Stream.fromStreamArn(this, "Source", arn))
                .orElseGet(() -> Stream.Builder.create(this, "Source").streamMode(StreamMode.ON_DEMAND)
                        .encryption(StreamEncryption.MANAGED).removalPolicy(RemovalPolicy.RETAIN).build());
    }

    /// The stream's own KMS key, where its configuration names one.
    public Optional<IKey> key() {
        return key;
    }

    /// The bucket that objects are delivered to.
    public IBucket data() {
        return data;
    }

    /// Present when Sluice buffers the stream.
    public Optional<PartitionBuffer> buffer() {
        return buffer;
    }

    /// Present when records come from Kinesis.
    public Optional<IStream> source() {
        return source;
    }
}
