package io.sluice.simulation;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.DeliverySlice;
import io.sluice.flush.FlushSummary;
import io.sluice.flush.SliceSummary;
import io.sluice.index.Buffer;
import io.sluice.manifest.Planner;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes invocations of the flusher function.
final class Flushes {
    static final String NAME = "flush ";
    private static final String SLICE = "slice ";
    private static final int SLICES_MAX = 4;
    /// Of so many runs one is followed by a tick.
    private static final int TICKING = 3;

    private final World world;
    private final Mistake mistake;
    private final Consumer<List<String>> heard;
    private final Deque<AskedSlice> asked = new ArrayDeque<>();
    private final WorldBuffers buffers;
    private int runs;
    private int slices;

    /// @param heard is told the problems of each run and slice when it ends
    Flushes(World world, Mistake mistake, Consumer<List<String>> heard) {
        this.world = world;
        this.mistake = mistake;
        this.heard = heard;
        this.buffers = new WorldBuffers(world, mistake);
    }

    long underWay(List<Actor> actors) {
        return actors.stream().filter(actor -> actor.toString().startsWith(NAME)).count();
    }

    /// A run as the schedule starts it: on a machine whose clock may be wrong, and with little time now and then.
    Actor scheduled(Configuration configuration) {
        Choices choices = world.choices();
        Duration skew = Duration.ofSeconds(choices.between(-120, 120));
        Duration time = choices.oneIn(4) ? Duration.ofSeconds(choices.between(5, 60)) : World.INVOCATION_MAX;
        Planner.Mode mode = choices.oneIn(4) ? Planner.Mode.DRAIN : Planner.Mode.SCHEDULED;
        return flush(configuration, mode, world.clock().skewed(skew), time);
    }

    /// A run that has all the time it needs.
    Actor drain(Configuration configuration) {
        return flush(configuration, Planner.Mode.DRAIN, world.clock(), Duration.ofDays(1));
    }

    private Actor flush(Configuration configuration, Planner.Mode mode, InstantSource clock, Duration time) {
        int run = ++runs;
        long ends = world.clock().millis() + time.toMillis();
        Deadline deadline = () -> Duration.ofMillis(ends - world.clock().millis());
        Actor[] self = new Actor[1];
        self[0] = new Actor(NAME + run, world.clock().millis(), () -> {
            Functions functions = world.versions().of(Versions.Work.FLUSH, world);
            Run each = new Run(functions, self[0], configuration, mode, clock, deadline, run);
            buffers.toFlush(functions, self[0], configuration, clock, time.compareTo(World.INVOCATION_MAX) > 0)
                    .forEach(each::flush);
        });
        return self[0];
    }

    private final class Run {
        private final Functions functions;
        private final Actor self;
        private final Configuration configuration;
        private final Planner.Mode mode;
        private final InstantSource clock;
        private final Deadline deadline;
        private final int run;

        Run(Functions functions, Actor self, Configuration configuration, Planner.Mode mode, InstantSource clock,
                Deadline deadline, int run) {
            this.functions = functions;
            this.self = self;
            this.configuration = configuration;
            this.mode = mode;
            this.clock = clock;
            this.deadline = deadline;
            this.run = run;
        }

        void flush(BufferNumber number) {
            String buffer = number.buffer(World.STREAM);
            Mistake.Ports ports = mistake.plant(world.ports(self, buffer), world);
            Functions.Flushing flusher = functions.flushing(world.flushSettings(configuration).in(buffer),
                    new Buffer(buffer, ports.staging(), buffers.guarded(functions, self, configuration, ports)),
                    ports.data(), run % 2 == 0 ? Functions.Order.ASIDE_FIRST : Functions.Order.ASIDE_LAST, clock);
            FlushSummary summary = flusher.flush("run" + run, mode, deadline,
                    world.slices(self, slice -> ask(buffer, slice)));
            world.trace().add(self, () -> number + " ends: " + summary);
            heard.accept(summary.problems());
            if (run % TICKING == 0 && mode == Planner.Mode.SCHEDULED) {
                tick(self, flusher, buffer, "tick" + run, deadline);
            }
            ports.answered().run();
        }
    }

    /// A tick that comes to an environment which has just run; like every request it may be late, and the runs of
    /// others go on meanwhile.
    private void tick(Actor self, Functions.Flushing flusher, String buffer, String name, Deadline deadline) {
        if (flusher.seesNothing()) {
            world.trace().add(self, () -> "a tick sees nothing");
            return;
        }
        FlushSummary summary = flusher.flush(name, Planner.Mode.SCHEDULED, deadline,
                world.slices(self, slice -> ask(buffer, slice)));
        world.trace().add(self, () -> "a tick ends: " + summary);
        heard.accept(summary.problems());
    }

    /// An invocation that was asked for, perhaps long ago; empty when there is none. Under way they are few: what comes
    /// on top is dropped, as Lambda drops what it cannot start in time.
    Optional<Actor> slice(Configuration configuration, List<Actor> actors) {
        AskedSlice slice = asked.poll();
        long underWay = actors.stream().filter(actor -> actor.toString().startsWith(SLICE)).count();
        return slice == null || underWay >= SLICES_MAX ? Optional.empty() : Optional.of(carryOut(slice, configuration));
    }

    /// Whether invocations were asked for that have not begun.
    boolean slicesWait() {
        return !asked.isEmpty();
    }

    /// Where the table was lost meanwhile, an invocation finds nothing to carry out.
    private void ask(String buffer, DeliverySlice slice) {
        world.buffer(buffer).table().state().ifPresent(
                state -> asked.add(new AskedSlice(buffer, slice, state, world.stagingBucket().get(state.manifest()))));
    }

    private Actor carryOut(AskedSlice asking, Configuration configuration) {
        long ends = world.clock().millis() + World.INVOCATION_MAX.toMillis();
        Deadline deadline = () -> Duration.ofMillis(ends - world.clock().millis());
        Actor[] self = new Actor[1];
        self[0] = new Actor(SLICE + ++slices, world.clock().millis(), () -> {
            world.reached().note(RareState.SLICE_BEHIND_LATER_COMMIT, !world.ledger().isTableLost()
                    && !world.buffer(asking.buffer()).ledger().isCurrent(asking.state().manifest()));
            Mistake.Ports ports = mistake.plantSlice(world.ports(self[0], asking.buffer()), world,
                    asking);
            Functions.Flushing flusher = world.versions().of(Versions.Work.SLICE, world).flushing(
                    world.flushSettings(configuration).in(asking.buffer()),
                    new Buffer(asking.buffer(), ports.staging(), ports.index()), ports.data(),
                    Functions.Order.ASIDE_FIRST, world.clock());
            SliceSummary summary = flusher.carryOut(asking.slice(), deadline);
            world.trace().add(self[0], () -> "ends: " + summary);
            heard.accept(summary.problems());
        });
        return self[0];
    }
}
