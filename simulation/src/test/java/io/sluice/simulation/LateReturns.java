package io.sluice.simulation;

import io.sluice.objects.ObjectInfo;
import io.sluice.segment.SegmentId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Records that come again as their segment gets so old that it is swept, and after days; and receipts that expire.
final class LateReturns {
    /// A message that was moved out of a queue of failures is kept for as long once more.
    static final Duration OBJECTS_FOR = Duration.ofDays(28);
    /// The retention period of a queue's messages.
    static final Duration MESSAGES_FOR = Duration.ofDays(14);

    private static final List<Duration> JUMPS = List.of(Duration.ofHours(2), Duration.ofHours(26), Duration.ofDays(6),
            Duration.ofDays(16));
    private static final int BEFORE_SECONDS_MAX = 300;
    private static final int ATTEMPTS_MAX = 3;
    private static final int STEPS_MAX = 6;
    private static final int SWEEP_STEPS_MAX = 50;
    private static final int STEPS_TOGETHER_MAX = 40;

    private final World world;
    private final Consumer<Duration> pass;
    private final Supplier<Optional<Actor>> attempt;
    private final Supplier<Actor> sweep;
    private final Consumer<Actor> start;
    private final Consumer<Actor> step;

    /// @param pass    lets time pass
    /// @param attempt makes an invocation of the source, if it has something to hand over
    /// @param start   starts an invocation
    /// @param step    lets one go on to its next request
    LateReturns(World world, Consumer<Duration> pass, Supplier<Optional<Actor>> attempt, Supplier<Actor> sweep,
            Consumer<Actor> start, Consumer<Actor> step) {
        this.world = world;
        this.pass = pass;
        this.attempt = attempt;
        this.sweep = sweep;
        this.start = start;
        this.step = step;
    }

    void act() {
        Choices choices = world.choices();
        if (choices.oneIn(3)) {
            pass.accept(choices.pick(JUMPS));
            world.forgetReceipts();
            start.accept(sweep.get());
        } else {
            beAtTheEdge();
        }
    }

    /// Invocations begin just before a segment is as old as those are that are swept, and are still under way when a
    /// sweep begins: most often one that nobody has accepted.
    private void beAtTheEdge() {
        Choices choices = world.choices();
        List<Long> left = agesLeft();
        if (left.isEmpty()) {
            return;
        }
        long before = choices.between(0, BEFORE_SECONDS_MAX) * 1_000L;
        pass.accept(Duration.ofMillis(Math.max(0, choices.pick(left) - before)));
        List<Actor> under = new ArrayList<>();
        for (int attempts = choices.between(1, ATTEMPTS_MAX); attempts > 0; attempts--) {
            attempt.get().ifPresent(under::add);
        }
        under.forEach(start);
        under.forEach(actor -> goOn(actor, choices.between(0, STEPS_MAX)));
        pass.accept(Duration.ofMillis(before + 1_000L * choices.between(1, BEFORE_SECONDS_MAX)));
        Actor sweeps = sweep.get();
        start.accept(sweeps);
        goOn(sweeps, choices.between(0, SWEEP_STEPS_MAX));
        for (int steps = choices.between(0, STEPS_TOGETHER_MAX); steps > 0 && !under.isEmpty(); steps--) {
            goOn(choices.oneIn(2) ? choices.pick(under) : sweeps, 1);
        }
    }

    private void goOn(Actor actor, int steps) {
        for (int i = 0; i < steps && actor.isRunnable(world.clock().millis()); i++) {
            step.accept(actor);
        }
    }

    /// For how long segments that are there are spared by sweeps, milliseconds: of those without a word, where there
    /// are any.
    private List<Long> agesLeft() {
        List<ObjectInfo> all = world.stagingBucket().all(SegmentId.prefix(World.STREAM)).toList();
        Set<SegmentId> accepted = all.stream().map(ObjectInfo::key).filter(SegmentId::isAcceptedKey)
                .map(key -> SegmentId.parseAccepted(World.STREAM, key)).collect(Collectors.toSet());
        List<ObjectInfo> segments = all.stream().filter(each -> !SegmentId.isAcceptedKey(each.key())).toList();
        List<Long> orphans = left(segments.stream()
                .filter(each -> !accepted.contains(SegmentId.parse(World.STREAM, each.key()))));
        return orphans.isEmpty() ? left(segments.stream()) : orphans;
    }

    private List<Long> left(Stream<ObjectInfo> segments) {
        return segments
                .map(each -> each.modified().toEpochMilli() + World.FOLDED_FOR.toMillis() - world.clock().millis())
                .filter(left -> left > 0).toList();
    }
}
