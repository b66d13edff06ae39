package io.sluice.app;

import io.sluice.config.StreamConfiguration;
import io.sluice.ingest.RecordFunction;
import io.sluice.ingest.SourceRefusals;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/// A stream: its configuration and its ports, put together once, in three halves, each made and loaded when it is asked
/// for first. Safe for concurrent use.
public final class Stream implements AutoCloseable {
    private final StreamConfiguration configuration;
    private final Ports ports;
    private final StreamBuffers buffers;
    private final Once<Intake> intake;
    private final Once<Flushing> flushing;
    private final Once<Lake> lake;

    /// The parts of a stream that are not told by its configuration.
    ///
    /// @param function what transforms records when `Sluice.Transformer` is [RecordFunction#NAME]
    /// @param refusals what is known of records before the first step
    public record Extras(Optional<RecordFunction> function, SourceRefusals refusals) {
        /// All is told by the configuration.
        public static final Extras NONE = new Extras(Optional.empty(), SourceRefusals.NONE);
    }

    /// @param ports closed with the stream
    /// @param lines takes log and metric lines, without their ends
    /// @throws IllegalArgumentException when the configuration names code that is not there
    public Stream(StreamConfiguration configuration, Ports ports, InstantSource clock, Consumer<String> lines) {
        this(configuration, ports, clock, lines, Extras.NONE);
    }

    public Stream(StreamConfiguration configuration, Ports ports, InstantSource clock, Consumer<String> lines,
            Extras extras) {
        Pipeline pipeline = new Pipeline(configuration, clock, extras.function(), extras.refusals());
        Telemetry telemetry = new Telemetry(lines, clock, configuration);
        this.configuration = configuration;
        this.ports = ports;
        this.buffers = new StreamBuffers(pipeline, ports);
        this.intake = new Once<>(() -> new Intake(pipeline, ports, buffers, telemetry));
        this.flushing = new Once<>(() -> new Flushing(pipeline, buffers, telemetry));
        this.lake = new Once<>(() -> new Lake(pipeline, ports, buffers, telemetry));
    }

    public StreamConfiguration configuration() {
        return configuration;
    }

    /// The way in: transform.
    public Intake intake() {
        return intake.get();
    }

    /// The way out: flush, sweep, recover, discard.
    public Flushing flushing() {
        return flushing.get();
    }

    /// The objects that are there: repartition, compact, retain, erase.
    public Lake lake() {
        return lake.get();
    }

    /// The way to start functions; empty where the stream's do not run in Lambda.
    public Optional<Ports.Invocations> invocations() {
        return ports.invocations();
    }

    /// Has the stream's buffers, if its configuration names them, begin at once: for a stream that nothing was staged
    /// of, and of which nobody stages yet.
    public void beginBuffers() {
        buffers.begin();
    }

    @Override
    public void close() {
        ports.close();
    }
}
