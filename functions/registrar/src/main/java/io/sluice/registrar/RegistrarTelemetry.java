package io.sluice.registrar;

import io.sluice.config.StreamConfiguration;
import io.sluice.iceberg.Registration;
import io.sluice.metrics.EmfMetrics;
import io.sluice.metrics.Metric;
import io.sluice.metrics.StructuredLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/// Tells operators what a run did to the table: a metric line and a log line for each that did something.
final class RegistrarTelemetry {
    private static final double MILLIS = 1e3;

    private final StreamConfiguration stream;
    private final InstantSource clock;
    private final Consumer<String> lines;
    private final StructuredLog log;

    RegistrarTelemetry(StreamConfiguration stream, InstantSource clock, Consumer<String> lines) {
        this.stream = stream;
        this.clock = clock;
        this.lines = lines;
        this.log = new StructuredLog(lines, clock, stream.stream());
    }

    /// @param lag of the oldest landing that is not in the table; zero: none waits
    void registered(Registration registration, Duration lag) {
        for (String problem : registration.problems()) {
            log.warn("registrar-problem").id("problem", problem).write();
        }
        metrics().put(Metric.ICEBERG_LAG, lag.toMillis() / MILLIS)
                .putAny(Metric.ICEBERG_FAILURES, registration.problems().size())
                .putAny(Metric.ICEBERG_COMMITS, registration.commits())
                .putAny(Metric.ICEBERG_FILES, registration.added()).line().ifPresent(lines);
        log.info("registered").count("commits", registration.commits()).count("added", registration.added())
                .count("removed", registration.removed()).count("lagSeconds", lag.toSeconds())
                .count("complete", registration.more() ? 0 : 1).write();
    }

    /// After a run that failed; Lambda logs and counts the failure itself.
    void behind(Duration lag) {
        metrics().put(Metric.ICEBERG_LAG, lag.toMillis() / MILLIS).line().ifPresent(lines);
    }

    void swept(int deleted) {
        log.info("table-swept").count("deleted", deleted).write();
    }

    private EmfMetrics metrics() {
        return EmfMetrics.of(stream.stream(), clock.instant(), stream.sluice().observability());
    }
}
