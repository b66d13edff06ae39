package io.sluice.simulation.events;

import io.sluice.landing.LakeChange;
import io.sluice.landing.LakeLog;
import io.sluice.landing.LakeObject;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import io.sluice.simulation.Actor;
import io.sluice.simulation.Choices;
import io.sluice.simulation.RareState;
import io.sluice.simulation.Violation;
import io.sluice.simulation.World;
import io.sluice.testkit.memory.MemoryLandingCursors;
import io.sluice.testkit.memory.MemoryObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Directs a world of events: records are accepted and land, early and late, in several lanes; publishers tell of them,
/// side by side in some worlds, killed and standing still in others, to a bus that refuses some; a job changes the
/// lake, and a sweep removes landings. Then faults stop, everything lands and is told, and whoever was told judges.
public final class EventLife {
    private static final List<Duration> LATENESS = List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(6),
            Duration.ofHours(13));
    private static final List<Duration> JUMPS = List.of(Duration.ofSeconds(40), Duration.ofMinutes(1),
            Duration.ofMinutes(10), Duration.ofMinutes(40), Duration.ofHours(3), Duration.ofHours(9));
    private static final List<Integer> STEPS = List.of(1, 2, 5, 20, 60);
    private static final int SIDE_BY_SIDE_MAX = 3;
    private static final int WEEK_ONE_IN = 100;
    private static final int WEEK_LANDINGS = 10_003;
    private static final int CALM_RUNS_MAX = 8;
    private static final int CALM_DAYS = 9;

    private final World world;
    private final Choices choices;
    private final Runnable noFaults;
    private final EventStream stream;
    private final MemoryObjectStore staging;
    private final MemoryLandingCursors cursors = new MemoryLandingCursors();
    private final SuccessMarks marks;
    private final ToldEvents told;
    private final EventBus bus;
    private final Publishers publishers;
    private final List<EventRun> runs = new ArrayList<>();
    private final int most;
    private int started;

    /// @param noFaults after it nothing befalls requests any more
    public EventLife(World world, Runnable noFaults) {
        this.world = world;
        this.choices = world.choices();
        this.noFaults = noFaults;
        this.stream = new EventStream(choices, world.clock());
        this.staging = new MemoryObjectStore(world.clock());
        MemoryObjectStore data = new MemoryObjectStore(world.clock());
        this.marks = new SuccessMarks(data);
        Duration lateness = choices.pick(LATENESS);
        this.told = new ToldEvents(stream, world.clock(), world.reached(), lateness, marks);
        this.bus = new EventBus(choices, told::accept);
        this.publishers = new Publishers(world, stream, staging, data, cursors, bus, told, lateness);
        boolean isKilled = !choices.oneIn(3);
        this.most = isKilled && !choices.oneIn(3) ? 1 : SIDE_BY_SIDE_MAX;
        if (!isKilled) {
            noFaults.run();
        }
        if (choices.oneIn(WEEK_ONE_IN)) {
            landForAWeek();
        }
    }

    /// Nobody tells anything for a week: more lands than one run tells.
    private void landForAWeek() {
        Lane lane = stream.lanes().getFirst();
        for (int landing = 0; landing < WEEK_LANDINGS; landing++) {
            world.clock().pass(Duration.ofMinutes(1));
            stream.accept(lane, 0);
            lane.commit(choices, world.clock().millis(), true);
            lane.put(staging);
        }
    }

    /// Lives so many steps, and then until all is calm.
    ///
    /// @throws Violation when anything was told that is not so, or was not told
    public void live(int steps) {
        try {
            for (int step = 0; step < steps; step++) {
                act(choices.below(100));
            }
            calm();
            told.judge();
        } finally {
            runs.forEach(run -> run.actor().kill());
        }
    }

    private void act(int dice) {
        if (dice < 18) {
            accept();
        } else if (dice < 28) {
            choices.pick(stream.lanes()).commit(choices, world.clock().millis(), false);
        } else if (dice < 40) {
            put(choices.pick(stream.lanes()));
        } else if (dice < 50) {
            publish();
        } else if (dice < 60) {
            pass(choices.pick(JUMPS));
        } else if (dice < 62) {
            change();
        } else if (dice < 65) {
            String refused = bus.change(chains());
            world.trace().add("bus", () -> "refuses " + refused);
        } else if (dice < 67) {
            sweep(choices.pick(stream.lanes()));
        } else if (dice < 70) {
            arriveLate();
        } else {
            step();
        }
    }

    private List<String> chains() {
        return Stream.concat(stream.lanes().stream().map(Lane::name),
                Stream.of(LakeLog.chain(World.STREAM), World.STREAM + "!dates", World.STREAM + "!completed")).toList();
    }

    private void accept() {
        int records = choices.between(1, 4);
        for (int record = 0; record < records; record++) {
            stream.accept();
        }
    }

    private void put(Lane lane) {
        world.trace().add("flusher", () -> "puts a landing of " + lane.name() + " behind " + lane.landings());
        lane.put(staging);
    }

    private void publish() {
        if (runs.size() < most) {
            EventRun run = publishers.next("publisher " + ++started);
            runs.add(run);
            if (runs.size() > 1) {
                world.reached().note(RareState.PUBLISHERS_MET);
                runs.forEach(EventRun::meets);
            }
        }
    }

    private void pass(Duration time) {
        world.clock().pass(time);
        world.trace().add("clock", () -> "is now " + world.clock().instant());
        long oldest = world.clock().millis() - World.INVOCATION_MAX.toMillis();
        for (EventRun run : List.copyOf(runs)) {
            if (run.actor().startedAt() < oldest) {
                world.trace().add(run.actor(), () -> "runs out of time");
                run.actor().kill();
                ended(run);
            }
        }
    }

    /// A job removes an object, once it has read what landed. Where a recovery has just chosen that nothing landed with
    /// a version, that is what it reads.
    private void change() {
        if (choices.oneIn(3)) {
            choices.pick(stream.lanes()).recover(world.clock().millis());
        }
        Map<String, Long> heads = new HashMap<>();
        stream.lanes().stream().filter(lane -> lane.version() > 0)
                .forEach(lane -> heads.put(lane.name(), lane.version()));
        var gone = new LakeObject(new ObjectKey("old/" + world.clock().millis()), 1, Optional.empty(),
                Optional.empty());
        new LakeLog(World.STREAM, staging, new LakeLog.Reader(Optional.empty(), Duration.ofDays(1)), world.clock())
                .tail(Instant.MAX).remove(LakeChange.Reason.RETENTION, heads, List.of(gone))
                .ifPresent(version -> {
                    world.trace().add("retention", () -> "tells change " + version + " behind " + heads);
                    told.chains().changes(version, heads);
                });
    }

    /// Removes landings that were told and counted, and some that never were, as a sweep does after a long time.
    private void sweep(Lane lane) {
        long reached = cursors.read().getOrDefault(lane.name(), 0L);
        long counted = Optional.ofNullable(cursors.notes().get(lane.name() + "!dates!landed"))
                .map(note -> note.version()).orElse(0L);
        if (!runs.isEmpty() || reached == 0) {
            return;
        }
        for (int left = choices.between(1, 6); left > 0; left--) {
            lane.oldest().filter(version -> version <= Math.min(reached, counted)
                    || (version > reached && !told.chains().isTold(lane.name(), version))).ifPresent(version -> {
                        world.trace().add("sweep", () -> "removes landing " + version + " of " + lane.name());
                        lane.remove(version, staging);
                    });
        }
    }

    private void arriveLate() {
        List<World.LateRequest> late = world.late();
        if (!late.isEmpty()) {
            world.arrive(choices.pick(late));
        }
    }

    private void step() {
        List<EventRun> runnable = runs.stream().filter(each -> each.actor().isRunnable(world.clock().millis()))
                .toList();
        if (!runnable.isEmpty()) {
            EventRun run = choices.pick(runnable);
            for (int steps = choices.pick(STEPS); steps > 0
                    && run.actor().isRunnable(world.clock().millis()); steps--) {
                run.actor().proceed();
            }
            if (run.actor().hasEnded()) {
                ended(run);
            }
        }
    }

    private void ended(EventRun run) {
        runs.remove(run);
        switch (run.actor().failure()) {
            case null -> {
            }
            case StoreException _ -> {
            }
            case Violation violation -> throw violation;
            case Throwable failure -> throw defect(run.actor(), failure);
        }
        if (!run.hasReturned() && run.hasMet()) {
            marks.diedBesideAnother();
        }
    }

    private static Violation defect(Actor actor, Throwable failure) {
        Violation violation = new Violation(actor + " ended with " + failure);
        violation.initCause(failure);
        return violation;
    }

    private void calm() {
        world.trace().add("world", () -> "calms down");
        noFaults.run();
        bus.calm();
        pass(Duration.ofMinutes(11));
        while (!runs.isEmpty()) {
            step();
            world.clock().pass(Duration.ofSeconds(1));
        }
        while (!world.late().isEmpty()) {
            arriveLate();
        }
        for (Lane lane : stream.lanes()) {
            lane.commit(choices, world.clock().millis(), true);
            while (!lane.isAllPut()) {
                put(lane);
            }
        }
        tellAll();
        pass(Duration.ofDays(CALM_DAYS));
        tellAll();
    }

    /// Publishers alone, until one has nothing to tell.
    private void tellAll() {
        for (int run = 0; run < CALM_RUNS_MAX; run++) {
            publish();
            EventRun alone = runs.getFirst();
            while (!alone.actor().hasEnded()) {
                alone.actor().proceed();
            }
            ended(alone);
            if (!alone.hasReturned()) {
                throw new Violation(alone.actor() + " failed though nothing goes wrong: " + alone.actor().failure());
            }
        }
    }
}
