package io.sluice.infra.source;

import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaSecret;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.storage.KeyUse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.iam.PolicyStatement;

/// The rights that Lambda's poller needs under the function's role to read topics (AWS Lambda developer guide,
/// "Configuring Lambda permissions for Amazon MSK event source mappings", "Configuring cluster authentication methods";
/// for other clusters "Configuring self-managed Apache Kafka event sources").
record KafkaAccess(KafkaTopics topics) {
    private static final String CLUSTER = ":cluster/";

    List<PolicyStatement> statements() {
        var statements = new ArrayList<PolicyStatement>();
        if (topics.cluster() instanceof KafkaCluster.Msk(var arn, var login)) {
            statements.add(statement(List.of("kafka:DescribeClusterV2", "kafka:GetBootstrapBrokers"), List.of(arn)));
            if (login instanceof KafkaLogin.Iam) {
                statements.addAll(iam(arn));
            }
        }
        if (entersNetwork(topics.cluster())) {
            statements.add(statement(List.of("ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface",
                    "ec2:DescribeNetworkInterfaces", "ec2:DescribeSecurityGroups", "ec2:DescribeSubnets",
                    "ec2:DescribeVpcs"), List.of("*")));
        }
        secrets().forEach(secret -> {
            statements.add(statement(List.of("secretsmanager:GetSecretValue"), List.of(secret.arn())));
            secret.keyArn().map(KeyUse::secrets).ifPresent(statements::add);
        });
        return statements;
    }

    /// Amazon MSK is always in a VPC.
    static boolean entersNetwork(KafkaCluster cluster) {
        return switch (cluster) {
            case KafkaCluster.Msk _ -> true;
            case KafkaCluster.SelfManaged own -> own.network().isPresent();
        };
    }

    private Stream<KafkaSecret> secrets() {
        var login = topics.cluster().login() instanceof KafkaLogin.Secret(_, var secret)
                ? Stream.of(secret)
                : Stream.<KafkaSecret>empty();
        var certificate = topics.cluster() instanceof KafkaCluster.SelfManaged own
                ? own.rootCertificate().stream()
                : Stream.<KafkaSecret>empty();
        return Stream.concat(login, certificate).distinct();
    }

    /// A topic's and a group's ARN are the cluster's with another word.
    private List<PolicyStatement> iam(String cluster) {
        var ofTopics = topics.names().stream().map(topic -> part(cluster, ":topic/") + "/" + topic).toList();
        var group = part(cluster, ":group/") + "/" + topics.reading().consumerGroup().orElse("*");
        return List.of(
                statement(List.of("kafka-cluster:Connect", "kafka-cluster:DescribeClusterDynamicConfiguration"),
                        List.of(cluster)),
                statement(List.of("kafka-cluster:DescribeTopic", "kafka-cluster:ReadData"), ofTopics),
                statement(List.of("kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup"), List.of(group)));
    }

    private static String part(String cluster, String word) {
        return Token.isUnresolved(cluster)
                ? Fn.join(word, Fn.split(CLUSTER, cluster, 2))
                : cluster.replace(CLUSTER, word);
    }

    private static PolicyStatement statement(List<String> actions, List<String> resources) {
        return PolicyStatement.Builder.create().actions(actions).resources(resources).build();
    }
}
