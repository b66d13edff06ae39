package io.sluice.simulation;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.CallGroups;
import io.sluice.call.GroupStaging;
import io.sluice.event.CallSettings.Retries;
import io.sluice.ingest.Ingest;
import io.sluice.position.RecordName;
import io.sluice.simulation.SimulatedRecord.FailingRecordException;
import io.sluice.objects.StoreException;
import java.util.HashSet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Clients of Firehose's API, and replicas that stage their calls. A group has any calls in any order. What got no
/// answer comes again among others, at another replica and while the first one still stages it; so does, seldom, what
/// was answered, an instant or days later.
final class CallSource implements Source {
    private static final int CALLS_PER_DRAW = 4;
    private static final int GROUP_MAX = 4;
    private static final int RECORDS_MAX = 3;
    private static final int NAMELESS_ONE_IN = 5;
    private static final int FAILING_ONE_IN = 12;
    private static final int SAME_NAME_ONE_IN = 6;
    private static final int AGAIN_ONE_IN = 8;
    private static final int FULL_ONE_IN = 40;
    private static final List<Duration> JUMPS = List.of(Duration.ofMinutes(90), Duration.ofHours(5),
            Duration.ofHours(23), Duration.ofHours(25));

    private final World world;
    private final WorldBuffers buffers;
    private final CallDoor door;
    private final Mistake mistake;
    private final int callsMax;
    private final boolean bounded;
    private final boolean exact;
    private final boolean full;
    private final boolean inThreads;
    private final Set<Integer> again;
    private final RecordDraw drawn;
    private final List<SimulatedCall> all = new ArrayList<>();
    private final Map<String, SimulatedCall> ids = new HashMap<>();
    private int groups;
    private int names;

    CallSource(World world, Mistake mistake, Knobs knobs) {
        Choices choices = world.choices();
        this.world = world;
        this.mistake = mistake;
        this.buffers = new WorldBuffers(world, mistake);
        this.door = mistake.plantDoor(new ReplicaDoor());
        this.bounded = knobs.losses() > 0 || knobs.alwaysRots();
        this.exact = knobs.alwaysRots();
        this.full = choices.oneIn(FULL_ONE_IN);
        this.inThreads = knobs.extreme() == Knobs.Extreme.GROUPS;
        this.callsMax = full ? CallGroup.CALLS_MAX : knobs.batches() * CALLS_PER_DRAW;
        this.again = world.configurations().stream().map(Configuration::number)
                .filter(_ -> !exact && choices.oneIn(AGAIN_ONE_IN)).collect(Collectors.toSet());
        this.drawn = new RecordDraw(choices);
        world.keepSegments();
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all.stream().map(SimulatedCall::batch).toList();
    }

    /// A call that comes twice is known by the receipts of the table alone.
    @Override
    public boolean standsATableSetBack() {
        return false;
    }

    @Override
    public boolean asksForTheTable() {
        return true;
    }

    @Override
    public Duration commitsWithin() {
        return World.INVOCATION_MAX.plus(ReplicaPorts.SIGNED_FOR);
    }

    @Override
    public List<Duration> jumps() {
        return JUMPS;
    }

    @Override
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        world.forgetReceipts();
        if (all.size() < callsMax && choices.oneIn(2)) {
            for (int i = full ? callsMax : choices.between(1, CALLS_PER_DRAW); i > 0; i--) {
                all.add(draw());
            }
        }
        List<SimulatedCall> there = all.stream().filter(this::mayCome)
                .filter(call -> !call.isAnswered() || choices.oneIn(6)).toList();
        if (there.isEmpty()) {
            return Optional.empty();
        }
        Set<SimulatedCall> group = new LinkedHashSet<>();
        for (int i = choices.between(1, full ? CallGroup.CALLS_MAX : GROUP_MAX); i > 0; i--) {
            group.add(choices.pick(there));
        }
        return Optional.of(attempt(List.copyOf(group), configuration.get(), self -> ReplicaPorts.draw(world, self)));
    }

    private SimulatedCall draw() {
        Choices choices = world.choices();
        long received = ArrivalDraw.of(choices, world.clock().millis());
        List<SimulatedRecord> records = new ArrayList<>();
        for (int n = choices.between(1, full ? 1 : RECORDS_MAX); n > 0; n--) {
            records.add(drawn.draw(received));
        }
        boolean fails = choices.oneIn(FAILING_ONE_IN);
        if (fails) {
            records.add(new SimulatedRecord("f" + all.size(), SimulatedRecord.FAILING, "", 1, received));
        }
        return new SimulatedCall(all.size(), records, world.clock().millis(), invocation(), fails);
    }

    /// Some clients name two calls alike, and some name none.
    private String invocation() {
        Choices choices = world.choices();
        if (!exact && choices.oneIn(NAMELESS_ONE_IN)) {
            return "";
        }
        return choices.oneIn(SAME_NAME_ONE_IN) && !all.isEmpty()
                ? choices.pick(all).invocation()
                : "invocation " + all.size();
    }

    /// Where the table is lost, a client gives up before segments are swept.
    private boolean mayCome(SimulatedCall call) {
        return !bounded || call.batch().firstAttempt() + World.RETRIED_FOR.toMillis() > world.clock().millis();
    }

    /// Calls that have a name: what has none is staged whatever the table knows.
    @Override
    public Optional<Actor> invokeWhileRecovered(Configuration configuration) {
        List<SimulatedCall> there = all.stream().filter(this::mayCome).filter(SimulatedCall::isNamed).toList();
        return there.isEmpty() || again.contains(configuration.number()) || world.choices().oneIn(2)
                ? Optional.empty()
                : Optional.of(attempt(List.of(world.choices().pick(there)), configuration,
                        self -> buffer -> world.ports(self, buffer)));
    }

    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        List<SimulatedCall> rest = all.stream().filter(this::mayCome).toList();
        int most = full ? CallGroup.CALLS_MAX : GROUP_MAX;
        for (int from = 0; from < rest.size(); from += most) {
            alone.accept(attempt(rest.subList(from, Math.min(rest.size(), from + most)), configuration,
                    self -> buffer -> world.ports(self, buffer)));
        }
    }

    private interface Stores {
        ReplicaPorts.Stores of(Actor self);
    }

    private Actor attempt(List<SimulatedCall> calls, Configuration configuration, Stores stores) {
        Actor[] self = new Actor[1];
        String numbers = calls.stream().map(SimulatedCall::toString).collect(Collectors.joining(", "));
        self[0] = new Actor("ingest " + groups++ + " [calls " + numbers + "]", Long.MAX_VALUE, () -> {
            if (exact && !calls.stream().allMatch(this::mayCome)) {
                // It was a day on its way. A call whose receipt is gone may land once more, beside a copy that rots:
                // one is delivered and the other discarded, and no count says which records are given up.
                return;
            }
            Retries retries = again.contains(configuration.number()) ? Retries.AGAIN : Retries.ONCE;
            List<SimulatedCall.Attempt> attempts = calls.stream()
                    .map(call -> call.begin(world.clock().millis(), retries == Retries.ONCE)).toList();
            try {
                ReplicaPorts.Stores own = stores.of(self[0]);
                Mistake.Ports ports = mistake.plant(own.by(World.STREAM), world);
                Joined joined = join(calls, configuration, retries);
                inReplica(configuration, ports, own, self[0],
                        ingest -> {
                            if (inThreads) {
                                answerEach(joined, ingest, self[0]);
                            } else {
                                answer(joined, stage(ingest, joined.group), self[0]);
                            }
                        });
                ports.answered().run();
            } catch (FailingRecordException e) {
                requireFailing(calls, e);
            } finally {
                attempts.forEach(attempt -> attempt.over(world.clock().millis()));
            }
        });
        return self[0];
    }

    private void inReplica(Configuration configuration, Mistake.Ports ports, ReplicaPorts.Stores own, Actor self,
            Consumer<Ingest> attempt) {
        if (world.bufferCount(configuration).isEmpty()) {
            Source.invoke(configuration, ports, world, attempt);
            return;
        }
        buffers.inEnvironment(Functions.OWN, self, ports,
                count -> attempt.accept(Source.ingest(configuration, ports, world.spans(),
                        count, buffers.staged(self, configuration, ports, own::by))));
    }

    /// The calls that came to one replica in a moment. Two of one id are one there.
    private record Joined(CallGroup group, Map<SimulatedCall, Call> calls) {}

    private Joined join(List<SimulatedCall> calls, Configuration configuration, Retries retries) {
        Map<RecordName, Call> first = new LinkedHashMap<>();
        Map<SimulatedCall, Call> each = new LinkedHashMap<>();
        for (SimulatedCall call : calls) {
            Call read = door.read(new CallDoor.Request(call, call.payloads(configuration), retries,
                    new RecordName(-1, names++)));
            first.putIfAbsent(read.id(), read);
            each.put(call, first.get(read.id()));
        }
        return new Joined(new CallGroup(CallDoor.STREAM, List.copyOf(first.values())), each);
    }

    /// The group's life is that of the code's own groups. Its calls are drawn, so that the first one waits for nobody.
    private GroupStaging.Outcome stage(Ingest ingest, CallGroup group) {
        List<GroupStaging.Outcome> outcome = new ArrayList<>();
        Clocks clocks = clocks();
        try {
            new CallGroups(CallDoor.STREAM, Duration.ZERO, (_, life) -> {
                outcome.add(door.staging(ingest).stage(group, life));
                return new GroupStaging.Outcome(Set.of(), Map.of());
            }, clocks.wall, clocks.nanos, _ -> {}).put(group.calls().getFirst());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return outcome.getFirst();
    }

    /// Each call is answered by itself: those that come late are, as a rule, of the next group, which nobody stages.
    private void answerEach(Joined joined, Ingest ingest, Actor self) {
        List<Call> calls = joined.group.calls();
        int first = world.choices().between(1, calls.size());
        Clocks clocks = clocks();
        Map<Call, ReplicaGroups.Told> told;
        try {
            told = new ReplicaGroups(door.staging(ingest), calls.subList(first, calls.size()), clocks.wall,
                    clocks.nanos).put(calls.subList(0, first));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        Map<RecordName, RuntimeException> failed = new HashMap<>();
        Set<RecordName> repeated = new HashSet<>();
        told.forEach((call, answer) -> {
            switch (answer) {
                case ReplicaGroups.Told.Failed(RuntimeException why) -> failed.put(call.id(), why);
                case ReplicaGroups.Told.Staged(CallGroups.Attempt attempt) -> {
                    if (attempt == CallGroups.Attempt.REPEATED) {
                        repeated.add(call.id());
                    }
                }
            }
        });
        answer(joined, new GroupStaging.Outcome(repeated, failed), self);
        failed.values().stream().filter(CallSource::isOfAll).filter(why -> !(why instanceof StoreException)).findFirst()
                .ifPresent(why -> {
                    throw why;
                });
    }

    /// Whether a call fails for another reason than its own records.
    private static boolean isOfAll(RuntimeException failure) {
        return !(failure instanceof FailingRecordException);
    }

    /// A machine's clocks, one of which may stand still where it is suspended or set.
    private record Clocks(InstantSource wall, LongSupplier nanos) {}

    private Clocks clocks() {
        VirtualClock clock = world.clock();
        Instant now = clock.instant();
        return switch (world.choices().below(3)) {
            case 0 -> new Clocks(() -> now, () -> nanos(clock));
            case 1 -> new Clocks(clock, () -> 0);
            default -> new Clocks(clock, () -> nanos(clock));
        };
    }

    private static long nanos(VirtualClock clock) {
        return Duration.ofMillis(clock.millis()).toNanos();
    }

    private void answer(Joined joined, GroupStaging.Outcome outcome, Actor self) {
        int staged = joined.group.calls().size() - outcome.failed().size();
        world.reached().note(RareState.GROUP_PARTLY_REPEATED,
                !outcome.repeated().isEmpty() && outcome.repeated().size() < staged);
        world.reached().note(RareState.GROUP_WITHOUT_FAILING_CALLS, !outcome.failed().isEmpty() && staged > 0);
        joined.calls.forEach((call, read) -> {
            RuntimeException failure = outcome.failed().get(read.id());
            if (inThreads && failure != null && isOfAll(failure)) {
                return;
            }
            if (failure != null) {
                requireFailing(List.of(call), failure);
                return;
            }
            List<String> answered = door.ids(joined.group, read);
            world.reached().note(RareState.CALL_ANSWERED_TWICE, call.isAnswered());
            call.answer(answered);
            answered.forEach(id -> {
                SimulatedCall other = ids.putIfAbsent(id, call);
                if (other != null && !other.equals(call)) {
                    throw new Violation("records of " + other + " and of " + call + " have the id " + id);
                }
            });
        });
        world.trace().add(self, () -> "answers");
    }

    private static void requireFailing(List<SimulatedCall> calls, RuntimeException failure) {
        if (!calls.stream().allMatch(SimulatedCall::fails)) {
            Violation violation = new Violation("of the calls " + calls + " one that does not fail was refused");
            violation.initCause(failure);
            throw violation;
        }
    }
}
