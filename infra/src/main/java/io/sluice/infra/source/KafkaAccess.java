package io.sluice.infra.source;

import io.sluice.infra.KafkaCluster;
import io.sluice.infra.KafkaLogin;
import io.sluice.infra.KafkaSecret;
import io.sluice.infra.KafkaTopics;
import io.sluice.infra.storage.KeyUse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.iam.PolicyStatement;

/// The rights that Lambda's poller needs under the function's role to read topics (AWS Lambda developer guide,
/// "Configuring Lambda permissions for Amazon MSK event source mappings", "Configuring cluster authentication methods";
/// for other clusters "Configuring self-managed Apache Kafka event sources").
record KafkaAccess(KafkaTopics topics) {
    private static final String CLUSTER = ":cluster/";
    /// Topics of one statement: with the longest names, of 249 characters, they fit the 6,144 of a managed policy.
    static final int TOPICS_MAX = 15;

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
        var group = part(cluster, ":group/") + "/" + topics.reading().consumerGroup().orElse("*");
        var rest = Stream.of(
                statement(List.of("kafka-cluster:Connect", "kafka-cluster:DescribeClusterDynamicConfiguration"),
                        List.of(cluster)),
                statement(List.of("kafka-cluster:AlterGroup", "kafka-cluster:DescribeGroup"), List.of(group)));
        return Stream.concat(rest, reading().stream().limit(1)).toList();
    }

    /// What has no room in the role's own policies, of which IAM takes 10,240 characters: each statement fits a managed
    /// policy.
    List<PolicyStatement> beyondTheRole() {
        return reading().stream().skip(1).toList();
    }

    /// Topics that IAM lets the function in to read, some to a statement.
    private List<PolicyStatement> reading() {
        if (!(topics.cluster() instanceof KafkaCluster.Msk(var arn, KafkaLogin.Iam _))) {
            return List.of();
        }
        var ofTopics = topics.names().stream().map(topic -> part(arn, ":topic/") + "/" + topic).toList();
        return IntStream.iterate(0, from -> from < ofTopics.size(), from -> from + TOPICS_MAX)
                .mapToObj(from -> statement(List.of("kafka-cluster:DescribeTopic", "kafka-cluster:ReadData"),
                        ofTopics.subList(from, Math.min(ofTopics.size(), from + TOPICS_MAX))))
                .toList();
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
