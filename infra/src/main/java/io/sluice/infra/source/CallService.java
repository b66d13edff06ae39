package io.sluice.infra.source;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.CallServers;
import io.sluice.infra.CallerKeys;
import io.sluice.infra.job.FunctionCode;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalableTarget;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy.PredefinedMetricSpecificationProperty;
import software.amazon.awscdk.services.applicationautoscaling.CfnScalingPolicy;
import software.amazon.awscdk.services.ecs.CfnCluster;
import software.amazon.awscdk.services.ecs.CfnService.AwsVpcConfigurationProperty;
import software.amazon.awscdk.services.ecs.CfnService.DeploymentCircuitBreakerProperty;
import software.amazon.awscdk.services.ecs.CfnService.DeploymentConfigurationProperty;
import software.amazon.awscdk.services.ecs.CfnService.LoadBalancerProperty;
import software.amazon.awscdk.services.ecs.CfnService.NetworkConfigurationProperty;
import software.amazon.awscdk.services.ecs.CfnService;
import software.constructs.Construct;

/// A service of servers that take a stream's calls.
///
/// A deployment starts new servers before it ends old ones; ECS takes an old one off the load balancer, waits until its
/// connections are drained, and only then tells it to end. One whose servers do not become well is taken back.
public final class CallService extends Construct {
    /// A JVM starts, and the balancer checks twice.
    private static final int GRACE_SECONDS = 60;
    private static final int SCALED_OUT_SECONDS = 60;
    private static final int SCALED_IN_SECONDS = 300;

    private final CallBalancer balancer;
    private final CfnCluster cluster;
    private final CfnService service;

    /// The properties of a service.
    ///
    /// @param environment by which servers find their stream and the stores
    /// @param access      what they may do
    public record Props(StreamDefinition definition, CallServers servers, CallerKeys keys,
            Map<String, String> environment, BufferAccess access, Platform platform) {}

    /// @throws DeploymentException when servers can't take the stream's calls
    public CallService(Construct scope, String id, Props props) {
        super(scope, id);
        require(props);
        var servers = props.servers();
        balancer = new CallBalancer(this, "Balancer", servers);
        var task = new CallTask(this, "Task", new CallTask.Props(servers, props.keys(), props.environment(),
                props.access(), props.platform()));
        cluster = CfnCluster.Builder.create(this, "Cluster").clusterName(props.platform().name("calls")).build();
        Suppressions.suppress(cluster, "AwsSolutions-ECS4",
                "Container Insights costs more than a small service; the balancer and ECS tell enough without.");
        service = service(servers, task);
        // ECS takes no service to targets that no listener has; and a task that starts before its rights are there
        // fails, which counts against the deployment.
        service.getNode().addDependency(balancer, task);
        scale(servers);
    }

    private void require(Props props) {
        var secret = props.keys().secretArn();
        ResourceChecks.requireSameRegionAndAccount("The secret " + secret, secret, Stack.of(this));
        if (FunctionCode.lacking(props.definition().configuration()).isPresent()) {
            throw new DeploymentException("Servers are deployed without plug-ins, and stream "
                    + props.definition().stream() + " names one: let a function take its calls (leave Image out of"
                    + " Sluice.Source), or run servers with --plugin yourself");
        }
    }

    /// Without a number of tasks, which each deployment would set back: scaling has it.
    private CfnService service(CallServers servers, CallTask task) {
        return CfnService.Builder.create(this, "Service").cluster(cluster.getRef()).taskDefinition(task.arn())
                .launchType("FARGATE").healthCheckGracePeriodSeconds(GRACE_SECONDS).propagateTags("SERVICE")
                .deploymentConfiguration(DeploymentConfigurationProperty.builder().minimumHealthyPercent(100)
                        .maximumPercent(200).deploymentCircuitBreaker(
                                DeploymentCircuitBreakerProperty.builder().enable(true).rollback(true).build())
                        .build())
                .networkConfiguration(NetworkConfigurationProperty.builder()
                        .awsvpcConfiguration(AwsVpcConfigurationProperty.builder().assignPublicIp("DISABLED")
                                .subnets(servers.network().subnets()).securityGroups(List.of(balancer.serversGroup()))
                                .build())
                        .build())
                .loadBalancers(List.of(LoadBalancerProperty.builder().containerName(CallTask.CONTAINER)
                        .containerPort(CallBalancer.PORT).targetGroupArn(balancer.targetsArn()).build()))
                .build();
    }

    private void scale(CallServers servers) {
        var target = CfnScalableTarget.Builder.create(this, "Scaling").serviceNamespace("ecs")
                .scalableDimension("ecs:service:DesiredCount")
                .resourceId(Fn.join("/", List.of("service", cluster.getRef(), service.getAttrName())))
                .minCapacity(servers.tasksMin()).maxCapacity(servers.tasksMax()).build();
        var cpu = CfnScalingPolicy.TargetTrackingScalingPolicyConfigurationProperty.builder()
                .predefinedMetricSpecification(PredefinedMetricSpecificationProperty.builder()
                        .predefinedMetricType("ECSServiceAverageCPUUtilization").build())
                .targetValue(CallServers.CPU_PERCENT).scaleOutCooldown(SCALED_OUT_SECONDS)
                .scaleInCooldown(SCALED_IN_SECONDS).build();
        CfnScalingPolicy.Builder.create(this, "ByCpu").policyName("cpu").policyType("TargetTrackingScaling")
                .scalingTargetId(target.getRef()).targetTrackingScalingPolicyConfiguration(cpu).build();
    }

    /// The names by which metrics know it, added to `others`.
    public TokenNames named(TokenNames others) {
        return others.with(DeployedName.LOAD_BALANCER, balancer.name())
                .with(DeployedName.TARGET_GROUP, balancer.targetsName())
                .with(DeployedName.CLUSTER, cluster.getRef()).with(DeployedName.SERVICE, service.getAttrName());
    }
}
