package io.sluice.lambda;

import io.sluice.config.StreamConfiguration;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.Forfeiture;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.Sweep;
import io.sluice.flush.SweepMark;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.lane.DecidedLanes;
import io.sluice.lane.Lane;
import io.sluice.lane.LaneArchive;
import io.sluice.lane.LaneCount;
import io.sluice.lane.LaneIndex;
import io.sluice.lane.LaneKeeper;
import io.sluice.recover.DeliveredObjects;
import io.sluice.recover.LaneRecovery;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySettings;
import io.sluice.recover.RecoverySummary;
import io.sluice.retention.Erasure;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A stream's buffers, and what goes through each of them. Safe for concurrent use.
final class StreamLanes {
    private final StreamConfiguration stream;
    private final Pipeline pipeline;
    private final Ports ports;
    private final InstantSource clock;
    private final int requestsMax;
    private final Map<Lane, Flusher> flushers = new ConcurrentHashMap<>();
    private final Map<Lane, Sweep> sweeps = new ConcurrentHashMap<>();
    private volatile boolean knownToHaveNone;

    /// @param requestsMax requests under way at once in each buffer
    StreamLanes(StreamConfiguration stream, Pipeline pipeline, Ports ports, InstantSource clock, int requestsMax) {
        this.stream = stream;
        this.pipeline = pipeline;
        this.ports = ports;
        this.clock = clock;
        this.requestsMax = requestsMax;
    }

    /// The number of lanes of a batch's stream. Nothing is asked for a stream whose configuration names none.
    LaneCount count() {
        return named() ? new DecidedLanes(stream.stream(), ports.lanes(), archive()) : LaneCount.ONE;
    }

    /// The buffer of a lane.
    Buffer buffer(Lane lane) {
        return new Buffer(name(lane), ports.staging(),
                lane.equals(Lane.FIRST) ? ports.index() : ports.index(name(lane)));
    }

    /// Those that a run of the schedule is for. The number follows the configuration.
    ///
    /// @param startsOthers whether lanes are flushed by invocations of their own: those that rest are left out mostly
    /// @throws IllegalArgumentException when the stream has lanes and the configuration does not name them
    List<Lane> toFlush(boolean startsOthers) {
        if (!named()) {
            return first();
        }
        return startsOthers ? keeper().followDue() : keeper().follow();
    }

    /// All that the stream ever had.
    ///
    /// @throws IllegalArgumentException as above
    List<Lane> all() {
        return named() ? keeper().lanes() : first();
    }

    /// The number of lanes that are flushed by invocations of their own; of what is beyond it, little is left.
    int configured() {
        return stream.sluice().lanes().orElse(1);
    }

    /// For a stream that nothing was staged of, and of which nobody stages.
    void begin() {
        if (named()) {
            keeper().begin();
        }
    }

    Flusher flusher(Lane lane) {
        return flushers.computeIfAbsent(lane,
                _ -> Wiring.flusher(settings(lane), guarded(lane), ports.data(), clock));
    }

    Sweep sweep(Lane lane) {
        return sweeps.computeIfAbsent(lane,
                _ -> sweep(lane, ports.sweepMark(name(lane))));
    }

    private Sweep sweep(Lane lane, SweepMark mark) {
        return new Sweep(settings(lane), guarded(lane), mark, Sweep.ShareLimits.USUAL,
                new VirtualThreadWorkers(Sweep.REQUESTS_MAX), clock);
    }

    /// Of a lane, where nothing is done before the lane is known to be one.
    private Buffer guarded(Lane lane) {
        Buffer buffer = buffer(lane);
        return named() ? new Buffer(buffer.name(), buffer.staging(), new LaneIndex(buffer.index(), keeper())) : buffer;
    }

    RecoverySummary recover(FlushEvent.Recover asked, Deadline deadline) {
        return new LaneRecovery(keeper(), lane -> recovery(lane, asked)).recover(deadline);
    }

    /// Objects do not tell which lane delivered them: the first is in use since the stream began.
    private Recovery recovery(Lane lane, FlushEvent.Recover asked) {
        Optional<DeliveredObjects> delivered = asked.isAsFound() || !lane.equals(Lane.FIRST)
                ? Optional.empty()
                : Optional.of(new DeliveredObjects(stream.stream(),
                        List.of(stream.prefix().literalHead(), stream.errorOutputPrefix().literalHead())));
        RecoverySettings settings = new RecoverySettings(stream.sluice().indexShards(), asked.quietFor(),
                pipeline.released(), delivered);
        return new Recovery(settings, buffer(lane), ports.data(), ports.recoveryMark(name(lane)),
                new VirtualThreadWorkers(requestsMax), clock);
    }

    /// Of the buffer that a segment is in.
    Forfeiture.Summary forfeit(Forfeiture.Request request) {
        Lane lane = all().stream().filter(each -> request.segment().startsWith(SegmentId.prefix(name(each))))
                .findFirst().orElse(Lane.FIRST);
        return new Forfeiture(buffer(lane)).forfeit(request);
    }

    /// The deliveries that flush runs may still write, of all buffers.
    OpenDeliveries openDeliveries() {
        return new OpenDeliveries(() -> all().stream().map(this::guarded).toList());
    }

    /// As an erasure drains them: what it sweeps, it looks for from the first key on.
    List<Erasure.DrainedBuffer> buffers() {
        return all().stream().map(lane -> new Erasure.DrainedBuffer(flusher(lane), sweep(lane, SweepMark.NONE),
                new OpenDeliveries(guarded(lane)))).toList();
    }

    private FlushSettings settings(Lane lane) {
        return lane.equals(Lane.FIRST) ? pipeline.flushSettings() : pipeline.flushSettings().in(name(lane));
    }

    private String name(Lane lane) {
        return lane.buffer(stream.stream());
    }

    private boolean named() {
        return stream.sluice().lanes().isPresent();
    }

    /// Asked once: a stream that gets lanes gets another configuration.
    private List<Lane> first() {
        if (!knownToHaveNone) {
            keeper().lanes();
            knownToHaveNone = true;
        }
        return List.of(Lane.FIRST);
    }

    private LaneArchive archive() {
        return new LaneArchive(stream.stream(), ports.staging());
    }

    private LaneKeeper keeper() {
        return new LaneKeeper(new LaneKeeper.LaneSettings(stream.stream(), stream.sluice().lanes(),
                stream.sluice().flushEvery(), stream.sluice().foldedFor()), ports.lanes(), archive(), clock);
    }
}
