package io.sluice.app;

import io.sluice.buffers.BufferCount;
import io.sluice.buffers.BufferCountArchive;
import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.buffers.DecidedBufferCount;
import io.sluice.buffers.GuardedIndex;
import io.sluice.config.LandingSection;
import io.sluice.config.StreamConfiguration;
import io.sluice.flush.ChunkDiscard;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.Flusher;
import io.sluice.flush.OpenDeliveries;
import io.sluice.flush.Sweep;
import io.sluice.flush.SweepMark;
import io.sluice.flush.VirtualThreadWorkers;
import io.sluice.index.Buffer;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LandingCursors.Reader;
import io.sluice.objects.ObjectKey;
import io.sluice.recover.DeliveredObjects;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoverySettings;
import io.sluice.recover.RecoverySummary;
import io.sluice.recover.StreamRecovery;
import io.sluice.segment.SegmentId;
import io.sluice.work.Deadline;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// A stream's buffers, and what goes through each of them. Safe for concurrent use.
final class StreamBuffers {
    private final StreamConfiguration stream;
    private final Pipeline pipeline;
    private final Ports ports;
    private final InstantSource clock;
    private final Stream.Extras extras;
    private final Map<BufferNumber, Flusher> flushers = new ConcurrentHashMap<>();
    private final Map<BufferNumber, Sweep> sweeps = new ConcurrentHashMap<>();
    private volatile boolean knownToHaveNone;

    StreamBuffers(Pipeline pipeline, Ports ports, Stream.Extras extras) {
        this.stream = pipeline.configuration();
        this.pipeline = pipeline;
        this.ports = ports;
        this.clock = pipeline.clock();
        this.extras = extras;
    }

    /// The number of buffers of a batch's stream. Nothing is asked for a stream whose configuration names none.
    BufferCount count() {
        return named() ? new DecidedBufferCount(stream.stream(), ports.bufferCounts(), archive()) : BufferCount.ONE;
    }

    /// The buffer of that number.
    Buffer buffer(BufferNumber number) {
        return new Buffer(name(number), ports.staging(),
                number.equals(BufferNumber.FIRST) ? ports.index() : ports.index(name(number)));
    }

    /// Those that a run of the schedule is for. The number follows the configuration.
    ///
    /// @param startsOthers whether buffers are flushed by invocations of their own: those that rest are left out mostly
    /// @throws IllegalArgumentException when the stream has several buffers and the configuration does not name `Lanes`
    List<BufferNumber> toFlush(boolean startsOthers) {
        if (!named()) {
            return first();
        }
        return startsOthers ? keeper().followDue() : keeper().follow();
    }

    /// All that the stream ever had.
    ///
    /// @throws IllegalArgumentException as above
    List<BufferNumber> all() {
        return named() ? keeper().buffers() : first();
    }

    /// The number of buffers that are flushed by invocations of their own; of what is beyond it, little is left.
    int configured() {
        return stream.sluice().lanes().orElse(1);
    }

    /// For a stream that nothing was staged of, and of which nobody stages.
    void begin() {
        if (named()) {
            keeper().begin();
        }
    }

    Flusher flusher(BufferNumber number) {
        return flushers.computeIfAbsent(number,
                _ -> Pipeline.flusher(settings(number), guarded(number), ports.data(),
                        new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), clock));
    }

    Sweep sweep(BufferNumber number) {
        return sweeps.computeIfAbsent(number,
                _ -> sweep(number, ports.sweepMark(name(number))));
    }

    Sweep sweep(BufferNumber number, SweepMark mark) {
        return new Sweep(settings(number), guarded(number), mark, Sweep.ShareLimits.USUAL,
                new VirtualThreadWorkers(Sweep.REQUESTS_MAX), clock, read(name(number)));
    }

    /// The last landing of a chain that every declared reader has done with; empty where none is declared.
    private Optional<LongSupplier> read(String chain) {
        List<Reader> readers = new ArrayList<>();
        stream.sluice().landing().flatMap(LandingSection::events).ifPresent(_ -> readers.add(Reader.EVENTS));
        stream.sluice().iceberg().ifPresent(_ -> readers.add(Reader.TABLE));
        return readers.isEmpty()
                ? Optional.empty()
                : Optional.of(() -> readers.stream().mapToLong(
                        reader -> ports.landingCursors(reader).read().getOrDefault(chain, 0L)).min().orElse(0));
    }

    /// The log of what jobs replace and remove; empty where the stream has no landing log. What goes stays for its
    /// readers no longer than a landing is kept anyway.
    Optional<LakeLog> lakeLog() {
        return stream.sluice().landing().map(landing -> new LakeLog(stream.stream(), ports.staging(),
                new LakeLog.Reader(read(LakeLog.chain(stream.stream())), landing.keptFor()),
                clock));
    }

    /// The buffer of that number, where nothing is done before it is known to be one.
    Buffer guarded(BufferNumber number) {
        Buffer buffer = buffer(number);
        return named()
                ? new Buffer(buffer.name(), buffer.staging(), new GuardedIndex(buffer.index(), keeper()))
                : buffer;
    }

    RecoverySummary recover(RecoveryMode asked, Deadline deadline) {
        return new StreamRecovery(keeper(), number -> recovery(number, asked)).recover(deadline);
    }

    private Recovery recovery(BufferNumber number, RecoveryMode asked) {
        Optional<DeliveredObjects> delivered = asked.isAsFound()
                ? Optional.empty()
                : Optional.of(new DeliveredObjects(stream.stream(),
                        List.of(stream.prefix().literalHead(), stream.errorOutputPrefix().literalHead()),
                        keeper().archived().stream().map(this::name).toList()));
        RecoverySettings settings = new RecoverySettings(stream.sluice().indexShards(), asked.quietFor(),
                pipeline.released(), delivered, stream.sluice().landing().isPresent());
        return new Recovery(settings, buffer(number), ports.data(), ports.recoveryMark(name(number)),
                new VirtualThreadWorkers(Pipeline.REQUESTS_MAX), clock);
    }

    /// Of the buffer that a segment is in.
    ChunkDiscard.Summary discard(ChunkDiscard.Request request) {
        BufferNumber number = all().stream().filter(each -> request.segment().startsWith(SegmentId.prefix(name(each))))
                .findFirst().orElse(BufferNumber.FIRST);
        return new ChunkDiscard(buffer(number)).discard(request);
    }

    /// The deliveries that flush runs may still write, of all buffers.
    OpenDeliveries openDeliveries() {
        return new OpenDeliveries(() -> all().stream().map(this::guarded).toList(), extras.landedBefore());
    }

    /// Reads the index and the staging bucket once, so that what sends requests is loaded.
    void readSomething() {
        ports.index().state();
        ports.staging().head(new ObjectKey(SegmentId.prefix(stream.stream()) + "priming"));
    }

    private FlushSettings settings(BufferNumber number) {
        FlushSettings usual = pipeline.flushSettings();
        return extras.apart().map(from -> usual.in(name(number) + "\n" + from)).orElseGet(
                () -> number.equals(BufferNumber.FIRST) ? usual : usual.in(name(number)));
    }

    private String name(BufferNumber number) {
        return number.buffer(stream.stream());
    }

    private boolean named() {
        return stream.sluice().lanes().isPresent();
    }

    /// Asked once: a stream that gets buffers gets another configuration.
    private List<BufferNumber> first() {
        if (!knownToHaveNone) {
            keeper().buffers();
            knownToHaveNone = true;
        }
        return List.of(BufferNumber.FIRST);
    }

    private BufferCountArchive archive() {
        return new BufferCountArchive(stream.stream(), ports.staging());
    }

    private BufferNumbers keeper() {
        return new BufferNumbers(new BufferNumbers.BufferNumberSettings(stream.stream(), stream.sluice().lanes(),
                stream.sluice().flushEvery(), stream.sluice().foldedFor()), ports.bufferCounts(), archive(), clock);
    }
}
