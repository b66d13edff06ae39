package io.sluice.app;

import io.sluice.config.KeyDates;
import io.sluice.config.LandingSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.Reconciliations;
import io.sluice.index.Buffer;
import io.sluice.landing.DatePublisher;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingEvents;
import io.sluice.landing.LandingPublisher;
import io.sluice.landing.SuccessWriter;
import io.sluice.work.Deadline;
import java.util.List;

/// The events of what landed in a stream. No flush run waits for them. Safe for concurrent use.
public final class Publishing {
    private final StreamConfiguration configuration;
    private final Pipeline pipeline;
    private final Ports ports;
    private final StreamBuffers buffers;
    private final Telemetry telemetry;

    Publishing(Pipeline pipeline, Ports ports, StreamBuffers buffers, Telemetry telemetry) {
        this.configuration = pipeline.configuration();
        this.pipeline = pipeline;
        this.ports = ports;
        this.buffers = buffers;
        this.telemetry = telemetry;
    }

    /// Sends what landed since the last run, as far as there is time.
    ///
    /// @throws IllegalArgumentException when the configuration does not say where to
    /// @throws RuntimeException         why a chain stands still, the others as suppressed ones: what could be sent was
    ///                                  sent
    public LandingPublisher.Summary publish(Deadline deadline) {
        LandingSection landing = configuration.sluice().landing().filter(each -> each.events().isPresent())
                .orElseThrow(() -> new IllegalArgumentException("stream " + configuration.stream()
                        + " tells nobody what landed: name where to in Sluice.Landing.Events"));
        var events = new LandingEvents(configuration.stream(), ports.buckets().getFirst());
        LandingCursors cursors = ports.landingCursors(LandingCursors.Reader.EVENTS);
        EventSink sink = ports.eventSink(landing.events().orElseThrow());
        List<Buffer> all = buffers.all().stream().map(buffers::buffer).toList();
        LandingPublisher.Summary told = new LandingPublisher(events, cursors, sink, pipeline.clock())
                .publish(all, () -> new Landings(pipeline, buffers).complete(landing.sourceLag(), deadline),
                        () -> Reconciliations.of(all), deadline);
        LandingPublisher.Summary summary = landing.lateness()
                .map(lateness -> new DatePublisher(events, cursors, sink, pipeline.clock(), lateness,
                        KeyDates.successObjects(configuration).map(keys -> new SuccessWriter(ports.data(), keys))))
                .map(dates -> dates(dates, all, told, deadline)).orElse(told);
        telemetry.published(summary, landing.sourceLag());
        if (!summary.failures().isEmpty()) {
            RuntimeException first = summary.failures().getFirst();
            summary.failures().stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        return summary;
    }

    /// Whatever is wrong with the dates, the landings before them were told.
    private static LandingPublisher.Summary dates(DatePublisher dates, List<Buffer> buffers,
            LandingPublisher.Summary told, Deadline deadline) {
        try {
            dates.publish(buffers, told, deadline);
            return told;
        } catch (RuntimeException e) {
            return told.failed(e);
        }
    }
}
