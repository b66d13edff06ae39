package io.sluice.deployment;

import static io.sluice.deployment.AlarmRule.above;
import static io.sluice.deployment.AlarmRule.aboveOrSilent;
import static io.sluice.deployment.StreamMetrics.FIVE_MINUTES;
import static io.sluice.deployment.StreamMetrics.function;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.deployment.SourceWatch.Graph;
import io.sluice.deployment.SourceWatch.Taker;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.metrics.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What watches the calls of a stream that takes them itself: the age of its groups, and AWS's own metrics (AWS Lambda
/// developer guide, "Monitoring Lambda function URLs"; Elastic Load Balancing user guides, "CloudWatch metrics for your
/// Application Load Balancer" and "… Network Load Balancer").
public final class CallWatch {
    /// Staging takes some tenths of a second, and the SDK's attempts at a store that is slow some more.
    private static final Duration SLOW = Duration.ofSeconds(5);
    /// One group of many may meet an attempt that times out, and not in each period.
    private static final Duration OLD = Duration.ofSeconds(10);
    /// In a row.
    private static final int PERIODS = 3;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /// A server that starts, or is replaced, is not well for some.
    private static final int UNHEALTHY_MINUTES = 5;
    private static final String P99 = "p99";

    private CallWatch() {}

    /// Of a function with a URL. Calls that it is too busy for are [StreamAlarms]' throttles.
    ///
    /// @param stream its name
    public static SourceWatch url(String stream) {
        var refused = function(DeployedName.TRANSFORM_FUNCTION, "Url5xxCount", "Sum");
        var latency = function(DeployedName.TRANSFORM_FUNCTION, "UrlRequestLatency", P99);
        return new SourceWatch(List.of(refused(refused), slow(latency, (double) SLOW.toMillis())), List.of(),
                List.of(new Graph("Calls", List.of(
                        function(DeployedName.TRANSFORM_FUNCTION, "UrlRequestCount", "Sum"),
                        function(DeployedName.TRANSFORM_FUNCTION, "Url4xxCount", "Sum"), refused)),
                        new Graph("Time to answer, p99", List.of(latency))),
                Taker.FUNCTION).and(groups(stream));
    }

    /// Of servers behind a load balancer. One of the network's counts no calls: it forwards bytes.
    ///
    /// @param stream its name
    public static SourceWatch servers(String stream, Balancer balancer) {
        var cpu = new Single("AWS/ECS", "CPUUtilization",
                new TreeMap<>(Map.of("ClusterName", DeployedName.CLUSTER.toString(), "ServiceName",
                        DeployedName.SERVICE.toString())),
                "Average", FIVE_MINUTES);
        var graphs = List.of(new Graph("Servers", List.of(hosts(balancer, "HealthyHostCount"),
                hosts(balancer, "UnHealthyHostCount"))), new Graph("CPU of servers, %", List.of(cpu)));
        var servers = new SourceWatch(List.of(unhealthy(balancer)), List.of(), graphs, Taker.SERVERS);
        return (balancer == Balancer.NETWORK ? servers : servers.and(application())).and(groups(stream));
    }

    /// By what functions and servers tell of their groups, whatever is before them.
    private static SourceWatch groups(String stream) {
        var age = new StreamMetrics(stream).own(Metric.CALL_GROUP_AGE, "Maximum", FIVE_MINUTES);
        return new SourceWatch(List.of(new StreamAlarm("GroupAge",
                "A group of calls waits longer than %d seconds, from the first of them, for its answer"
                        .formatted(OLD.toSeconds()),
                age, above((double) OLD.toMillis(), PERIODS))), List.of(),
                List.of(new Graph("Age of a group of calls, longest", List.of(age))), Taker.FUNCTION);
    }

    private static SourceWatch application() {
        var latency = balancer("TargetResponseTime", P99);
        return new SourceWatch(
                List.of(refused(StreamMetrics.either(balancer("HTTPCode_ELB_5XX_Count", "Sum"),
                        balancer("HTTPCode_Target_5XX_Count", "Sum"))), slow(latency, (double) SLOW.toSeconds())),
                List.of(),
                List.of(new Graph("Calls", List.of(balancer("RequestCount", "Sum"),
                        balancer("HTTPCode_ELB_5XX_Count", "Sum"), balancer("HTTPCode_Target_5XX_Count", "Sum"))),
                        new Graph("Time to answer, p99", List.of(latency))),
                Taker.SERVERS);
    }

    private static StreamAlarm refused(WatchedMetric refused) {
        return new StreamAlarm("CallsRefused", "Calls are answered with a failure of ours; clients try them again",
                refused, above(0, PERIODS));
    }

    private static StreamAlarm slow(Single latency, double most) {
        return new StreamAlarm("CallsSlow", "One call of a hundred waits longer than %d seconds for its answer"
                .formatted(SLOW.toSeconds()), latency, above(most, PERIODS));
    }

    private static StreamAlarm unhealthy(Balancer balancer) {
        return new StreamAlarm("ServersUnhealthy", "Servers fail their health check, or none is there that passes it",
                StreamMetrics.unhealthy(hosts(balancer, "HealthyHostCount"), hosts(balancer, "UnHealthyHostCount")),
                aboveOrSilent(0, UNHEALTHY_MINUTES));
    }

    private static Single hosts(Balancer balancer, String name) {
        return new Single(balancer == Balancer.NETWORK ? "AWS/NetworkELB" : "AWS/ApplicationELB", name,
                new TreeMap<>(Map.of("LoadBalancer", DeployedName.LOAD_BALANCER.toString(), "TargetGroup",
                        DeployedName.TARGET_GROUP.toString())),
                "Maximum", MINUTE);
    }

    private static Single balancer(String name, String statistic) {
        return new Single("AWS/ApplicationELB", name, "LoadBalancer", DeployedName.LOAD_BALANCER.toString(), statistic,
                FIVE_MINUTES);
    }
}
