package io.sluice.infra;

import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Stage;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.kms.IKey;
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

    /// Whether it is known to belong to another account.
    static boolean isForeign(IResource resource, Stack stack) {
        return isElsewhere(resource.getEnv().getAccount(), stack.getAccount());
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
    static <T extends Construct> List<T> inOnePlace(T construct, Class<T> type) {
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
