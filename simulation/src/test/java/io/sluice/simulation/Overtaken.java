package io.sluice.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Invocations that stop anywhere while others beside them do a part of theirs, or all of it: what they have read is
/// old when they go on. They change turns seldom, so that one comes far while another stands still.
final class Overtaken {
    private static final int TOGETHER_MAX = 3;
    private static final int TURNS_MAX = 9;
    private static final int TO_THE_END = 2_000;
    private static final List<Integer> STEPS = List.of(1, 2, 4, 8, 16, 40, TO_THE_END);
    private static final List<Duration> BEFORE = List.of(Duration.ofMinutes(6), Duration.ofMinutes(41),
            Duration.ofMinutes(62), Duration.ofHours(3), Duration.ofHours(26));

    private final World world;
    private final Consumer<Duration> pass;
    private final Invocations invocations;
    private final Consumer<Actor> start;
    private final Consumer<Actor> step;

    /// Makes invocations.
    ///
    /// @param alike  of one kind, as often as not
    /// @param any    of any kind
    /// @param change does what no invocation does
    record Invocations(Supplier<List<Actor>> alike, Supplier<List<Actor>> any, Runnable change) {}

    /// @param pass  lets time pass
    /// @param start starts an invocation
    /// @param step  lets one go on to its next request
    Overtaken(World world, Consumer<Duration> pass, Invocations invocations, Consumer<Actor> start,
            Consumer<Actor> step) {
        this.world = world;
        this.pass = pass;
        this.invocations = invocations;
        this.start = start;
        this.step = step;
    }

    void act() {
        Choices choices = world.choices();
        if (choices.oneIn(3)) {
            pass.accept(choices.pick(BEFORE));
        }
        if (choices.oneIn(2)) {
            overtake();
        } else {
            world.faults().spare(this::overtake);
        }
    }

    private void overtake() {
        standBeside().forEach(actor -> goOn(actor, TO_THE_END));
    }

    /// Lets some come some way, and stand there.
    ///
    /// @return those that have not ended
    List<Actor> standBeside() {
        Choices choices = world.choices();
        Supplier<List<Actor>> begin = choices.oneIn(2) ? invocations.alike : invocations.any;
        List<Actor> together = new ArrayList<>();
        for (int i = choices.between(2, TOGETHER_MAX); i > 0; i--) {
            List<Actor> begun = begin.get();
            begun.forEach(start);
            together.addAll(begun);
        }
        for (int turns = choices.between(2, TURNS_MAX); turns > 0 && !together.isEmpty(); turns--) {
            if (choices.oneIn(6)) {
                invocations.change.run();
            } else if (choices.oneIn(8)) {
                pass.accept(Duration.ofMinutes(choices.between(1, 4)));
            }
            goOn(choices.pick(together), choices.pick(STEPS));
            together.removeIf(Actor::hasEnded);
        }
        return together;
    }

    private void goOn(Actor actor, int steps) {
        for (int i = 0; i < steps && actor.isRunnable(world.clock().millis()); i++) {
            step.accept(actor);
        }
    }
}
