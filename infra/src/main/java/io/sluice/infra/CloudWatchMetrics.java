package io.sluice.infra;

import io.sluice.deployment.WatchedMetric.Computed;
import io.sluice.deployment.WatchedMetric.Single;
import io.sluice.deployment.WatchedMetric;
import io.sluice.infra.storage.TokenNames;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;

/// Metrics as CDK takes them.
final class CloudWatchMetrics {
    private CloudWatchMetrics() {}

    static IMetric of(WatchedMetric metric, TokenNames names) {
        return switch (metric) {
            case Single single -> single(single, names);
            case Computed computed -> computed(computed, names);
        };
    }

    private static IMetric single(Single single, TokenNames names) {
        Map<String, String> dimensions = new TreeMap<>();
        single.dimensions().forEach((name, value) -> dimensions.put(name, names.fill(value)));
        return Metric.Builder.create().namespace(single.namespace()).metricName(single.name())
                .dimensionsMap(dimensions)
                .statistic(single.statistic()).period(seconds(single.period())).build();
    }

    private static IMetric computed(Computed computed, TokenNames names) {
        Map<String, IMetric> of = new TreeMap<>();
        computed.of().forEach((id, single) -> of.put(id, single(single, names)));
        return MathExpression.Builder.create().expression(computed.expression()).label(computed.label())
                .period(seconds(computed.period())).usingMetrics(of).build();
    }

    private static Duration seconds(java.time.Duration period) {
        return Duration.seconds(period.toSeconds());
    }
}
