package io.sluice.app;

import io.sluice.config.StreamConfiguration;
import io.sluice.ingest.RecordFunction;
import io.sluice.ingest.SourceRefusals;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A stream: its configuration and its ports, put together once, in four parts, each made and loaded when it is asked
/// for first. Safe for concurrent use.
///
/// No lambda gives a part: linking it would load the class that it gives.
public final class Stream implements AutoCloseable {
    private final StreamConfiguration configuration;
    private final Ports ports;
    private final Pipeline pipeline;
    private final Telemetry telemetry;
    private final StreamBuffers buffers;
    private @Nullable Intake intake;
    private @Nullable Flushing flushing;
    private @Nullable Lake lake;
    private @Nullable Publishing publishing;

    /// The parts of a stream that are not told by its configuration.
    ///
    /// @param function what transforms records when `Sluice.Transformer` is [RecordFunction#NAME]
    /// @param refusals what is known of records before the first step
    /// @param landedBefore by the name of a buffer whose table is gone, as that of a finished run on one machine, the
    ///     last version that anything landed with
    /// @param apart    tells its objects from those that others of the stream name alike; empty: there are no others
    public record Extras(Optional<RecordFunction> function, SourceRefusals refusals,
            Map<String, Long> landedBefore, Optional<String> apart) {
        /// All is told by the configuration.
        public static final Extras NONE = of(Optional.empty(), SourceRefusals.NONE);

        public Extras {
            landedBefore = Map.copyOf(landedBefore);
        }

        /// Of a stream of which nothing landed before.
        public static Extras of(Optional<RecordFunction> function, SourceRefusals refusals) {
            return new Extras(function, refusals, Map.of(), Optional.empty());
        }

        /// Of a stream that takes no records.
        public static Extras landedBefore(Map<String, Long> versions) {
            return new Extras(Optional.empty(), SourceRefusals.NONE, versions, Optional.empty());
        }

        /// The same, with objects named apart.
        public Extras apart(Optional<String> from) {
            return new Extras(function, refusals, landedBefore, from);
        }
    }

    /// @param ports closed with the stream
    /// @param lines takes log and metric lines, without their ends
    /// @throws IllegalArgumentException when the configuration names code that is not there
    public Stream(StreamConfiguration configuration, Ports ports, InstantSource clock, Consumer<String> lines) {
        this(configuration, ports, clock, lines, Extras.NONE);
    }

    public Stream(StreamConfiguration configuration, Ports ports, InstantSource clock, Consumer<String> lines,
            Extras extras) {
        this.configuration = configuration;
        this.ports = ports;
        this.pipeline = new Pipeline(configuration, clock, extras.function(), extras.refusals());
        this.telemetry = new Telemetry(lines, clock, configuration);
        this.buffers = new StreamBuffers(pipeline, ports, extras);
    }

    public StreamConfiguration configuration() {
        return configuration;
    }

    /// The way in: transform.
    public synchronized Intake intake() {
        Intake there = intake;
        if (there == null) {
            there = new Intake(pipeline, ports, buffers, telemetry);
            intake = there;
        }
        return there;
    }

    /// The way out: flush, sweep, recover, discard.
    public synchronized Flushing flushing() {
        Flushing there = flushing;
        if (there == null) {
            there = new Flushing(pipeline, buffers, telemetry);
            flushing = there;
        }
        return there;
    }

    /// The objects that are there: repartition, compact, retain, erase.
    public synchronized Lake lake() {
        Lake there = lake;
        if (there == null) {
            there = new Lake(pipeline, ports, buffers, telemetry);
            lake = there;
        }
        return there;
    }

    /// What landed.
    public Landings landings() {
        return new Landings(pipeline, buffers);
    }

    /// The events of what landed.
    public synchronized Publishing publishing() {
        Publishing there = publishing;
        if (there == null) {
            there = new Publishing(pipeline, ports, buffers, telemetry);
            publishing = there;
        }
        return there;
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
