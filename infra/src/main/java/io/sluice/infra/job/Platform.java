package io.sluice.infra.job;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.PlatformOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.iam.PermissionsBoundary;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/// The account owners' options, as they apply to one stream.
///
/// @param stream `DeliveryStreamName`, which is a part of every name
public record Platform(String stream, PlatformOptions options) {
    /// The longest name of a role or a function; queues, alarms and dashboards may be longer.
    private static final int NAME_MAX = 64;

    /// The key of logs, queues and environment variables.
    public Optional<IKey> key() {
        return options.key();
    }

    /// The name of the stream's `part`; null where CloudFormation is to make one up, as CDK has it.
    ///
    /// @throws DeploymentException when it is too long
    @Nullable
    public String name(String part) {
        return options.namePrefix().map(prefix -> {
            var name = prefix + StreamDefinition.plainName(stream) + "-" + part;
            if (name.length() > NAME_MAX) {
                throw new DeploymentException("The name %s has %d characters, and AWS takes %d: shorten namePrefix %s"
                        .formatted(name, name.length(), NAME_MAX, prefix));
            }
            return name;
        }).orElse(null);
    }

    /// A log group that goes with its stack.
    ///
    /// @param folder what its name begins with, where it has one: `/aws/lambda/`
    public LogGroup logs(Construct scope, String id, String folder, String part) {
        var name = name(part);
        key().ifPresent(Platform::letLogsIn);
        return LogGroup.Builder.create(scope, id).logGroupName(name == null ? null : folder + name)
                .encryptionKey(key().orElse(null)).retention(options.logRetention())
                .removalPolicy(RemovalPolicy.DESTROY).build();
    }

    /// CloudWatch Logs encrypts in its own name (Amazon CloudWatch Logs user guide, "Encrypt log data in CloudWatch
    /// Logs using AWS KMS").
    private static void letLogsIn(IKey key) {
        key.addToResourcePolicy(PolicyStatement.Builder.create().sid("CloudWatchLogs")
                .principals(List.of(new ServicePrincipal("logs." + Aws.REGION + "." + Aws.URL_SUFFIX)))
                .actions(List.of("kms:Decrypt*", "kms:Describe*", "kms:Encrypt*", "kms:GenerateDataKey*",
                        "kms:ReEncrypt*"))
                .resources(List.of("*"))
                .conditions(Map.of("ArnLike", Map.of("kms:EncryptionContext:aws:logs:arn",
                        "arn:" + Aws.PARTITION + ":logs:" + Aws.REGION + ":" + Aws.ACCOUNT_ID + ":*")))
                .build());
    }

    /// Bounds the roles under `scope`, and tags what is there.
    public void apply(Construct scope) {
        options.permissionsBoundary().ifPresent(policy -> PermissionsBoundary.of(scope).apply(policy));
        options.tags().forEach((name, value) -> Tags.of(scope).add(name, value));
    }
}
