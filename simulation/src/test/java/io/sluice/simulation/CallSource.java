package io.sluice.simulation;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.event.CallSettings.Retries;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceRecord;
import io.sluice.work.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Clients of Firehose's API, and replicas that stage their calls. A group has any calls in any order. What got no
/// answer comes again among others, at another replica and while the first one still stages it; so does, seldom, what
/// was answered.
///
/// Each call is a [SimulatedBatch].
final class CallSource implements Source {
    private static final int CALLS_PER_DRAW = 4;
    private static final int GROUP_MAX = 4;
    private static final int RECORDS_MAX = 3;
    private static final String STREAM = "simulated";

    private final World world;
    private final Mistake mistake;
    private final int callsMax;
    private final RecordDraw drawn;
    private final List<SimulatedBatch> all = new ArrayList<>();
    private final Set<SimulatedBatch> answered = new HashSet<>();
    private int groups;

    CallSource(World world, Mistake mistake, int batchesMax) {
        this.world = world;
        this.mistake = mistake;
        this.callsMax = batchesMax * CALLS_PER_DRAW;
        this.drawn = new RecordDraw(world.choices());
        world.keepSegments();
    }

    @Override
    public List<SimulatedBatch> batches() {
        return all;
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
    public Optional<Actor> invoke(Supplier<Configuration> configuration) {
        Choices choices = world.choices();
        if (all.size() < callsMax && choices.oneIn(2)) {
            for (int i = choices.between(1, CALLS_PER_DRAW); i > 0; i--) {
                all.add(draw());
            }
        }
        List<SimulatedBatch> there = all.stream().filter(this::mayCome)
                .filter(call -> !answered.contains(call) || choices.oneIn(6)).toList();
        if (there.isEmpty()) {
            return Optional.empty();
        }
        Set<SimulatedBatch> group = new LinkedHashSet<>();
        for (int i = choices.between(1, GROUP_MAX); i > 0; i--) {
            group.add(choices.pick(there));
        }
        return Optional.of(attempt(List.copyOf(group), configuration.get()));
    }

    private SimulatedBatch draw() {
        Choices choices = world.choices();
        long received = ArrivalDraw.of(choices, world.clock().millis());
        List<SimulatedRecord> records = new ArrayList<>();
        for (int n = choices.between(1, RECORDS_MAX); n > 0; n--) {
            records.add(drawn.draw(received));
        }
        return new SimulatedBatch(all.size(), records, world.clock().millis());
    }

    /// A client gives up, long before receipts are forgotten.
    private boolean mayCome(SimulatedBatch call) {
        return call.firstAttempt() + World.RETRIED_FOR.toMillis() > world.clock().millis();
    }

    @Override
    public void calm(Configuration configuration, Consumer<Actor> alone) {
        List<SimulatedBatch> rest = all.stream().filter(this::mayCome).toList();
        for (int from = 0; from < rest.size(); from += GROUP_MAX) {
            alone.accept(attempt(rest.subList(from, Math.min(rest.size(), from + GROUP_MAX)), configuration));
        }
    }

    private Actor attempt(List<SimulatedBatch> calls, Configuration configuration) {
        Actor[] self = new Actor[1];
        String numbers = calls.stream().map(each -> String.valueOf(each.number())).collect(Collectors.joining(" "));
        self[0] = new Actor("ingest " + groups++ + " [calls " + numbers + "]", world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plant(world.ports(self[0]), world);
            Source.invoke(configuration, ports, world,
                    ingest -> ingest.acceptCalls(group(calls, configuration), Deadline.NONE));
            calls.forEach(SimulatedBatch::accept);
            answered.addAll(calls.subList(0, calls.size() - calls.size() / 3));
            world.trace().add(self[0], () -> "answers");
            ports.answered().run();
        });
        return self[0];
    }

    private static SourceBatch group(List<SimulatedBatch> calls, Configuration configuration) {
        return new CallGroup(STREAM, calls.stream().map(call -> call(call, configuration)).toList()).batch();
    }

    /// It was received at one time at all replicas, so that it is known where its records must land.
    private static Call call(SimulatedBatch call, Configuration configuration) {
        List<SourceRecord> records = call.attempt(configuration).records();
        Instant received = records.getFirst().arrival();
        List<byte[]> payloads = records.stream().map(SourceRecord::data).toList();
        byte[] body = Arrays.toString(payloads.stream().map(each -> new String(each, StandardCharsets.UTF_8)).toArray())
                .getBytes(StandardCharsets.UTF_8);
        return Call.named(STREAM, "invocation " + call.number(), body, Retries.ONCE, received, payloads);
    }
}
