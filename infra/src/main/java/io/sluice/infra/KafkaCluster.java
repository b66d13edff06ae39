package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import java.util.List;
import java.util.Optional;

/// The cluster that topics are in, and Lambda's way to it. Texts may be tokens of the app's own clusters, networks and
/// secrets.
public sealed interface KafkaCluster {
    /// A cluster of Amazon MSK, serverless or not. Lambda finds its network by itself.
    ///
    /// @param arn   in the stack's account and region
    /// @param login a serverless cluster takes [KafkaLogin.Iam] alone
    record Msk(String arn, KafkaLogin login) implements KafkaCluster {
        public Msk {
            SourceText.require(ResourceText.CLUSTER, arn);
            if (login instanceof KafkaLogin.Secret(var mechanism, _) && !mechanism.isOfMsk()) {
                throw new DeploymentException("Amazon MSK takes no " + mechanism + " (cluster " + arn
                        + "): use IAM, SASL_SCRAM_512, MUTUAL_TLS, or no login");
            }
        }
    }

    /// A cluster of one's own.
    ///
    /// @param bootstrapServers 1 to 10 of `HOST:PORT`
    /// @param network          where it is reached; empty: over the internet
    /// @param rootCertificate  of the authority that the brokers' certificates are by, where it is a private one
    record SelfManaged(List<String> bootstrapServers, KafkaLogin login, Optional<Network> network,
            Optional<KafkaSecret> rootCertificate) implements KafkaCluster {
        private static final int SERVERS_MAX = 10;

        public SelfManaged {
            SourceText.requireAll(ResourceText.SERVER, "The bootstrap servers", bootstrapServers);
            bootstrapServers = List.copyOf(bootstrapServers);
            if (bootstrapServers.size() > SERVERS_MAX) {
                throw new DeploymentException("There are %d bootstrap servers, and Lambda takes %d: leave some away; a"
                        .formatted(bootstrapServers.size(), SERVERS_MAX) + " client finds the others by any of them");
            }
            if (login instanceof KafkaLogin.Iam) {
                throw new DeploymentException("Only Amazon MSK knows IAM, and " + bootstrapServers.getFirst()
                        + " is a cluster of your own: log in with a secret, or name the cluster's ARN");
            }
            if (login instanceof KafkaLogin.None && network.isEmpty()) {
                throw new DeploymentException("Lambda reaches " + bootstrapServers.getFirst()
                        + " over the internet and takes no cluster there without a login: give a secret, or subnets and"
                        + " security groups");
            }
        }
    }

    /// A VPC's.
    ///
    /// @param subnets        1 to 16 ids
    /// @param securityGroups 1 to 5 ids, which let their members reach the brokers' ports
    record Network(List<String> subnets, List<String> securityGroups) {
        private static final int SUBNETS_MAX = 16;
        private static final int SECURITY_GROUPS_MAX = 5;

        public Network {
            SourceText.requireAll(ResourceText.SUBNET, "The subnets of a Kafka cluster", subnets);
            SourceText.requireAll(ResourceText.SECURITY_GROUP, "The security groups of a Kafka cluster",
                    securityGroups);
            subnets = List.copyOf(subnets);
            securityGroups = List.copyOf(securityGroups);
            if (subnets.size() > SUBNETS_MAX || securityGroups.size() > SECURITY_GROUPS_MAX) {
                throw new DeploymentException("A network of Lambda's has at most %d subnets and %d security groups, and"
                        .formatted(SUBNETS_MAX, SECURITY_GROUPS_MAX)
                        + " not %d and %d: leave some away"
                                .formatted(subnets.size(), securityGroups.size()));
            }
        }
    }

    KafkaLogin login();
}
