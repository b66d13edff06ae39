package io.sluice.simulation;

import io.sluice.buffers.BufferCountArchive;
import io.sluice.simulation.events.EventLife;
import io.sluice.simulation.lake.LakeLife;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Directs one world: starts invocations, lets one of them take a step, lets time pass, changes the configuration; then
/// stops all faults, flushes what is left, and asks the [Oracle].
final class Simulation {
    private static final int FLUSHERS_MAX = 3;
    private static final Duration FOR_GOOD = Duration.ofDays(1_000);
    private static final List<Duration> LAKE_JUMPS = List.of(Duration.ofHours(3), Duration.ofHours(26));
    private static final List<Duration> DEAD_FOR = List.of(Duration.ofHours(2), Duration.ofHours(5),
            Duration.ofDays(7));
    private static final int DRAINS_MAX = 6;
    private static final int MENDED_MAX = 100;
    private static final List<Duration> JUMPS = List.of(Duration.ofSeconds(20), Duration.ofMinutes(1),
            Duration.ofMinutes(6), Duration.ofMinutes(20), Duration.ofMinutes(70), Duration.ofMinutes(200));
    /// A repartition takes more requests than the other actors get turns for.
    private static final List<Integer> LAKE_STEPS = List.of(1, 1, 3, 10, 60);
    private static final int LAKE_ACTS_ONE_IN = 10;
    private static final int LOST_ONE_IN = 80;
    private static final int SNAPSHOT_ONE_IN = 40;
    private static final int ROT_ACTS_ONE_IN = 12;
    private static final int READS_ONE_IN = 20;
    private static final int EXTREME_ONE_IN = 12;

    private final World world;
    private final Choices choices;
    private final Knobs knobs;
    private final Source source;
    private final Flushes flushes;
    private final Sweeps sweeps;
    private final Recoveries recoveries;
    private final Consumer consumer;
    private final Optional<LakeLife> lake;
    private final Optional<Rot> rot;
    private final Optional<LandingReader> reader;
    /// None where bytes rot: what is given up is accepted, and lands nowhere.
    private final Optional<CompletenessClaims> claims;
    private final List<Actor> actors = new ArrayList<>();
    private final List<Duration> jumps;
    private final OtherWriters others;
    private final boolean hardLosses;
    private final Optional<Runnable> extreme;
    private Configuration configuration;
    private Configuration before;

    private Simulation(Choices choices, Knobs knobs, Mistake mistake, Trace trace, Reached reached,
            Versions versions) {
        this.choices = choices;
        this.knobs = knobs;
        boolean hasLake = choices.oneIn(knobs.lakes());
        boolean compacts = hasLake && choices.oneIn(knobs.compactions());
        this.world = World.draw(choices, knobs, trace,
                WorldParts.configurations(choices, knobs, hasLake, compacts), reached);
        if (knobs.extreme() == Knobs.Extreme.OVERTAKEN) {
            world.hurry();
        }
        world.runs(versions);
        if (knobs.buffers() > 1) {
            world.nameBuffers(knobs.buffers());
            new WorldBuffers(world, mistake).begin(world.configurations().getFirst());
        }
        if (knobs.landing() && hasLake) {
            world.keepLandingsFor(choices.oneIn(2) ? ToldLake.GRACE : FOR_GOOD);
        } else if (knobs.landing()) {
            world.keepLandings();
        }
        this.reader = knobs.landing() ? Optional.of(new LandingReader(world, hasLake)) : Optional.empty();
        if (knobs.landing() && hasLake && choices.oneIn(2)) {
            world.toldLake().declare(chain -> reader.orElseThrow().declared(chain));
        }
        this.source = hasLake
                ? FirehoseSource.ofDays(world, mistake, knobs.batches())
                : WorldParts.source(world, mistake, knobs);
        this.jumps = Stream.of(JUMPS, source.jumps(), knobs.landing() && hasLake ? LAKE_JUMPS : List.<Duration>of())
                .flatMap(List::stream).toList();
        this.lake = hasLake ? Optional.of(WorldParts.life(world, mistake, source, compacts)) : Optional.empty();
        this.rot = !hasLake && choices.oneIn(knobs.rots()) ? Optional.of(new Rot(world)) : Optional.empty();
        this.hardLosses = knobs.extreme() == Knobs.Extreme.HARD_LOSSES;
        this.flushes = new Flushes(world, mistake, problems -> rot.ifPresent(each -> each.heard(problems)));
        this.sweeps = new Sweeps(world, mistake);
        this.recoveries = new Recoveries(world, mistake, source::putAgain,
                hardLosses ? Optional.of(new HardLosses(world, !source.isNumbered())) : Optional.empty());
        this.consumer = hasLake ? Consumer.none(world) : new Consumer(world);
        this.claims = knobs.landing() && rot.isEmpty() && !hasLake
                ? Optional.of(new CompletenessClaims(world, mistake, source::batches, consumer))
                : Optional.empty();
        this.others = new OtherWriters(world);
        this.extreme = extreme();
        this.configuration = world.configurations().getFirst();
        this.before = configuration;
    }

    private Optional<Runnable> extreme() {
        return switch (knobs.extreme()) {
            case NONE, FULL_BATCHES, NUMBERED_ALIKE, READS, GROUPS, HARD_LOSSES, EVENTS -> Optional.empty();
            case OTHER_WRITERS -> Optional.of(others::act);
            case REFUSALS -> Optional.of(new Refusals(world,
                    new Refusals.Invocations(() -> source.invoke(this::anyConfiguration),
                            () -> flushes.drain(anyConfiguration()), () -> flushes.scheduled(anyConfiguration()),
                            () -> flushes.slice(anyConfiguration(), actors)),
                    new Refusals.Director(this::pass, this::runToItsEnd, actors::add, this::step))::act);
            case LATE_RETURNS -> Optional.of(new LateReturns(world, this::pass,
                    () -> source.invoke(this::anyConfiguration), () -> sweeps.sweep(anyConfiguration()),
                    actors::add, this::step)::act);
            case OVERTAKEN -> Optional.of(overtaken()::act);
            case ENTRIES -> Optional.of(new EntryDamage(world, this::pass, () -> flushes.drain(anyConfiguration()),
                    () -> sweeps.sweepWholly(anyConfiguration()), () -> sweeps.sweep(anyConfiguration()),
                    this::runToItsEnd)::act);
        };
    }

    private Overtaken overtaken() {
        return new Overtaken(world, this::pass, new Overtaken.Invocations(this::anyAlike, this::anyInvocations,
                () -> lake.ifPresent(LakeLife::change)), actors::add, this::step);
    }

    /// A run of whoever moves days, or a flush run.
    private List<Actor> anyAlike() {
        return lake.map(LakeLife::move).orElseGet(() -> List.of(flushes.scheduled(anyConfiguration())));
    }

    /// Invocations that others are to overtake: mostly a job of the lake, where there is one.
    private List<Actor> anyInvocations() {
        List<Actor> begun = new ArrayList<>();
        if (lake.isPresent() && !choices.oneIn(3)) {
            lake.get().act(begun);
        } else {
            switch (choices.below(6)) {
                case 0, 1 -> begun.add(flushes.scheduled(anyConfiguration()));
                case 2 -> begun.add(flushes.drain(anyConfiguration()));
                case 3 -> flushes.slice(anyConfiguration(), actors).ifPresent(begun::add);
                case 4 -> begun.add(sweeps.sweep(anyConfiguration()));
                default -> source.invoke(this::anyConfiguration).ifPresent(begun::add);
            }
        }
        return begun;
    }

    /// Runs one world to its end.
    ///
    /// @param reached is told which rare states it reaches, and changes nothing
    /// @throws Violation when something happened that must never happen
    static void run(Choices choices, Knobs knobs, Mistake mistake, Trace trace, Reached reached) {
        run(choices, knobs, mistake, trace, reached, Versions.own());
    }

    /// The same with versions of the functions.
    static void run(Choices choices, Knobs knobs, Mistake mistake, Trace trace, Reached reached, Versions versions) {
        if (knobs.extreme() == Knobs.Extreme.EVENTS) {
            World world = World.draw(choices, knobs, trace, Configurations.draw(choices), reached);
            new EventLife(world, world.faults()::stop).live(knobs.steps());
            return;
        }
        Simulation simulation = new Simulation(choices, knobs, mistake, trace, reached, versions);
        try {
            simulation.busy();
            simulation.calm();
            simulation.oracle().judge();
            simulation.reader.ifPresent(LandingReader::judge);
        } finally {
            simulation.actors.forEach(Actor::kill);
        }
    }

    private Oracle oracle() {
        return lake.map(life -> Oracle.beside(world, source.batches(), life))
                .orElseGet(() -> Oracle.of(world, source.batches(), consumer, rot));
    }

    private void busy() {
        for (int step = 0; step < knobs.steps(); step++) {
            world.versions().turn(world);
            if (lake.isPresent() && choices.oneIn(LAKE_ACTS_ONE_IN)) {
                lake.get().act(actors);
            } else {
                act(choices.below(100));
            }
            if (rot.isPresent() && choices.oneIn(ROT_ACTS_ONE_IN)) {
                rot.get().act(actors::add);
            }
            if (reader.isPresent() && choices.oneIn(READS_ONE_IN)) {
                reader.filter(LandingReader::isAlive).ifPresent(this::read);
            }
            if (claims.isPresent() && choices.oneIn(READS_ONE_IN)) {
                actors.add(claims.get().read(anyConfiguration()));
            }
            if (extreme.isPresent() && choices.oneIn(EXTREME_ONE_IN)) {
                extreme.get().run();
            }
            if (recoveries.losses() < knobs.losses() && choices.oneIn(LOST_ONE_IN)) {
                loseTheTable();
            } else if (knobs.losses() > 0 && choices.oneIn(SNAPSHOT_ONE_IN)) {
                recoveries.takeSnapshot();
            }
        }
    }

    /// One that reads what a lake's jobs tell reads it again now and then, or dies for hours or days.
    private void read(LandingReader alive) {
        if (lake.isPresent() && choices.oneIn(6)) {
            alive.die(choices.pick(DEAD_FOR));
        }
        actors.add(lake.isPresent() && choices.oneIn(6) ? alive.readAgain() : alive.read());
    }

    private void act(int dice) {
        if (dice < 8) {
            source.invoke(this::anyConfiguration).ifPresent(actors::add);
        } else if (dice < 13) {
            if (flushes.underWay(actors) < FLUSHERS_MAX) {
                actors.add(flushes.scheduled(anyConfiguration()));
            }
        } else if (dice < 14) {
            actors.add(sweeps.sweep(anyConfiguration()));
        } else if (dice < 16) {
            jump();
        } else if (dice < 17) {
            reconfigure();
        } else if (dice < 19) {
            refuse();
        } else if (dice < 22) {
            arriveLate();
        } else if (dice < 24) {
            consumer.consume();
        } else if (dice < 28) {
            startSlice();
        } else {
            stepOne();
        }
    }

    /// Nobody notices at once: who is at work goes on until it needs the table, and what it asked of the buckets is
    /// done. Then all functions are stopped until nobody can be alive.
    private void loseTheTable() {
        rot.ifPresent(Rot::restoreAll);
        boolean setBack = source.standsATableSetBack() && knobs.buffers() == 1 && recoveries.canSetBack()
                && choices.oneIn(2);
        if (hardLosses && choices.oneIn(2)) {
            overtaken().standBeside();
        }
        dropTheTable();
        if (hardLosses && choices.oneIn(3)) {
            recoveries.beginTooEarly(configuration, this::runToItsEnd);
        }
        if (setBack) {
            goOnWithATableSetBack();
        } else if (isKnownToHaveBegun() && choices.oneIn(2)) {
            goOnWithAnEmptyTable();
        }
        pass(Recoveries.STOPPED_FOR);
        actors.forEach(Actor::kill);
        actors.clear();
        world.late().clear();
        recoveries.recover(configuration, this::runToItsEnd,
                this::anyInvocation,
                () -> flushes.drain(configuration), () -> source.invoke(() -> configuration));
        if (hardLosses && recoveries.losses() < knobs.losses() && choices.oneIn(3)) {
            loseTheTable();
        }
    }

    /// One that should not start while the table is recovered.
    private Actor anyInvocation() {
        return source.invokeWhileRecovered(configuration).orElseGet(
                () -> choices.oneIn(2) ? flushes.scheduled(configuration) : sweeps.sweep(configuration));
    }

    private void dropTheTable() {
        recoveries.lose();
        reader.ifPresent(LandingReader::forgetCursors);
        int unnoticed = choices.below(30);
        for (int step = 0; step < unnoticed; step++) {
            if (choices.oneIn(6)) {
                arriveLate();
            }
            stepOne();
        }
    }

    /// A restored table takes the place of the one that was lost, when nobody is alive who has seen that.
    private void goOnWithATableSetBack() {
        pass(World.INVOCATION_MAX.plusSeconds(1));
        recoveries.setBack();
        goOn(choices.below(100));
    }

    /// Whether the bucket tells of a stream to who finds an empty table.
    private boolean isKnownToHaveBegun() {
        return world.ledger().current().version() > 0 || world.stagingBucket().contents().keySet().stream()
                .anyMatch(key -> key.startsWith(BufferCountArchive.prefix(World.STREAM)));
    }

    /// The stream's functions go on, and nobody knows that the table was another one. It is made when no request for
    /// the old one is under way any more; where a source's invocations ask for it, as they do for lanes, when nobody is
    /// alive who has asked for the old one.
    private void goOnWithAnEmptyTable() {
        Duration within = knobs.buffers() > 1 ? World.INVOCATION_MAX : source.commitsWithin();
        pass(within.plusSeconds(1));
        recoveries.replace();
        goOn(choices.below(60));
    }

    private void goOn(int steps) {
        for (int step = 0; step < steps; step++) {
            if (choices.oneIn(12)) {
                actors.add(sweeps.sweep(anyConfiguration()));
            }
            if (lake.isPresent() && choices.oneIn(LAKE_ACTS_ONE_IN)) {
                lake.get().act(actors);
            }
            act(choices.below(100));
        }
    }

    private void runToItsEnd(Actor actor) {
        while (!actor.hasEnded()) {
            if (!actor.isRunnable(world.clock().millis())) {
                pass(Duration.ofMinutes(1));
            }
            actor.proceed();
        }
        Failures.check(actor, world);
    }

    /// Functions are not updated all at once: an invocation may still run under the version before.
    private Configuration anyConfiguration() {
        return choices.oneIn(4) ? before : configuration;
    }

    /// Before those go on who stood still for hours, a sweep of every day may have come to its end.
    private void jump() {
        Duration time = choices.pick(jumps);
        pass(time);
        if (source.jumps().contains(time) && choices.oneIn(2)) {
            runToItsEnd(sweeps.sweep(anyConfiguration()));
        }
    }

    private void reconfigure() {
        before = configuration;
        configuration = choices.pick(world.configurations());
        world.configure(configuration);
        world.trace().add("operator", () -> "configures " + configuration);
    }

    private void refuse() {
        String prefix = choices.oneIn(2) ? "" : "c" + choices.below(3) + "/";
        world.trace().add("bucket", () -> prefix.isEmpty() ? "refuses nothing" : "refuses " + prefix);
        world.ledger().refuse(prefix);
    }

    private void arriveLate() {
        List<World.LateRequest> late = world.late();
        if (!late.isEmpty()) {
            world.arrive(choices.pick(late));
        }
    }

    private void startSlice() {
        flushes.slice(anyConfiguration(), actors).ifPresent(actors::add);
    }

    private void stepOne() {
        long now = world.clock().millis();
        List<Actor> runnable = actors.stream().filter(actor -> actor.isRunnable(now)).toList();
        if (!runnable.isEmpty()) {
            Actor actor = choices.pick(runnable);
            int steps = lake.isPresent() ? choices.pick(LAKE_STEPS) : 1;
            for (int i = 0; i < steps && actor.isRunnable(world.clock().millis()); i++) {
                step(actor);
            }
        }
    }

    private void step(Actor actor) {
        actor.proceed();
        if (actor.hasEnded()) {
            actors.remove(actor);
            Failures.check(actor, world);
        }
    }

    private void pass(Duration time) {
        world.clock().pass(time);
        world.trace().add("clock", () -> "is now " + world.clock().instant());
        long oldest = world.clock().millis() - World.INVOCATION_MAX.toMillis();
        for (Actor actor : List.copyOf(actors)) {
            if (actor.startedAt() < oldest) {
                world.trace().add(actor, () -> "runs out of time");
                world.reached().note(RareState.INVOCATION_KILLED_BY_ITS_TIME, actor.hasBegun());
                actor.kill();
                actors.remove(actor);
            }
        }
    }

    /// Faults stop; those who stalled wake up while others flush already. A pass of the sweep that has not ended does,
    /// and one goes through everything.
    private void calm() {
        world.trace().add("world", () -> "calms down");
        world.faults().stop();
        world.ledger().refuse("");
        others.calm();
        EntryDamage.heal(world);
        rot.ifPresent(Rot::restoreManifests);
        pass(Duration.ofMinutes(10));
        // Replicas may be suspended for longer.
        while (actors.stream().anyMatch(actor -> !actor.isRunnable(world.clock().millis()))) {
            pass(Duration.ofHours(1));
        }
        actors.add(flushes.drain(configuration));
        finishAll();
        source.calm(configuration, this::runAlone);
        while (!world.late().isEmpty()) {
            arriveLate();
        }
        drainAll();
        rot.ifPresent(this::mend);
        lake.ifPresent(life -> life.calm(this::runAlone, time -> {
            pass(time);
            reader.ifPresent(each -> runAlone(each.read()));
        }));
        reader.ifPresent(each -> runAlone(each.read()));
        lake.ifPresent(life -> reader.flatMap(LandingReader::known).ifPresent(life::judge));
        claims.ifPresent(this::claimAll);
        pass(Sweeps.ALL_OLD_AFTER);
        runAlone(sweeps.sweepWholly(configuration));
        runAlone(sweeps.sweepWholly(configuration));
    }

    /// When nothing waits, the stream is complete until now.
    private void claimAll(CompletenessClaims all) {
        long before = all.known();
        runAlone(all.read(configuration));
        if (all.known() == before) {
            throw new Violation("nobody knows until when the stream is complete, though all is calm");
        }
    }

    private void drainAll() {
        for (int drain = 0; drain < DRAINS_MAX && !isDone(); drain++) {
            drain();
            pass(Duration.ofMinutes(35));
        }
    }

    private void drain() {
        runAlone(flushes.drain(configuration));
        finishAll();
    }

    /// All that is not rotten has come out by now; what is restored comes out as well, and what is given up does not.
    private void mend(Rot rotten) {
        for (int round = 0; round < MENDED_MAX && (round == 0 || rotten.waits()); round++) {
            rotten.judge(this::drain);
            rotten.settle(this::runAlone);
            drainAll();
        }
    }

    private void finishAll() {
        while (!actors.isEmpty() || flushes.slicesWait()) {
            if (choices.oneIn(6)) {
                arriveLate();
            }
            if (actors.isEmpty() || choices.oneIn(3)) {
                startSlice();
            }
            stepOne();
        }
    }

    private void runAlone(Actor actor) {
        actors.add(actor);
        while (!actor.hasEnded()) {
            step(actor);
        }
        Failures.checkReturned(actor, world);
    }

    private boolean isDone() {
        return rot.map(Rot::isAllThatWaits)
                .orElseGet(() -> world.streamBuffers().stream().allMatch(Simulation::isDone));
    }

    private static boolean isDone(World.Buffer buffer) {
        return buffer.table().entries() == 0 && buffer.ledger().current().deliveries().isEmpty()
                && buffer.ledger().current().pending().totals().partitions() == 0;
    }
}
