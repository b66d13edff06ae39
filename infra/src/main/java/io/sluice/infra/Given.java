package io.sluice.infra;

import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Stage;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// What may be wrong with a resource of the user's, as far as an app can see it.
final class Given {
    private Given() {}

    /// @throws DeploymentException when it is an alias: a policy with an alias' ARN grants nothing
    static IKey key(IKey key) {
        if (key.getKeyArn().contains(":alias/")) {
            throw new DeploymentException(
                    key.getKeyArn() + " is an alias, and an alias cannot be granted: give the key,"
                            + " with Key.fromKeyArn or Key.fromLookup");
        }
        return key;
    }

    /// The functions call S3 and Kinesis in their own region.
    ///
    /// @throws DeploymentException when `resource` is known to be in another region than `stack`
    static void requireRegion(String what, IResource resource, Stack stack) {
        var region = resource.getEnv().getRegion();
        if (isElsewhere(region, stack.getRegion())) {
            throw new DeploymentException(("%s is in region %s, and stack %s is deployed to %s: a stream's functions"
                    + " reach what is in their own region. Deploy the stack there, or give one of its region")
                    .formatted(what, region, stack.getStackName(), stack.getRegion()));
        }
    }

    /// A mapping reaches what is in its own region and account.
    ///
    /// @param arn of what it reads; a token says nothing
    /// @throws DeploymentException when it is known to be elsewhere than `stack`
    static void requireSameRegionAndAccount(String what, String arn, Stack stack) {
        if (Token.isUnresolved(arn)) {
            return;
        }
        String[] parts = arn.split(":", -1);
        if (isElsewhere(parts[3], stack.getRegion()) || isElsewhere(parts[4], stack.getAccount())) {
            throw new DeploymentException(("%s is of region %s and account %s, and stack %s is deployed to %s: deploy"
                    + " it there, or give one of its own. Across accounts you make the connection and the mapping"
                    + " yourself, with source Attached")
                    .formatted(what, parts[3], parts[4], stack.getStackName(), stack.getEnvironment()));
        }
    }

    /// @throws DeploymentException when what the stream writes would be read, and written again
    static void requireNoLoop(StreamDefinition definition, Uploads uploads, IBucket data) {
        if (!uploads.bucket().equals(data.getBucketName())) {
            return;
        }
        for (var prefix : List.of("Prefix", "ErrorOutputPrefix")) {
            var own = definition.literalHead(prefix);
            if (own.startsWith(uploads.prefix()) || uploads.prefix().startsWith(own)) {
                throw new DeploymentException(("Stream %s writes to %s of the bucket %s, and reads what is put under %s"
                        + " there: each object would make the next. Give it a prefix beside its own (%s), or another"
                        + " bucket").formatted(definition.stream(), own.isEmpty() ? "any key" : own, uploads.bucket(),
                                uploads.prefix().isEmpty() ? "any key" : uploads.prefix(), prefix));
            }
        }
    }

    /// Warns of a bucket of another account, whose owner has a part in what the functions may do.
    ///
    /// @throws DeploymentException when it is known to be in another region
    static void requireBucket(Construct scope, String stream, IBucket bucket) {
        var stack = Stack.of(scope);
        requireRegion("The bucket of stream " + stream, bucket, stack);
        if (isElsewhere(bucket.getEnv().getAccount(), stack.getAccount())) {
            Annotations.of(scope).addWarningV2("sluice:foreign-bucket", ("Stream %s writes to a bucket of account %s:"
                    + " that bucket's policy, and its key's, must let the functions' roles in")
                    .formatted(stream, bucket.getEnv().getAccount()));
        }
    }

    /// @throws DeploymentException when the configuration says that records come from elsewhere
    static void requireSource(StreamDefinition definition, Source source) {
        if (source instanceof Source.DirectPut && definition.kinesisSourceArn().isPresent()) {
            throw new DeploymentException("source DirectPut contradicts DeliveryStreamType KinesisStreamAsSource of"
                    + " stream " + definition.stream() + "; leave source away, or change the configuration");
        }
        boolean readsTopic = source instanceof Source.MskThroughFirehose;
        if (definition.hasKafkaSource() && !readsTopic && !(source instanceof Source.ExistingFirehose)) {
            throw new DeploymentException("source " + source.getClass().getSimpleName()
                    + " contradicts DeliveryStreamType MSKAsSource of stream " + definition.stream()
                    + "; leave source away, or change the configuration");
        }
        if (readsTopic && !definition.hasKafkaSource()) {
            throw new DeploymentException("Stream " + definition.stream() + " names no topic for Firehose to read: set"
                    + " DeliveryStreamType MSKAsSource and MSKSourceConfiguration in its configuration");
        }
    }

    /// @throws DeploymentException when the configuration names another key
    static void requireOneKey(StreamDefinition definition, IKey key) {
        definition.configuration().kmsKeyArn().filter(arn -> !arn.equals(key.getKeyArn())).ifPresent(arn -> {
            throw new DeploymentException("The key of stream %s contradicts AWSKMSKeyARN %s of its configuration"
                    .formatted(definition.stream(), arn));
        });
    }

    /// A second pipeline of the name would write to the same metrics, and its Firehose stream could not be made. Stages
    /// of an app that do not say where they go are taken for different places.
    ///
    /// @throws DeploymentException naming both
    static void requireOnlyOne(SluicePipeline pipeline) {
        for (SluicePipeline other : inOnePlace(pipeline, SluicePipeline.class)) {
            if (other.stream().equals(pipeline.stream())) {
                throw new DeploymentException(("There are two streams with DeliveryStreamName %s in one account and"
                        + " region: %s and %s. Give one of them another name").formatted(pipeline.stream(),
                                other.getNode().getPath(), pipeline.getNode().getPath()));
            }
        }
    }

    /// The other constructs of `type` in the same account and region.
    static <T extends Construct> List<T> inOnePlace(Construct construct, Class<T> type) {
        return construct.getNode().getRoot().getNode().findAll().stream().filter(type::isInstance).map(type::cast)
                .filter(each -> each != construct && place(each).equals(place(construct))).toList();
    }

    /// @throws DeploymentException when storage is to be in another account or region than what uses it
    static void requireSamePlace(Stack storage, Stack stack) {
        if (!storage.getEnvironment().equals(stack.getEnvironment())) {
            throw new DeploymentException("storageStack %s is of %s, and stack %s of %s: a stream is in one of them"
                    .formatted(storage.getStackName(), storage.getEnvironment(), stack.getStackName(),
                            stack.getEnvironment()));
        }
    }

    private static String place(Construct construct) {
        var stack = Stack.of(construct);
        var known = !Token.isUnresolved(stack.getAccount()) && !Token.isUnresolved(stack.getRegion());
        return known
                ? stack.getEnvironment()
                : stack.getEnvironment() + " " + Objects.requireNonNull(Stage.of(construct)).getNode().getPath();
    }

    private static boolean isElsewhere(String there, String here) {
        return !Token.isUnresolved(there) && !Token.isUnresolved(here) && !there.equals(here);
    }
}
