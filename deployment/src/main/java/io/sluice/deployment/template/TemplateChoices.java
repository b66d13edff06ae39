package io.sluice.deployment.template;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The choices of a deployment that the template itself depends on; what is chosen when a stack is launched are its
/// parameters.
///
/// @param bucket      name of a bucket of the user's that objects are delivered to; empty: a new one
/// @param snapStart   whether functions start from a snapshot where Lambda has that
/// @param cap         whether the flusher's runs are capped
/// @param database    whether the database of the stream's tables is made
/// @param logDays     how long CloudWatch keeps what functions and Firehose log
/// @param runbooks    the page that each alarm's description names
/// @param key         ARN of the KMS key of logs, queues and environment variables, and of data without another one
/// @param network     of the functions; empty: none of the user's
/// @param repartition prefix of objects that may be moved into the stream's layout; empty: none are
/// @param workgroup   of Athena, in which a compaction or a repartition replaces its view; empty: its text is left in
///     the bucket
/// @param plugin      the user's own code, for all functions
public record TemplateChoices(Optional<String> bucket, Choice snapStart, Choice cap, Choice database, int logDays,
        String runbooks, Optional<String> key, Optional<Network> network, Optional<String> repartition,
        Optional<String> workgroup, Optional<PluginLayer> plugin) {
    /// What `RetentionInDays` of a log group may be (Amazon CloudWatch Logs API reference, `PutRetentionPolicy`).
    private static final Set<Integer> LOG_DAYS = Set.of(1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731,
            1_096, 1_827, 2_192, 2_557, 2_922, 3_288, 3_653);
    /// A month of logs, and all else as the constructs have it.
    public static final TemplateChoices PRESET = new TemplateChoices(Optional.empty(), Choice.YES, Choice.YES,
            Choice.YES, 30, "docs/how-to/operations.md", Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty());

    /// An alarm's description has 1,024.
    private static final int PAGE_CHARS_MAX = 500;

    /// Something that is done or not.
    public enum Choice {
        YES, NO
    }

    /// The network that the functions run in.
    public record Network(List<String> subnetIds, List<String> securityGroupIds) {
        public Network {
            if (subnetIds.isEmpty() || securityGroupIds.isEmpty()) {
                throw new DeploymentException(
                        "Functions in a VPC need subnets and security groups: name at least one of each");
            }
            subnetIds.forEach(id -> require("subnet", id, ResourceText.SUBNET));
            securityGroupIds.forEach(id -> require("security group", id, ResourceText.SECURITY_GROUP));
        }
    }

    public TemplateChoices {
        bucket.ifPresent(name -> require("bucket", name, ResourceText.BUCKET));
        key.ifPresent(arn -> require("key", arn, ResourceText.KEY));
        workgroup.ifPresent(name -> require("athenaWorkgroup", name, ResourceText.WORKGROUP));
        if (!LOG_DAYS.contains(logDays)) {
            throw new DeploymentException("Logs cannot be kept for " + logDays
                    + " days; CloudWatch Logs keeps them for "
                    + LOG_DAYS.stream().sorted().map(String::valueOf).reduce((some, next) -> some + ", " + next)
                            .orElseThrow());
        }
        if (runbooks.isBlank() || runbooks.contains("#") || runbooks.length() > PAGE_CHARS_MAX) {
            throw new DeploymentException("runbooks " + runbooks + " is no page: 1 to " + PAGE_CHARS_MAX
                    + " characters without a #, after which each alarm's name follows");
        }
    }

    private static void require(String what, String name, ResourceText form) {
        if (!form.matches(name)) {
            throw new DeploymentException(what + " " + name + " is not " + form.form());
        }
    }
}
