package io.sluice.simulation;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Two batches with records in the same two partitions, and two flush runs: small enough that schedules are enumerated.
final class SmallWorld {
    private static final int DRAINS_MAX = 3;

    /// What becomes of the records.
    record Kind(Configuration configuration, String secondKey) {
        /// Objects are joined chunks.
        static final Kind JOINED = new Kind(new ObjectFormat.Joined(Compression.UNCOMPRESSED), "");
        /// Objects are made of converted records: of one partition some can be, of the other none.
        static final Kind CONVERTED = new Kind(new ObjectFormat.Parquet(PickyConverter.SPECIFICATION), "z");

        private Kind(ObjectFormat format, String secondKey) {
            this(new Configuration(0, Configuration.Layout.KEY, format, 2), secondKey);
        }

        private SimulatedBatch batch(int number, long now) {
            return new SimulatedBatch(number,
                    List.of(new SimulatedRecord("r" + 3 * number, "a", "", 1, now),
                            new SimulatedRecord("r" + (3 * number + 1), "a", secondKey, 1, now),
                            new SimulatedRecord("r" + (3 * number + 2), "b", secondKey, 1, now)),
                    now);
        }
    }

    private final World world;
    private final Kind kind;
    private final List<SimulatedBatch> batches;
    private final List<Actor> actors = new ArrayList<>();
    private final Flushes flushes;
    private final Sweeps sweeps;

    private SmallWorld(Kind kind, Trace trace) {
        this.kind = kind;
        Choices never = _ -> 0;
        world = new World(never, new Faults(never, 0), trace, World.Limits.NONE, List.of(kind.configuration),
                new Reached());
        long now = world.clock().millis();
        batches = List.of(kind.batch(0, now), kind.batch(1, now));
        FirehoseSource source = FirehoseSource.usual(world, Mistake.NONE, 0);
        flushes = new Flushes(world, Mistake.NONE, _ -> {});
        sweeps = new Sweeps(world, Mistake.NONE);
        batches.forEach(batch -> actors.add(source.attempt(batch, kind.configuration)));
        actors.add(flushes.drain(kind.configuration));
        actors.add(flushes.drain(kind.configuration));
    }

    /// Says who goes on.
    @FunctionalInterface
    interface Schedule {
        /// A step that crashes its actor instead.
        int CRASH = 100;

        /// @param alive the numbers of the actors that have not ended: 0 and 1 ingest, 2 and 3 flush
        /// @return one of `alive`, or one of `alive` plus [#CRASH]
        int next(List<Integer> alive);
    }

    /// Runs one schedule to its end and judges what came out.
    ///
    /// @return the number of steps
    /// @throws Violation when something is wrong
    static int run(Kind kind, Schedule schedule, Trace trace) {
        SmallWorld small = new SmallWorld(kind, trace);
        try {
            int steps = small.play(schedule);
            small.finish();
            return steps;
        } finally {
            small.actors.forEach(Actor::kill);
        }
    }

    private int play(Schedule schedule) {
        int steps = 0;
        List<Integer> alive = new ArrayList<>(List.of(0, 1, 2, 3));
        while (!alive.isEmpty()) {
            int next = schedule.next(alive);
            Actor actor = actors.get(next % Schedule.CRASH);
            if (next >= Schedule.CRASH) {
                world.trace().add(actor, () -> "crashes");
                actor.kill();
            } else {
                actor.proceed();
                Failures.checkReturned(actor, world);
            }
            alive.removeIf(number -> actors.get(number).hasEnded());
            steps++;
        }
        return steps;
    }

    private void finish() {
        for (int drain = 0; drain < DRAINS_MAX; drain++) {
            runAlone(flushes.drain(kind.configuration));
        }
        world.clock().pass(Sweeps.ALL_OLD_AFTER);
        runAlone(sweeps.sweepWholly(kind.configuration));
        Oracle.of(world, batches, Consumer.none(world), Optional.empty()).judge();
    }

    private void runAlone(Actor actor) {
        actors.add(actor);
        while (!actor.hasEnded()) {
            actor.proceed();
        }
        Failures.checkReturned(actor, world);
    }
}
