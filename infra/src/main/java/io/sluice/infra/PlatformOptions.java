package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.infra.storage.ResourceChecks;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.ec2.ISecurityGroup;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.iam.IManagedPolicy;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.logs.RetentionDays;

/// The wishes of an account's owners for everything that is deployed there, apart from what a stream is: one object for
/// all streams of an app. Left alone it asks for nothing: AWS's own keys, logs of a month, no VPC, generated names, and
/// data that stay.
///
/// ```java
/// var options = PlatformOptions.Builder.create()
///         .key(Key.Builder.create(stack, "Key").enableKeyRotation(true).build())
///         .logRetention(RetentionDays.THREE_MONTHS)
///         .tag("cost-center", "4711")
///         .build();
/// ```
public final class PlatformOptions {
    /// Asks for nothing.
    public static final PlatformOptions PRESET = Builder.create().build();

    private final Optional<IKey> key;
    private final RetentionDays logRetention;
    private final RemovalPolicy dataRemoval;
    private final Optional<Network> network;
    private final Optional<IManagedPolicy> permissionsBoundary;
    private final Optional<String> namePrefix;
    private final Map<String, String> tags;
    private final String runbooks;
    private final SnapStart snapStart;

    /// The network that the functions run in.
    public record Network(IVpc vpc, SubnetSelection subnets, List<ISecurityGroup> securityGroups) {}

    private PlatformOptions(Builder from) {
        key = from.key;
        logRetention = from.logRetention;
        dataRemoval = from.dataRemoval;
        network = from.network;
        permissionsBoundary = from.permissionsBoundary;
        namePrefix = from.namePrefix;
        tags = Collections.unmodifiableMap(new TreeMap<>(from.tags));
        runbooks = from.runbooks;
        snapStart = from.snapStart;
    }

    public Optional<IKey> key() {
        return key;
    }

    public RetentionDays logRetention() {
        return logRetention;
    }

    RemovalPolicy dataRemoval() {
        return dataRemoval;
    }

    public Optional<Network> network() {
        return network;
    }

    public Optional<IManagedPolicy> permissionsBoundary() {
        return permissionsBoundary;
    }

    public Optional<String> namePrefix() {
        return namePrefix;
    }

    public Map<String, String> tags() {
        return tags;
    }

    /// The page that says what to do about an alarm, each under its name as an anchor.
    public String runbooks() {
        return runbooks;
    }

    public SnapStart snapStart() {
        return snapStart;
    }

    /// Collects options; each may be left away.
    public static final class Builder {
        /// An alarm's description has 1,024.
        private static final int PAGE_CHARS_MAX = 500;
        private static final Pattern PREFIX = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,31}");

        private Optional<IKey> key = Optional.empty();
        private RetentionDays logRetention = RetentionDays.ONE_MONTH;
        private RemovalPolicy dataRemoval = RemovalPolicy.RETAIN;
        private Optional<Network> network = Optional.empty();
        private Optional<IManagedPolicy> permissionsBoundary = Optional.empty();
        private Optional<String> namePrefix = Optional.empty();
        private final Map<String, String> tags = new TreeMap<>();
        private String runbooks = "docs/how-to/operations.md";
        private SnapStart snapStart = SnapStart.BY_REGION;

        private Builder() {}

        /// Starts with nothing asked for.
        public static Builder create() {
            return new Builder();
        }

        /// Encrypts log groups, queues and the functions' environment variables, and buckets and table, too, where
        /// neither the stream nor its configuration has a key of its own. Without it AWS's own keys do.
        ///
        /// CloudWatch Logs, and for uploads EventBridge, must be let into the key's own policy: of a key of this app
        /// that is done, of an imported one it is the owner's to do (`logs.REGION.amazonaws.com`,
        /// `events.amazonaws.com`).
        ///
        /// @param encrypts a symmetric key of the stack's region; no alias, which cannot be granted
        /// @throws DeploymentException when it is an alias
        public Builder key(IKey encrypts) {
            key = Optional.of(ResourceChecks.key(encrypts));
            return this;
        }

        /// Sets how long CloudWatch keeps what functions and Firehose log; a month without it.
        public Builder logRetention(RetentionDays kept) {
            logRetention = kept;
            return this;
        }

        /// Sets what becomes of buckets and table when their stack goes, or no longer has them: `RETAIN` without it,
        /// and anywhere else than in a stack for trials. With `DESTROY` the table goes with all that waits in it, and
        /// so do empty buckets; the removal of one that still has objects fails.
        ///
        /// @throws DeploymentException when it is `SNAPSHOT`, which neither has
        public Builder dataRemovalPolicy(RemovalPolicy policy) {
            if (policy == RemovalPolicy.SNAPSHOT) {
                throw new DeploymentException("dataRemovalPolicy SNAPSHOT is none for buckets and tables; there are"
                        + " RETAIN, RETAIN_ON_UPDATE_OR_DELETE and DESTROY");
            }
            dataRemoval = policy;
            return this;
        }

        /// Runs the functions in subnets of `vpc`. They need a way to S3 and DynamoDB, best the gateway endpoints,
        /// which cost nothing; with `Sluice.FlushParallelism` or `Sluice.Lanes` above 1 to Lambda as well (an interface
        /// endpoint).
        ///
        /// @param subnets        which of its subnets; private ones, as functions have no public addresses
        /// @param securityGroups none: a new one for each function, which lets everything out and nothing in
        public Builder vpc(IVpc vpc, SubnetSelection subnets, ISecurityGroup... securityGroups) {
            network = Optional.of(new Network(vpc, subnets, List.of(securityGroups)));
            return this;
        }

        /// Bounds all roles.
        public Builder permissionsBoundary(IManagedPolicy policy) {
            permissionsBoundary = Optional.of(policy);
            return this;
        }

        /// Gives functions, roles, log groups, queues, alarms and the dashboard names: `prefix`, the stream's name and
        /// what it is, as in `acme-orders-flush`. Roles are known in all regions of an account, so the same stream in
        /// another region needs another prefix. Names of what holds data or whole events stay CloudFormation's, so that
        /// it can be replaced, and is not by this option, and a Firehose stream has its configuration's.
        ///
        /// @param prefix 1 to 32 letters, digits and `-`, of which a letter is first; `acme-`
        /// @throws DeploymentException when it is something else; when a name is too long for its service, as soon as
        ///     the stream is made
        public Builder namePrefix(String prefix) {
            if (!PREFIX.matcher(prefix).matches()) {
                throw new DeploymentException("namePrefix " + prefix
                        + " is not 1 to 32 letters, digits and '-', of which a letter is first");
            }
            namePrefix = Optional.of(prefix);
            return this;
        }

        /// Tags everything that takes tags, beside the configuration's own `Tags` of the Firehose stream.
        public Builder tag(String name, String value) {
            tags.put(name, value);
            return this;
        }

        /// Names the page of runbooks in the description of every alarm, which is what whoever is called sees: a copy
        /// of `docs/how-to/operations.md`, whose headings are the alarms' names. Without it, that page of Sluice's
        /// sources.
        ///
        /// @param page `https://wiki.example/sluice/operations`; the anchor of an alarm follows after `#`
        /// @throws DeploymentException when it is blank, has a `#` or is longer than 500 characters
        public Builder runbooks(String page) {
            if (page.isBlank() || page.contains("#") || page.length() > PAGE_CHARS_MAX) {
                throw new DeploymentException("runbooks " + page + " is no page: 1 to " + PAGE_CHARS_MAX
                        + " characters without a #, after which each alarm's name follows");
            }
            runbooks = page;
            return this;
        }

        /// Sets whether functions start from a snapshot; without it, wherever Lambda has that.
        public Builder snapStart(SnapStart choice) {
            snapStart = choice;
            return this;
        }

        /// The options so far.
        public PlatformOptions build() {
            return new PlatformOptions(this);
        }
    }
}
