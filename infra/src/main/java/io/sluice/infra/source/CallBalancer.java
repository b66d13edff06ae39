package io.sluice.infra.source;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.infra.CallServers;
import io.sluice.infra.storage.Suppressions;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.services.ec2.CfnSecurityGroup.IngressProperty;
import software.amazon.awscdk.services.ec2.CfnSecurityGroup;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnListener.ActionProperty;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnListener.CertificateProperty;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnListener;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnLoadBalancer.LoadBalancerAttributeProperty;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnLoadBalancer;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnTargetGroup.TargetGroupAttributeProperty;
import software.amazon.awscdk.services.elasticloadbalancingv2.CfnTargetGroup;
import software.constructs.Construct;

/// The load balancer of servers, which is reached from private networks alone, and reaches the servers alone.
final class CallBalancer extends Construct {
    /// The port of `serve`.
    static final int PORT = 4_573;
    private static final int PLAIN_PORT = 80;
    private static final int TLS_PORT = 443;
    private static final String TLS_POLICY = "ELBSecurityPolicy-TLS13-1-2-2021-06";
    /// RFC 1918 and RFC 6598.
    private static final List<String> PRIVATE = List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
            "100.64.0.0/10");
    private static final int CHECKED_SECONDS = 10;
    private static final int ANSWERED_SECONDS = 5;
    private static final int CHECKS = 2;
    /// A server is told to end when these are over: for so long it answers the calls that it has, and clients that keep
    /// a connection use it.
    private static final int DRAINED_SECONDS = 30;
    /// Less than a server keeps a silent connection: who closes first must be the balancer, which would otherwise send
    /// a call into a connection that is being closed.
    private static final int SILENT_SECONDS = 25;

    private final CfnLoadBalancer balancer;
    private final CfnTargetGroup targets;
    private final CfnSecurityGroup servers;

    CallBalancer(Construct scope, String id, CallServers wanted) {
        super(scope, id);
        int port = wanted.certificateArn().isPresent() ? TLS_PORT : PLAIN_PORT;
        var callers = group("Callers", wanted, "Producers of private networks call",
                PRIVATE.stream().map(range -> tcp(port).cidrIp(range).description("Private network").build()).toList());
        servers = group("Servers", wanted, "The load balancer calls servers", List.of(tcp(PORT)
                .sourceSecurityGroupId(callers.getAttrGroupId()).description("The load balancer").build()));
        boolean application = wanted.balancer() == Balancer.APPLICATION;
        balancer = CfnLoadBalancer.Builder.create(this, "Balancer").type(application ? "application" : "network")
                .scheme("internal").subnets(wanted.network().subnets())
                .securityGroups(List.of(callers.getAttrGroupId()))
                .loadBalancerAttributes(List.of(application
                        ? attribute("idle_timeout.timeout_seconds", SILENT_SECONDS)
                        : attribute("load_balancing.cross_zone.enabled", true)))
                .build();
        Suppressions.suppress(balancer, "AwsSolutions-ELB2",
                "Access logs would need another bucket; calls are signed, and servers count them by client.");
        targets = targets(wanted, application);
        listen(wanted, application, port);
        CfnOutput.Builder.create(this, "Name").description("DNS name of the load balancer that producers call")
                .value(balancer.getAttrDnsName()).build();
    }

    private CfnSecurityGroup group(String id, CallServers wanted, String description, List<IngressProperty> ingress) {
        return CfnSecurityGroup.Builder.create(this, id).groupDescription(description)
                .vpcId(wanted.network().vpcId()).securityGroupIngress(ingress).build();
    }

    private static IngressProperty.Builder tcp(int port) {
        return IngressProperty.builder().ipProtocol("tcp").fromPort(port).toPort(port);
    }

    private static LoadBalancerAttributeProperty attribute(String key, Object value) {
        return LoadBalancerAttributeProperty.builder().key(key).value(value.toString()).build();
    }

    private CfnTargetGroup targets(CallServers wanted, boolean application) {
        List<TargetGroupAttributeProperty> attributes = new ArrayList<>();
        attributes.add(TargetGroupAttributeProperty.builder().key("deregistration_delay.timeout_seconds")
                .value(Integer.toString(DRAINED_SECONDS)).build());
        if (!application) {
            attributes.add(TargetGroupAttributeProperty.builder().key("preserve_client_ip.enabled").value("false")
                    .build());
        }
        return CfnTargetGroup.Builder.create(this, "Targets").vpcId(wanted.network().vpcId()).targetType("ip")
                .port(PORT).protocol(application ? "HTTP" : "TCP").healthCheckProtocol("HTTP")
                .healthCheckPath("/health").healthCheckIntervalSeconds(CHECKED_SECONDS)
                .healthCheckTimeoutSeconds(ANSWERED_SECONDS).healthyThresholdCount(CHECKS)
                .unhealthyThresholdCount(CHECKS).targetGroupAttributes(attributes).build();
    }

    private void listen(CallServers wanted, boolean application, int port) {
        var building = CfnListener.Builder.create(this, "Listener").loadBalancerArn(balancer.getRef()).port(port)
                .defaultActions(List.of(ActionProperty.builder().type("forward").targetGroupArn(targets.getRef())
                        .build()));
        wanted.certificateArn().ifPresentOrElse(
                arn -> building.protocol(application ? "HTTPS" : "TLS").sslPolicy(TLS_POLICY)
                        .certificates(List.of(CertificateProperty.builder().certificateArn(arn).build())),
                () -> building.protocol(application ? "HTTP" : "TCP"));
        building.build();
    }

    String targetsArn() {
        return targets.getRef();
    }

    /// The security group of servers.
    String serversGroup() {
        return servers.getAttrGroupId();
    }

    /// By which metrics know it.
    String name() {
        return balancer.getAttrLoadBalancerFullName();
    }

    /// By which metrics know the servers' place at it.
    String targetsName() {
        return targets.getAttrTargetGroupFullName();
    }
}
