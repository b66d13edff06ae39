package io.sluice.simulation;

import io.sluice.buffers.BufferNumber;
import io.sluice.index.Buffer;
import io.sluice.index.RecoveryProgress;
import io.sluice.objects.ObjectKey;
import io.sluice.position.SequenceRange;
import io.sluice.recover.DeliveredObjects;
import io.sluice.recover.RecoveryRefusedException;
import io.sluice.recover.RecoverySettings;
import io.sluice.recover.RecoverySummary;
import io.sluice.segment.SegmentTail;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Loses the table and has it made again of the staging bucket by the real code, which is killed on the way like any
/// other.
final class Recoveries {
    /// How long the functions are stopped: nobody is alive any more, and no request under way.
    static final Duration STOPPED_FOR = World.INVOCATION_MAX.plusMinutes(1);

    private static final int KILLED_MAX = 8;
    private static final int STEPS_MAX = 4;
    /// Invocations until a source has handed over again what a segment holds.
    private static final int HANDED_OVER_MAX = 60;
    private static final int PAGE = 3;

    private final World world;
    private final Mistake mistake;
    private final WorldBuffers buffers;
    private final Consumer<SequenceRange> putAgain;
    private final Optional<HardLosses> hard;
    private List<String> undecided = List.of();
    private int losses;
    private int runs;
    private int ended;
    private boolean complete;
    private boolean killed;
    private boolean outOfTime;
    private boolean waits;
    private List<Snapshot> snapshot = List.of();

    /// @param putAgain takes what an operator puts into its source again
    /// @param hard     makes them hard, where the director seeks that
    Recoveries(World world, Mistake mistake, Consumer<SequenceRange> putAgain, Optional<HardLosses> hard) {
        this.hard = hard;
        this.putAgain = putAgain;
        this.world = world;
        this.mistake = mistake;
        this.buffers = new WorldBuffers(world, mistake);
    }

    int losses() {
        return losses;
    }

    void lose() {
        losses++;
        world.loses();
        world.trace().add("operator", () -> "loses the table");
        world.streamBuffers().forEach(buffer -> {
            buffer.ledger().tableLost();
            buffer.table().lose();
        });
    }

    /// What the table holds now. [Recoveries#setBack] takes it back to the latest of these.
    void takeSnapshot() {
        snapshot = world.streamBuffers().stream()
                .map(buffer -> new Snapshot(buffer.ledger().current().version(), buffer.table().snapshot())).toList();
    }

    /// Whether there is a snapshot of a time since which more than one commit came to every buffer: one that is younger
    /// functions would take for their own table, and nothing may tell them that it is not (ADR 0054).
    boolean canSetBack() {
        List<World.Buffer> buffers = List.copyOf(world.streamBuffers());
        return snapshot.size() == buffers.size() && IntStream.range(0, buffers.size())
                .allMatch(i -> snapshot.get(i).version + 1 < buffers.get(i).ledger().current().version());
    }

    /// Somebody puts a table in place that was restored to an earlier point, and does nothing else.
    void setBack() {
        world.trace().add("operator", () -> "sets the table back to version " + snapshot.getFirst().version);
        List<World.Buffer> buffers = List.copyOf(world.streamBuffers());
        for (int i = 0; i < buffers.size(); i++) {
            snapshot.get(i).restore.run();
        }
        world.watch().setBack(true);
    }

    private record Snapshot(long version, Runnable restore) {}

    /// Somebody makes a table in place of the one that was lost, and does nothing else.
    void replace() {
        world.trace().add("operator", () -> "makes an empty table, and forgets to recover it");
        world.streamBuffers().forEach(buffer -> buffer.table().replace());
    }

    /// Recovers until a recovery says that it is complete; one that had too little time is gone on with. One that
    /// could not read all is repeated as it says: after a drain, since it takes no segments while entries wait. Where a
    /// segment was read too late, and its source hands its records over again, the stream goes on before.
    ///
    /// @param runAlone  carries an invocation out to its end
    /// @param scheduled makes an invocation that should not start while the table is recovered
    /// @param source    makes an invocation of the source, if it has something to hand over
    void recover(Configuration configuration, Consumer<Actor> runAlone, Supplier<Actor> scheduled,
            Supplier<Actor> drain, Supplier<Optional<Actor>> source) {
        world.streamBuffers().forEach(buffer -> {
            buffer.table().lose();
            buffer.table().replace();
            buffer.ledger().tableRecovering();
        });
        world.watch().setBack(false);
        complete = false;
        killed = false;
        outOfTime = false;
        snapshot = List.of();
        hard.ifPresent(each -> {
            beginWithoutManifests(each, configuration, runAlone);
            each.rot();
        });
        for (int run = 0; run < KILLED_MAX && !complete; run++) {
            Actor recovery = recovery(configuration, world.someTime(STEPS_MAX));
            int before = ended;
            runAlone.accept(recovery);
            killed |= ended == before && recovery.failure() == null && hasBegun();
            if (isOpen()) {
                putAgainWhatIsUndecided();
                hard.ifPresent(each -> each.whileOpen(runAlone, scheduled));
                runAlone.accept(drain.get());
                world.clock().pass(STOPPED_FOR);
            } else if (!complete && isTold() && world.choices().oneIn(2)) {
                runAlone.accept(scheduled.get());
                world.clock().pass(STOPPED_FOR);
            }
        }
        hard.ifPresent(HardLosses::restore);
        if (isOpen()) {
            putAgainWhatIsUndecided();
            world.faults().spare(() -> runAlone.accept(drain.get()));
            world.clock().pass(STOPPED_FOR);
        }
        if (!complete) {
            hard.ifPresent(_ -> world.clock().pass(STOPPED_FOR));
            world.faults().spare(() -> runAlone.accept(recovery(configuration, Deadline.NONE)));
        }
        if (hard.isPresent() && isOpen() && !waits) {
            // What an earlier invocation could not read is taken by the next one.
            world.faults().spare(() -> {
                putAgainWhatIsUndecided();
                runAlone.accept(drain.get());
                world.clock().pass(STOPPED_FOR);
                runAlone.accept(recovery(configuration, Deadline.NONE));
            });
        }
        for (int handed = 0; waits && handed < HANDED_OVER_MAX; handed++) {
            world.faults().spare(() -> {
                source.get().ifPresent(runAlone);
                runAlone.accept(drain.get());
                world.clock().pass(STOPPED_FOR);
                runAlone.accept(recovery(configuration, Deadline.NONE));
            });
        }
        if (!complete) {
            throw new Violation("the table is not recovered although nothing went wrong");
        }
        world.reached().note(RareState.RECOVERY_KILLED_AND_REPEATED, killed);
        world.reached().note(RareState.RECOVERY_GONE_ON_WITH, outOfTime);
        world.streamBuffers().forEach(buffer -> buffer.ledger().tableFound());
    }

    /// An operator begins a recovery while somebody may be at work, where somebody may.
    void beginTooEarly(Configuration configuration, Consumer<Actor> runAlone) {
        hard.flatMap(HardLosses::stagedJustNow).ifPresent(segment -> {
            world.streamBuffers().forEach(buffer -> buffer.table().replace());
            refused(configuration, runAlone, segment + " was staged just now");
            world.streamBuffers().forEach(buffer -> buffer.table().lose());
        });
    }

    private void beginWithoutManifests(HardLosses losses, Configuration configuration, Consumer<Actor> runAlone) {
        Map<ObjectKey, byte[]> manifests = losses.toldOf();
        if (!manifests.isEmpty() && world.choices().oneIn(2)) {
            world.trace().add("operator", () -> "takes " + manifests.keySet() + " away");
            world.stagingBucket().delete(List.copyOf(manifests.keySet()));
            refused(configuration, runAlone, manifests.keySet() + " are gone");
            losses.restore(manifests);
            world.clock().pass(STOPPED_FOR);
        }
    }

    /// An operator begins a recovery that must be refused.
    private void refused(Configuration configuration, Consumer<Actor> runAlone, String why) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("recovery " + ++runs, world.clock().millis(), () -> {
            try {
                RecoverySummary summary = recover(self[0], configuration, Deadline.NONE);
                throw new Violation("a recovery begins although " + why + ": " + summary);
            } catch (RecoveryRefusedException e) {
                world.trace().add(self[0], () -> "is refused: " + e.getMessage());
            }
        });
        world.faults().spare(() -> runAlone.accept(self[0]));
    }

    private RecoverySummary recover(Actor self, Configuration configuration, Deadline deadline) {
        Mistake.Ports ports = mistake.plantRecovery(world.ports(self), world);
        Functions functions = world.versions().of(Versions.Work.RECOVER, world);
        Functions.Keeper keeper = buffers.keeper(functions, self, configuration, ports.staging(), world.clock());
        if (mistake.recoversTheFirstBufferFirst()) {
            OwnFunctions.recovery(recovery(functions, self, configuration, BufferNumber.FIRST)).recover(deadline);
        }
        return functions.recover(keeper,
                number -> recovery(functions, self, configuration, mistake.plantRecovered(number)), deadline);
    }

    /// Does as a recovery says of what nobody can decide on.
    private void putAgainWhatIsUndecided() {
        for (World.Buffer buffer : world.streamBuffers()) {
            for (ObjectKey key : buffer.table().read().unreadable()) {
                byte[] segment = world.stagingBucket().contents().getOrDefault(key.value(), new byte[0]);
                if (undecided.stream().anyMatch(each -> each.startsWith(key.value())) && segment.length > 0) {
                    SegmentTail.decode(Arrays.copyOfRange(segment, segment.length - SegmentTail.length(segment),
                            segment.length)).range().ifPresent(putAgain);
                    world.trace().add("operator", () -> "puts again what is in " + key + ", and moves it away");
                    world.stagingBucket().delete(List.of(key));
                    world.reached().note(RareState.UNDECIDED_PUT_AGAIN);
                }
            }
        }
    }

    /// Whether a recovery has written something into some buffer, and not all.
    private boolean hasBegun() {
        return world.streamBuffers().stream()
                .anyMatch(buffer -> buffer.table().recovery() == RecoveryProgress.BEGUN);
    }

    private boolean isOpen() {
        return !complete && world.streamBuffers().stream()
                .anyMatch(buffer -> buffer.table().recovery() == RecoveryProgress.OPEN);
    }

    /// Whether functions can know that the table is not whole: a stream that nothing was committed of and whose
    /// recovery has written nothing looks like one that begins.
    private boolean isTold() {
        return world.streamBuffers().stream().allMatch(buffer -> buffer.ledger().current().version() > 0
                || buffer.table().recovery() != RecoveryProgress.NONE);
    }

    private List<String> heads() {
        return Stream.concat(
                world.configurations().stream().map(configuration -> configuration.expression().literalHead()),
                Stream.of(Configuration.ERRORS)).distinct().toList();
    }

    private Functions.RecoveryParts recovery(Functions functions, Actor self, Configuration configuration,
            BufferNumber number) {
        String buffer = number.buffer(World.STREAM);
        Mistake.Ports ports = mistake.plantRecovery(world.ports(self, buffer), world);
        List<String> names = buffers.keeper(functions, self, configuration, ports.staging(), world.clock())
                .archived().stream()
                .map(each -> each.buffer(World.STREAM)).toList();
        RecoverySettings settings = new RecoverySettings(configuration.shardCount(), RecoverySettings.INVOCATION_MAX,
                world.flushSettings(configuration).released(),
                Optional.of(new DeliveredObjects(World.STREAM, heads(), names)), world.keepsLandings());
        return new Functions.RecoveryParts(settings,
                new Buffer(buffer, new ShortPages(ports.staging(), PAGE), ports.index()), ports.data(),
                mistake.plantMark(world.mark(self, buffer)), world.clock());
    }

    private Actor recovery(Configuration configuration, Deadline deadline) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("recovery " + ++runs, world.clock().millis(), () -> {
            try {
                RecoverySummary summary = recover(self[0], configuration, deadline);
                world.trace().add(self[0], () -> "ends: " + summary);
                ended++;
                outOfTime |= !summary.complete();
                complete = summary.complete() && summary.unreadable().isEmpty();
                waits = summary.complete() && !summary.unreadable().isEmpty()
                        && summary.unreadable().stream().allMatch(each -> each.contains("hands over again"));
                if (summary.complete()) {
                    undecided = summary.unreadable().stream().filter(each -> each.contains("set back")).toList();
                }
            } catch (RecoveryRefusedException e) {
                if (!isOpen()) {
                    throw e;
                }
                world.trace().add(self[0], () -> "is refused: " + e.getMessage());
                ended++;
                world.reached().note(RareState.RECOVERY_REFUSED_WHILE_ENTRIES_WAIT);
            }
        });
        return self[0];
    }
}
