package io.sluice.infra.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.kinesisfirehose.CfnDeliveryStream;

/// The topic of Amazon MSK that a configuration's Firehose stream reads (`MSKSourceConfiguration`), and what Firehose
/// needs for it (Amazon Data Firehose developer guide, "Controlling access").
record MskTopic(StreamDefinition definition) {
    MskTopic {
        SourceText.requireLiteral(ResourceText.CLUSTER, cluster(definition));
        SourceText.requireLiteral(ResourceText.TOPIC, topic(definition));
    }

    /// The section under the stack's own role.
    CfnDeliveryStream.MSKSourceConfigurationProperty source(String roleArn) {
        var source = CfnDeliveryStream.MSKSourceConfigurationProperty.builder().mskClusterArn(cluster(definition))
                .topicName(topic(definition))
                .authenticationConfiguration(CfnDeliveryStream.AuthenticationConfigurationProperty.builder()
                        .connectivity(section(definition).at("/AuthenticationConfiguration/Connectivity")
                                .asText("PRIVATE"))
                        .roleArn(roleArn).build());
        var from = section(definition).path("ReadFromTimestamp");
        return from.isNumber() ? source.readFromTimestamp(time(from)).build() : source.build();
    }

    /// The command line takes seconds since 1970, and CloudFormation a text.
    private String time(JsonNode seconds) {
        try {
            return Instant.ofEpochSecond(seconds.asLong()).toString();
        } catch (DateTimeException e) {
            throw new DeploymentException("MSKSourceConfiguration.ReadFromTimestamp %s of stream %s is no time: seconds"
                    .formatted(seconds, definition.stream()) + " since 1970");
        }
    }

    List<PolicyStatement> permissions() {
        var cluster = cluster(definition);
        return List.of(
                statement(List.of("kafka-cluster:Connect", "kafka:DescribeCluster", "kafka:DescribeClusterV2",
                        "kafka:GetBootstrapBrokers"), cluster),
                statement(List.of("kafka-cluster:DescribeTopic", "kafka-cluster:DescribeTopicDynamicConfiguration",
                        "kafka-cluster:ReadData"),
                        cluster.replace(":cluster/", ":topic/") + "/" + topic(definition)),
                statement(List.of("kafka-cluster:DescribeGroup"), cluster.replace(":cluster/", ":group/") + "/*"));
    }

    private static JsonNode section(StreamDefinition definition) {
        return definition.json().path("MSKSourceConfiguration");
    }

    private static String cluster(StreamDefinition definition) {
        return section(definition).path("MSKClusterARN").asText();
    }

    private static String topic(StreamDefinition definition) {
        return section(definition).path("TopicName").asText();
    }

    private static PolicyStatement statement(List<String> actions, String resource) {
        return PolicyStatement.Builder.create().actions(actions).resources(List.of(resource)).build();
    }
}
