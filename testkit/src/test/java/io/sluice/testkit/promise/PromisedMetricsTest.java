package io.sluice.testkit.promise;

import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Who has drawn a metric or set an alarm on it finds it under its name, in its unit. The dimension is
/// `EmfMetricsTest`'s.
final class PromisedMetricsTest {
    @Test
    void whatIsPromisedOfTheMetricsIsKept() throws IOException {
        Map<String, String> metrics = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            metrics.put(EmfMetrics.NAMESPACE + "/" + metric.cloudWatchName(), metric.unit().cloudWatchName());
        }
        PromisedList.read(Path.of(".."), "metrics").requireOf(metrics);
    }
}
