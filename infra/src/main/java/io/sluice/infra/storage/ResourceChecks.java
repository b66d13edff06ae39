package io.sluice.infra.storage;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Stage;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.IBucket;
import software.constructs.Construct;

/// Checks of the user's own resources, as far as an app can see them.
public final class ResourceChecks {
    /// CloudFormation's quota, which is not raised.
    private static final int STACK_RESOURCES_MAX = 500;

    private ResourceChecks() {}

    /// @throws DeploymentException when it is an alias: a policy with an alias' ARN grants nothing
    public static IKey key(IKey key) {
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
    public static void requireRegion(String what, IResource resource, Stack stack) {
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
    public static void requireSameRegionAndAccount(String what, String arn, Stack stack) {
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

    /// Warns of a bucket of another account, whose owner has a part in what the functions may do.
    ///
    /// @throws DeploymentException when it is known to be in another region
    public static void requireBucket(Construct scope, String stream, IBucket bucket) {
        var stack = Stack.of(scope);
        requireRegion("The bucket of stream " + stream, bucket, stack);
        if (isElsewhere(bucket.getEnv().getAccount(), stack.getAccount())) {
            Annotations.of(scope).addWarningV2("sluice:foreign-bucket", ("Stream %s writes to a bucket of account %s:"
                    + " that bucket's policy, and its key's, must let the functions' roles in")
                    .formatted(stream, bucket.getEnv().getAccount()));
        }
    }

    /// @throws DeploymentException when the configuration names another key
    public static void requireOneKey(StreamDefinition definition, IKey key) {
        definition.configuration().kmsKeyArn().filter(arn -> !arn.equals(key.getKeyArn())).ifPresent(arn -> {
            throw new DeploymentException("The key of stream %s contradicts AWSKMSKeyARN %s of its configuration"
                    .formatted(definition.stream(), arn));
        });
    }

    /// The other constructs of `type` in the same account and region.
    public static <T extends Construct> List<T> inOnePlace(Construct construct, Class<T> type) {
        return construct.getNode().getRoot().getNode().findAll().stream().filter(type::isInstance).map(type::cast)
                .filter(each -> each != construct && place(each).equals(place(construct))).toList();
    }

    /// @throws DeploymentException when storage is to be in another account or region than what uses it
    public static void requireSamePlace(Stack storage, Stack stack) {
        if (!storage.getEnvironment().equals(stack.getEnvironment())) {
            throw new DeploymentException("storageStack %s is of %s, and stack %s of %s: a stream is in one of them"
                    .formatted(storage.getStackName(), storage.getEnvironment(), stack.getStackName(),
                            stack.getEnvironment()));
        }
    }

    /// What makes a key of the stream's stack lock both stacks: storage would wait for it, and the stream for storage.
    ///
    /// @throws DeploymentException when `key` is made in the stack that waits for `storage`
    public static void requireKeyOf(IKey key, Stack storage, Stack stack) {
        if (key instanceof Key made && !storage.equals(stack) && Stack.of(made).equals(stack)) {
            throw new DeploymentException(
                    ("The key %s is made in stack %s, which waits for storageStack %s, and what is"
                            + " stored there waits for the key: make the key in %s, or in a stack of its own")
                            .formatted(made.getNode().getPath(), stack.getStackName(), storage.getStackName(),
                                    storage.getStackName()));
        }
    }

    /// CDK says the same at the end of the synthesis, of a stack alone.
    ///
    /// @throws DeploymentException when `stack` has more resources than CloudFormation takes, now that it has `stream`
    public static void requireRoom(Stack stack, String stream) {
        var resources = stack.getNode().findAll().stream()
                .filter(each -> each instanceof CfnResource && Stack.of(each).equals(stack)).count();
        if (resources > STACK_RESOURCES_MAX) {
            throw new DeploymentException(("Stack %s has %d resources with stream %s, and CloudFormation takes %d: give"
                    + " the stream a stack of its own, or its storage one (storageStack)").formatted(
                            stack.getStackName(), resources, stream, STACK_RESOURCES_MAX));
        }
    }

    /// Warns where the functions may delete whatever is in a bucket of the user's: retention and compaction delete
    /// under the stream's prefix, and one that begins with a key has no text that a policy could hold them to.
    public static void warnOfWholeBucket(Construct scope, StreamDefinition definition) {
        if (definition.isBuffered() && definition.literalHead("Prefix").isEmpty()) {
            Annotations.of(scope).addWarningV2("sluice:whole-bucket", ("Prefix of stream %s begins with an expression:"
                    + " the retention function may delete any object of the bucket, whoever wrote it. Begin Prefix with"
                    + " a word of the stream's own, as in %s/, or give the stream a bucket of its own").formatted(
                            definition.stream(), definition.stream()));
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
