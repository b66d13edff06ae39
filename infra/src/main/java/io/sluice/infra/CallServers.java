package io.sluice.infra;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.SourceText;
import java.util.List;
import java.util.Optional;

/// Servers that take a stream's calls: tasks of Fargate behind a load balancer that is reached from private networks.
/// Ids and ARNs may be tokens of the app's own networks and certificates.
///
/// @param image          Sluice's, of arm64, with its registry and a tag or a digest; a literal
/// @param certificateArn of the load balancer; empty: it does not speak TLS
/// @param tasksMin       1 or more; two are there while one of two zones is not
/// @param tasksMax       not less; as many run as keep the processor at [#CPU_PERCENT]
/// @param cpuUnits       of a task: 512, 1,024 (one vCPU), 2,048 or 4,096
/// @param memoryMib      of a task: twice to eight times its CPU units, in whole GiB, at most 30,720
public record CallServers(String image, Network network, Optional<String> certificateArn, Balancer balancer,
        int tasksMin, int tasksMax, int cpuUnits, int memoryMib) {
    /// The share of their processors that servers are held at, in percent, as in `kubernetes/serve.yaml`.
    public static final int CPU_PERCENT = 60;
    static final int TASKS_MIN = 2;
    static final int TASKS_MAX = 20;
    private static final int CPU_UNITS = 1_024;
    private static final int MEMORY_MIB = 2_048;
    private static final List<Integer> CPUS = List.of(512, 1_024, 2_048, 4_096);
    private static final int MEMORY_MIB_MAX = 30_720;
    private static final int GIB = 1_024;

    /// The network of servers and of their load balancer.
    ///
    /// @param subnets of the VPC; from them S3, DynamoDB, Secrets Manager, CloudWatch Logs and the image's registry are
    ///     reached, by endpoints or a NAT gateway
    public record Network(String vpcId, List<String> subnets) {
        public Network {
            SourceText.require(ResourceText.VPC, vpcId);
            SourceText.requireAll(ResourceText.SUBNET, "The subnets of servers", subnets);
            subnets = List.copyOf(subnets);
        }
    }

    public CallServers {
        SourceText.requireLiteral(ResourceText.IMAGE, image);
        certificateArn.ifPresent(arn -> SourceText.require(ResourceText.CERTIFICATE, arn));
        if (balancer == Balancer.APPLICATION && network.subnets().size() < 2) {
            throw new DeploymentException("An application load balancer takes subnets of two zones or more, and there"
                    + " is one: add another, or take a network load balancer");
        }
        if (tasksMin < 1 || tasksMax < tasksMin) {
            throw new DeploymentException(("Servers are 1 or more, and at most as many as their maximum; here at least"
                    + " %d and at most %d").formatted(tasksMin, tasksMax));
        }
        if (!CPUS.contains(cpuUnits) || memoryMib % GIB != 0 || memoryMib < 2 * cpuUnits || memoryMib > 8 * cpuUnits
                || memoryMib > MEMORY_MIB_MAX) {
            throw new DeploymentException(("Fargate has no task of %d CPU units and %d MiB: take 512, 1024, 2048 or"
                    + " 4096 units, and twice to eight times as many MiB, in whole GiB, at most %d").formatted(cpuUnits,
                            memoryMib, MEMORY_MIB_MAX));
        }
    }

    /// Two to twenty tasks of one vCPU behind a network load balancer.
    public static CallServers of(String image, Network network) {
        return new CallServers(image, network, Optional.empty(), Balancer.NETWORK, TASKS_MIN, TASKS_MAX, CPU_UNITS,
                MEMORY_MIB);
    }

    /// The same with TLS at the load balancer.
    public CallServers with(String certificate) {
        return new CallServers(image, network, Optional.of(certificate), balancer, tasksMin, tasksMax, cpuUnits,
                memoryMib);
    }

    /// The same behind another load balancer. One of applications counts calls, refusals and how long answers take.
    public CallServers behind(Balancer other) {
        return new CallServers(image, network, certificateArn, other, tasksMin, tasksMax, cpuUnits, memoryMib);
    }

    /// The same with other numbers of tasks.
    public CallServers between(int least, int most) {
        return new CallServers(image, network, certificateArn, balancer, least, most, cpuUnits, memoryMib);
    }

    /// The same with other tasks. Few large ones are cheaper than many small ones: calls of one stream that meet in a
    /// server are staged together.
    public CallServers sized(int cpu, int memory) {
        return new CallServers(image, network, certificateArn, balancer, tasksMin, tasksMax, cpu, memory);
    }
}
