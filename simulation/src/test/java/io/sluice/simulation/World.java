package io.sluice.simulation;

import io.sluice.buffers.BufferCountLog;
import io.sluice.buffers.BufferNumber;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSettings;
import io.sluice.flush.ReleasedSegments;
import io.sluice.flush.SliceInvoker;
import io.sluice.flush.Slicing;
import io.sluice.flush.SweepMark;
import io.sluice.index.Buffer;
import io.sluice.index.BufferIndex;
import io.sluice.index.EntryKey;
import io.sluice.ingest.AttemptSpans;
import io.sluice.ingest.Ingest;
import io.sluice.landing.LakeLog;
import io.sluice.layout.Filing;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixMatch;
import io.sluice.manifest.BufferingRule;
import io.sluice.manifest.DuePolicy;
import io.sluice.manifest.ObjectNaming;
import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.Planner;
import io.sluice.manifest.SealingLimits;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.recover.RecoveryMark;
import io.sluice.testkit.memory.MemoryIndex;
import io.sluice.testkit.memory.MemoryObjectStore;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import io.sluice.objects.Body;
import java.util.HashSet;
import java.util.Set;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// One stream with its buckets and its table, its versions of configuration, and the requests that are still under way.
public final class World {
    public static final String STREAM = "quakes";
    /// How long folded batches are remembered here: longer than they are retried, by what a recovery needs besides
    /// ([io.sluice.manifest.Planner#ENTRIES_COMPLETE_AFTER] and an invocation that stages late).
    public static final Duration FOLDED_FOR = Duration.ofMinutes(150);
    /// No attempt at a batch starts later than this after the first.
    public static final Duration RETRIED_FOR = Duration.ofMinutes(80);
    /// No invocation lives longer.
    public static final Duration INVOCATION_MAX = Duration.ofMinutes(15);
    /// No request is under way for longer.
    public static final Duration LATE_MAX = Duration.ofMinutes(10);

    /// As long as somebody may put one who began before it was removed.
    private static final Duration LANDINGS_KEPT = Planner.WRITERS_OUTLIVED;
    private static final String LANE = STREAM + "!lane!";

    private final Choices choices;
    private final Trace trace;
    private final Faults faults;
    private final VirtualClock clock = new VirtualClock();
    private final MemoryObjectStore stagingBucket = new MemoryObjectStore(clock);
    private final MemoryObjectStore dataBucket = new MemoryObjectStore(clock);
    private final Map<String, Buffer> buffers = new TreeMap<>();
    private final RottingStore staging;
    private ObjectStore data;
    private final List<LateRequest> late = new ArrayList<>();
    private final List<Configuration> configurations;
    private final Limits limits;
    private final Reached reached;
    private final WorldWatch watch = new WorldWatch();
    private final Map<Integer, WarmEnvironment<Ingest>> warm = new HashMap<>();
    private ReleasedSegments released = ReleasedSegments.DELETED;
    private Optional<Duration> landingsKept = Optional.empty();
    private final Set<ObjectKey> rewritten = new HashSet<>();
    private final ToldLake toldLake = new ToldLake(this);
    private final List<Long> losses = new ArrayList<>();
    private Configuration configured;
    private boolean hurries;
    private final Set<EntryKey> unreadable = new HashSet<>();
    private Versions versions = Versions.own();
    /// By the number of the configuration; none where no configuration names them.
    private final Map<Integer, Integer> bufferCounts = new HashMap<>();

    /// Bounds of the flusher, small enough to be reached.
    ///
    /// @param retry       how long the data bucket may refuse an object until its records go to the error output
    /// @param entriesPage entries in a page of the index
    public record Limits(Duration retry, Optional<Integer> activePartitions, long objectBytesMax, int deliveriesMax,
            int pendingBytesMax, long flushMemoryBytesMax, long directoryBytesMax, int entriesPage, Slicing slicing,
            SealingLimits sealing) {
        static final Limits NONE = new Limits(Duration.ofMinutes(5), Optional.empty(), 1 << 20, 1_000, 1 << 20, 1 << 20,
                1 << 20, 10, Slicing.OFF, SealingLimits.USUAL);

        static Limits draw(Choices choices) {
            return new Limits(Duration.ofSeconds(choices.pick(List.of(0, 60, 300))),
                    choices.oneIn(6) ? Optional.of(2) : Optional.empty(), choices.pick(List.of(40, 100, 1 << 20)),
                    choices.pick(List.of(1, 3, 1_000)), choices.pick(List.of(50, 1 << 20)),
                    choices.pick(List.of(60, 200, 1 << 20)), choices.pick(List.of(30, 1 << 20)),
                    choices.between(1, 4),
                    choices.pick(List.of(Slicing.OFF, new Slicing(2, 1, 1 << 20), new Slicing(4, 2, 60))),
                    choices.oneIn(4) ? SealingLimits.USUAL : sealing(choices));
        }

        /// Now and then even ids of batches that arrived just now are sealed.
        private static SealingLimits sealing(Choices choices) {
            return new SealingLimits(choices.pick(List.of(Duration.ZERO, Duration.ofMinutes(20))),
                    choices.pick(List.of(0, 1)), choices.pick(List.of(0, 1 << 20)), choices.between(1, 3),
                    choices.between(1, 2), choices.pick(List.of(2, 1 << 20)), choices.between(1, 2));
        }
    }

    /// A request that arrives when its sender no longer waits for it.
    ///
    /// @param expires when it is lost for good
    public record LateRequest(String sender, Supplier<String> what, Supplier<?> request, long expires) {}

    public World(Choices choices, Faults faults, Trace trace, Limits limits, List<Configuration> configurations,
            Reached reached) {
        this.reached = reached;
        this.configured = configurations.getFirst();
        this.choices = choices;
        this.trace = trace;
        this.faults = faults;
        this.limits = limits;
        this.configurations = List.copyOf(configurations);
        this.staging = new RottingStore(toldLake.watching(new WatchedStore(stagingBucket, this::ledgerOf)));
        this.data = new WatchedStore(dataBucket, _ -> ledger());
    }

    /// A partition buffer's index, and what is known of it: the stream's own, or that of a day that is repartitioned.
    public record Buffer(MemoryIndex table, ExpiringReceipts receipts, Ledger ledger) {}

    /// A world with bounds and faults of its own.
    static World draw(Choices choices, Knobs knobs, Trace trace, List<Configuration> configurations, Reached reached) {
        return new World(choices, new Faults(choices, knobs.faults()), trace, Limits.draw(choices), configurations,
                reached);
    }

    /// From now on configurations name buffers; their buffers are of one table.
    ///
    /// @param most that one of them may ask for
    void nameBuffers(int most) {
        configurations.forEach(each -> bufferCounts.put(each.number(), choices.between(1, most)));
        for (int number = 0; number < most; number++) {
            buffer(new BufferNumber(number).buffer(STREAM));
        }
    }

    /// How many buffers a configuration asks for; empty where it names none.
    Optional<Integer> bufferCount(Configuration configuration) {
        return Optional.ofNullable(bufferCounts.get(configuration.number()));
    }

    /// The stream's own buffers.
    Collection<Buffer> streamBuffers() {
        return streamNames().stream().map(this::buffer).toList();
    }

    /// The names of the stream's own buffers.
    public List<String> streamNames() {
        buffer(STREAM);
        return buffers.keySet().stream().filter(each -> each.equals(STREAM) || each.startsWith(LANE)).toList();
    }

    /// The history of its buffers as `actor` reaches it.
    BufferCountLog bufferLog(Actor actor) {
        return new WiredBufferCounts(new Wire(this, actor), table());
    }

    /// From now on invocations are of these versions.
    void runs(Versions several) {
        versions = several;
    }

    /// The versions of the functions.
    Versions versions() {
        return versions;
    }

    /// From now on the stream has a landing log.
    void keepLandings() {
        landingsKept = Optional.of(LANDINGS_KEPT);
    }

    /// The same, and each landing stays for so long.
    void keepLandingsFor(Duration time) {
        landingsKept = Optional.of(time);
    }

    /// How long a landing is kept where the stream has a landing log.
    public Duration landingsKept() {
        return landingsKept.orElse(LANDINGS_KEPT);
    }

    /// An operator puts another content in the place of an object.
    public void rewrite(ObjectKey key, Body body) {
        rewritten.add(key);
        dataBucket.put(key, body);
    }

    boolean isRewritten(ObjectKey key) {
        return rewritten.contains(key);
    }

    /// What the lake's log told.
    public ToldLake toldLake() {
        return toldLake;
    }

    public boolean keepsLandings() {
        return landingsKept.isPresent();
    }

    /// The table is lost.
    void loses() {
        EntryDamage.heal(this);
        losses.add(clock.millis());
    }

    /// When the table was lost, epoch milliseconds.
    List<Long> losses() {
        return losses;
    }

    /// From now on segments stay when they are delivered.
    void keepSegments() {
        released = ReleasedSegments.KEPT;
    }

    public Choices choices() {
        return choices;
    }

    public Trace trace() {
        return trace;
    }

    /// The rare states that it reached.
    public Reached reached() {
        return reached;
    }

    WorldWatch watch() {
        return watch;
    }

    /// The operator's last version of configuration.
    Configuration configured() {
        return configured;
    }

    void configure(Configuration last) {
        configured = last;
    }

    public Faults faults() {
        return faults;
    }

    public VirtualClock clock() {
        return clock;
    }

    public Ledger ledger() {
        return buffer(STREAM).ledger;
    }

    /// Whether a flush run of any of the stream's buffers may still write an object.
    public boolean isOpen(ObjectKey key) {
        return streamBuffers().stream().flatMap(buffer -> buffer.ledger().current().deliveries().stream())
                .anyMatch(delivery -> delivery.key().equals(key));
    }

    /// When the delivery of an object left its buffer's manifest, epoch milliseconds; empty while it is open.
    public Optional<Long> closedAt(ObjectKey key) {
        return isOpen(key)
                ? Optional.empty()
                : streamBuffers().stream().flatMap(buffer -> buffer.ledger().closedAt(key).stream())
                        .max(Long::compareTo);
    }

    /// The buffer of that name, empty at first.
    public Buffer buffer(String name) {
        if (name.startsWith(LANE)) {
            buffer(STREAM);
        }
        return buffers.computeIfAbsent(name, _ -> {
            boolean shares = name.startsWith(LANE);
            MemoryIndex table = shares ? table().another() : new MemoryIndex(limits.entriesPage);
            return new Buffer(table,
                    shares ? buffer(STREAM).receipts.another(table) : new ExpiringReceipts(table, clock, reached),
                    new Ledger(name, stagingBucket, table, clock, new CommitWatch(reached, dataBucket)));
        });
    }

    /// All buffers that anything was asked of, by name.
    public Map<String, Buffer> buffers() {
        return buffers;
    }

    /// Of the buffer whose segment, manifest, landing or folded batches it is; other staged objects never change and
    /// are never deleted.
    Ledger ledgerOf(ObjectKey staged) {
        String[] folders = staged.value().split("/", 3);
        return folders.length == 3 && !folders[1].startsWith(LakeLog.chain(STREAM))
                && List.of("segments", "manifests", "folded", "landings").contains(folders[0])
                        ? buffer(folders[1]).ledger
                        : ledger();
    }

    /// From now on the data bucket is written through `observed`.
    public void observeData(UnaryOperator<ObjectStore> observed) {
        data = observed.apply(data);
    }

    /// The staging bucket as it is read, where objects may have rotted.
    RottingStore resting() {
        return staging;
    }

    /// The staging bucket with everything as it was written.
    public MemoryObjectStore stagingBucket() {
        return stagingBucket;
    }

    public MemoryObjectStore dataBucket() {
        return dataBucket;
    }

    MemoryIndex table() {
        return buffer(STREAM).table;
    }

    public List<Configuration> configurations() {
        return configurations;
    }

    /// The stores as `actor` reaches them.
    public Mistake.Ports ports(Actor actor) {
        return ports(actor, STREAM);
    }

    /// The stores as `actor` reaches them, with the index of one buffer.
    Mistake.Ports ports(Actor actor, String buffer) {
        Wire wire = new Wire(this, actor);
        return new Mistake.Ports(new WiredStore(wire, staging), new WiredStore(wire, data), index(wire, buffer),
                () -> {});
    }

    /// The environment of a version of configuration that lives on, in half of the cases where it is free.
    Optional<WarmEnvironment<Ingest>> warmEnvironment(Configuration configuration) {
        return WarmEnvironment.of(warm, configuration, choices,
                ports -> Source.ingest(configuration, ports, spans()));
    }

    /// The index of a buffer as it is reached over `wire`.
    public BufferIndex index(Wire wire, String name) {
        return new WiredIndex(wire, watchedIndex(name), name);
    }

    /// The index of a buffer behind all wires.
    BufferIndex watchedIndex(String name) {
        Buffer buffer = buffer(name);
        return new WatchedIndex(new UnreadableEntries(buffer.receipts, unreadable), buffer.ledger);
    }

    /// Items of the table that cannot be decoded.
    Set<EntryKey> unreadable() {
        return unreadable;
    }

    /// Some of the receipts that expired are gone from the table.
    void forgetReceipts() {
        buffer(STREAM).receipts.forget(choices);
    }

    /// The mark of a recovery as `actor` reaches it.
    RecoveryMark mark(Actor actor, String buffer) {
        return new WiredMark(new Wire(this, actor), buffer(buffer).table);
    }

    /// The mark of a sweep as `actor` reaches it.
    SweepMark sweepMark(Actor actor, String buffer) {
        return new WiredSweepMark(new Wire(this, actor), buffer(buffer).table);
    }

    /// From now on jobs of the lake come to the end of their time, and listings have few names a page.
    void hurry() {
        hurries = true;
    }

    public boolean hurries() {
        return hurries;
    }

    /// The time of an invocation: enough for all, or for some steps.
    ///
    /// @param stepsMax before any of which it is asked for
    Deadline someTime(int stepsMax) {
        if (choices.oneIn(2)) {
            return Deadline.NONE;
        }
        int[] steps = {choices.between(0, stepsMax)};
        return () -> steps[0]-- > 0 ? INVOCATION_MAX : Duration.ZERO;
    }

    /// How `actor` asks for invocations that carry out slices.
    public SliceInvoker slices(Actor actor, Consumer<DeliverySlice> accepted) {
        Wire wire = new Wire(this, actor);
        return slice -> wire.write(() -> "INVOKE " + slice, () -> {
            accepted.accept(slice);
            return "accepted";
        });
    }

    AttemptSpans spans() {
        return new AttemptSpans(FOLDED_FOR, clock);
    }

    private static Duration flushEvery(Configuration configuration) {
        return configuration.number() % 2 == 0 ? Duration.ofSeconds(60) : Duration.ofSeconds(5);
    }

    /// By the interval of the rule, which is the shortest.
    static Filing filing(Configuration configuration) {
        return Filing.of(ZoneOffset.UTC, flushEvery(configuration).multipliedBy(2));
    }

    public FlushSettings flushSettings(Configuration configuration) {
        Duration every = flushEvery(configuration);
        DuePolicy due = new DuePolicy(limits.objectBytesMax, every.multipliedBy(5), every,
                List.of(new BufferingRule(PrefixMatch.of(configuration.expression(), KeyEncoding.VERBATIM,
                        Map.of("k", List.of("a"))), 1 + limits.objectBytesMax / 2, every.multipliedBy(2))));
        ObjectNaming naming = new ObjectNaming(STREAM, 1 + configuration.number(), Optional.empty(), ZoneOffset.UTC);
        PlanSettings plan = new PlanSettings(due, naming, configuration.errorOutput(), limits.retry,
                limits.activePartitions, configuration.shardCount(), FOLDED_FOR, limits.deliveriesMax,
                limits.pendingBytesMax, landingsKept);
        return new FlushSettings(plan, limits.flushMemoryBytesMax, limits.directoryBytesMax, limits.slicing, released,
                limits.sealing);
    }

    public void sendLate(String sender, Supplier<String> what, Supplier<?> request) {
        late.add(new LateRequest(sender, what, request, clock.millis() + LATE_MAX.toMillis()));
    }

    /// Requests that are under way and not lost.
    public List<LateRequest> late() {
        late.removeIf(request -> request.expires < clock.millis());
        return late;
    }

    public void arrive(LateRequest request) {
        late.remove(request);
        try {
            Object answer = request.request.get();
            trace.add(request.sender, () -> request.what.get() + " → " + answer);
        } catch (StoreException e) {
            trace.add(request.sender, () -> "fails: " + e.getMessage());
        }
    }
}
