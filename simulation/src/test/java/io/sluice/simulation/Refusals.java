package io.sluice.simulation;

import io.sluice.manifest.Delivery;
import io.sluice.manifest.Planner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A data bucket that refuses objects until deliveries are given up, takes them again while those who tried before may
/// still be alive, and is written to by several runs as the wait for them ends.
final class Refusals {
    private static final String ALL = "c";
    private static final List<Duration> WAITS = List.of(Duration.ofSeconds(1), Duration.ofMinutes(6),
            Duration.ofMinutes(40));
    private static final int EARLY_SECONDS_MAX = 90;
    private static final int STEPS_MAX = 80;
    private static final int ROUNDS_MAX = 4;

    private final World world;
    private final Invocations invocations;
    private final Director director;
    private boolean refuses;

    /// Makes invocations.
    ///
    /// @param source of the transform function, if there is something to hand over
    /// @param drain  a flush run that delivers all there is
    /// @param run    a flush run as it is scheduled
    /// @param slice  one that carries out a slice, if any was asked for
    record Invocations(Supplier<Optional<Actor>> source, Supplier<Actor> drain, Supplier<Actor> run,
            Supplier<Optional<Actor>> slice) {}

    /// Directs the world.
    ///
    /// @param pass    lets time pass
    /// @param toItsEnd lets an invocation run alone that was not started
    /// @param start   starts one
    /// @param step    lets one that was started go on to its next request
    record Director(Consumer<Duration> pass, Consumer<Actor> toItsEnd, Consumer<Actor> start, Consumer<Actor> step) {}

    Refusals(World world, Invocations invocations, Director director) {
        this.world = world;
        this.invocations = invocations;
        this.director = director;
    }

    void act() {
        if (givenUp().isEmpty()) {
            invocations.source.get().ifPresent(director.toItsEnd);
            refuse();
            director.toItsEnd.accept(invocations.drain.get());
        }
        for (int round = 0; round < ROUNDS_MAX && givenUp().isEmpty(); round++) {
            director.pass.accept(world.choices().pick(WAITS));
            sideBySide(runs(), world.choices().between(0, STEPS_MAX));
        }
        mend();
        sideBySide(runs(), world.choices().between(0, STEPS_MAX));
        givenUp().ifPresent(delivery -> {
            passTo(delivery.failure().givenUpAt() + Planner.WRITERS_OUTLIVED.toMillis());
            sideBySide(Stream.concat(runs().stream(), invocations.slice.get().stream()).toList(), STEPS_MAX);
        });
    }

    private List<Actor> runs() {
        return List.of(invocations.run.get(), invocations.run.get());
    }

    private void sideBySide(List<Actor> some, int steps) {
        some.forEach(director.start);
        List<Actor> alive = new ArrayList<>(some);
        for (int i = 0; i < steps && !alive.isEmpty(); i++) {
            Actor next = world.choices().pick(alive);
            if (next.isRunnable(world.clock().millis())) {
                director.step.accept(next);
            }
            if (refuses && givenUp().isPresent()) {
                mend();
            }
            alive.removeIf(Actor::hasEnded);
        }
    }

    private Optional<Delivery> givenUp() {
        return world.streamBuffers().stream().flatMap(buffer -> buffer.ledger().current().deliveries().stream())
                .filter(each -> each.failure().isGivenUp()).findFirst();
    }

    private void refuse() {
        refuses = true;
        boolean reads = world.choices().oneIn(2);
        world.trace().add("bucket", () -> "refuses every " + (reads ? "request" : "object"));
        world.ledger().refuse(ALL, reads);
    }

    /// While others are still alive who read a manifest in which nothing was given up.
    private void mend() {
        refuses = false;
        world.trace().add("bucket", () -> "refuses nothing");
        world.ledger().refuse("");
        world.reached().note(RareState.REFUSAL_MENDED_AFTER_GIVEN_UP, givenUp().isPresent());
    }

    /// To a moment before it or after it: clocks differ.
    private void passTo(long time) {
        long off = world.choices().between(-EARLY_SECONDS_MAX, EARLY_SECONDS_MAX) * 1_000L;
        director.pass.accept(Duration.ofMillis(Math.max(0, time + off - world.clock().millis())));
    }
}
