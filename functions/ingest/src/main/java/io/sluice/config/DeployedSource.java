package io.sluice.config;

import io.sluice.firehose.SourceType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The source that a deployment of a stream makes, maps or attaches to: the part of `Sluice.Source` that the functions
/// have no use for. Absent settings are the deployment's to choose (`docs/how-to/sources.md`).
public sealed interface DeployedSource {
    /// A Firehose stream that is there (`ExistingStream`).
    record ExistingFirehose(String stream) implements DeployedSource {}

    /// A Kinesis stream (`KinesisStream`, `KMSKeyARN`).
    ///
    /// @param reader [SourceType#FIREHOSE] or [SourceType#KINESIS]
    /// @param arn    of one that is there; empty: a new one
    /// @param keyArn of the KMS key that the one that is there is encrypted with
    record Kinesis(SourceType reader, Optional<String> arn, Optional<String> keyArn) implements DeployedSource {}

    /// Topics of Kafka (`Topics` and what goes with it).
    record Kafka(List<String> topics, Cluster cluster, Optional<Start> start, Reading reading,
            Optional<String> consumerGroup) implements DeployedSource {}

    /// The cluster of topics: of Amazon MSK by its ARN, or another one by bootstrap servers.
    ///
    /// @param arn     of Amazon MSK (`ClusterARN`); empty: not of Amazon MSK
    /// @param servers empty: of Amazon MSK (`BootstrapServers`)
    /// @param login   empty: by the function's role at Amazon MSK, and none at others
    /// @param network empty: Lambda finds Amazon MSK's, and others over the internet
    record Cluster(Optional<String> arn, List<String> servers, Optional<Login> login, Optional<Network> network,
            Optional<String> rootCertificateArn) {}

    /// Log groups (`LogGroups`, `FilterPattern`).
    record Logs(List<String> groups, String filterPattern) implements DeployedSource {}

    /// A queue (`QueueARN` and what goes with it).
    record Queue(String arn, Optional<String> keyArn, Reading reading, Optional<Integer> concurrencyMax)
            implements
                DeployedSource {}

    /// A table's stream (`StreamARN` and what goes with it).
    record TableStream(String arn, Optional<String> keyArn, Optional<Start> start, Reading reading,
            Optional<Integer> parallelization) implements DeployedSource {}

    /// Objects of a bucket (`Bucket`, `Prefix`, `Suffix`, `KMSKeyARN`).
    record Uploads(String bucket, String prefix, String suffix, Optional<String> keyArn) implements DeployedSource {}

    /// Calls of Firehose's API (`SecretARN` and what goes with it): taken by servers where an image of these is named,
    /// and by a function with a URL where none is.
    ///
    /// @param secretArn      of the secret with the access keys that may call
    /// @param secretKeyArn   of the KMS key that it is encrypted with
    /// @param concurrencyMax executions of the function at once
    record Calls(String secretArn, Optional<String> secretKeyArn, Optional<Integer> concurrencyMax,
            Optional<CallServers> servers) implements DeployedSource {}

    /// Servers that take calls (`Image` and what goes with it).
    ///
    /// @param vpc            in which they are
    /// @param subnets        of that VPC, for them and for their load balancer
    /// @param certificateArn of the load balancer; empty: it does not speak TLS
    /// @param tasksMin       at most `tasksMax`, where both are there
    record CallServers(String image, String vpc, List<String> subnets, Optional<String> certificateArn,
            Optional<Balancer> balancer, Optional<Integer> tasksMin, Optional<Integer> tasksMax) {}

    /// Values of `LoadBalancer`.
    enum Balancer {
        NETWORK, APPLICATION
    }

    /// The settings by which Lambda reads (`BatchSize`, `MaximumBatchingWindowInSeconds`, `Filters`).
    record Reading(Optional<Integer> batchSize, Optional<Duration> window, List<String> filters) {}

    /// A login at a Kafka cluster (`Login`, `SecretARN`, `SecretKMSKeyARN`).
    ///
    /// @param secretArn present exactly where the mechanism takes a secret
    record Login(Mechanism mechanism, Optional<String> secretArn, Optional<String> secretKeyArn) {}

    /// Values of `Login`.
    enum Mechanism {
        NONE, IAM, SASL_SCRAM_512, SASL_SCRAM_256, SASL_PLAIN, MUTUAL_TLS;

        boolean takesSecret() {
            return this != NONE && this != IAM;
        }

        boolean isOfMsk() {
            return this != SASL_SCRAM_256 && this != SASL_PLAIN;
        }
    }

    /// The network in which a cluster is reached (`SubnetIds`, `SecurityGroupIds`).
    record Network(List<String> subnets, List<String> securityGroups) {}

    /// The place at which a new mapping begins (`StartingPosition`).
    sealed interface Start {
        /// One of the two ends.
        enum End implements Start {
            OLDEST, NEWEST
        }

        /// The first record of this time or a later one.
        record At(Instant time) implements Start {}
    }
}
