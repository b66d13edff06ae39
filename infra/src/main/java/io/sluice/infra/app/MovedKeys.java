package io.sluice.infra.app;

import io.sluice.infra.DeploymentException;
import java.util.Map;
import java.util.stream.Collectors;

/// Keys that no context has: what they told of the source is told in the stream's configuration
/// (`docs/decisions/0080-one-file-a-stream.md`).
final class MovedKeys {
    /// The member of `Sluice.Source` in place of each.
    static final Map<String, String> MEMBERS = """
            source Type
            existingStream ExistingStream
            kinesisStream KinesisStream
            kinesisKey KMSKeyARN
            kafkaTopics Topics
            kafkaCluster ClusterARN
            kafkaBootstrapServers BootstrapServers
            kafkaLogin Login
            kafkaSecret SecretARN
            kafkaSecretKey SecretKMSKeyARN
            kafkaRootCertificate RootCertificateARN
            kafkaSubnets SubnetIds
            kafkaSecurityGroups SecurityGroupIds
            kafkaStart StartingPosition
            kafkaRecordsMax BatchSize
            kafkaWindowInSeconds MaximumBatchingWindowInSeconds
            kafkaConsumerGroup ConsumerGroupId
            kafkaFilter Filters
            logGroups LogGroups
            logFilterPattern FilterPattern
            sqsQueue QueueARN
            sqsKey KMSKeyARN
            sqsRecordsMax BatchSize
            sqsWindowInSeconds MaximumBatchingWindowInSeconds
            sqsConcurrencyMax MaximumConcurrency
            sqsFilter Filters
            dynamodbStream StreamARN
            dynamodbKey KMSKeyARN
            dynamodbStart StartingPosition
            dynamodbRecordsMax BatchSize
            dynamodbWindowInSeconds MaximumBatchingWindowInSeconds
            dynamodbParallelization ParallelizationFactor
            dynamodbFilter Filters
            s3Bucket Bucket
            s3Prefix Prefix
            s3Suffix Suffix
            s3Key KMSKeyARN
            """.lines().map(line -> line.split(" ")).collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    private MovedKeys() {}

    /// @param config the configuration file
    /// @throws DeploymentException when the context has any, with the member for each
    static void refuse(ContextValues values, String config) {
        var moved = MEMBERS.keySet().stream().filter(key -> values.text(key).isPresent()).sorted()
                .map(key -> key + " as Sluice.Source." + MEMBERS.get(key)).toList();
        if (!moved.isEmpty()) {
            throw new DeploymentException("The context does not tell the source; the configuration does. Take out of"
                    + " the context, and write into " + config + ": " + String.join(", ", moved)
                    + " (docs/how-to/sources.md)");
        }
    }
}
