package io.sluice.simulation;

import io.sluice.index.RecoveryProgress;
import io.sluice.lane.Lane;
import io.sluice.recover.LaneRecovery;
import io.sluice.recover.Recovery;
import io.sluice.recover.RecoveryRefusedException;
import io.sluice.recover.RecoverySettings;
import io.sluice.recover.RecoverySummary;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Loses the table and has it made again of the staging bucket by the real code, which is killed on the way like any
/// other.
final class Recoveries {
    /// How long the functions are stopped: nobody is alive any more, and no request under way.
    static final Duration STOPPED_FOR = World.INVOCATION_MAX.plusMinutes(1);

    private static final int KILLED_MAX = 8;

    private final World world;
    private final Mistake mistake;
    private final Lanes lanes;
    private int losses;
    private int runs;
    private boolean complete;

    Recoveries(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
        this.lanes = new Lanes(world, mistake);
    }

    int losses() {
        return losses;
    }

    void lose() {
        losses++;
        world.trace().add("operator", () -> "loses the table");
        world.streamBuffers().forEach(buffer -> {
            buffer.ledger().tableLost();
            buffer.table().lose();
        });
    }

    /// Somebody makes a table in place of the one that was lost, and does nothing else.
    void replace() {
        world.trace().add("operator", () -> "makes an empty table, and forgets to recover it");
        world.streamBuffers().forEach(buffer -> buffer.table().replace());
    }

    /// Recovers until a recovery says that it is complete. One that could not read all is repeated as it says: after a
    /// drain, since it takes no segments while entries wait.
    ///
    /// @param runAlone  carries an invocation out to its end
    /// @param scheduled makes an invocation that should not start while the table is recovered
    void recover(Configuration configuration, Consumer<Actor> runAlone, Supplier<Actor> scheduled,
            Supplier<Actor> drain) {
        world.streamBuffers().forEach(buffer -> {
            buffer.table().lose();
            buffer.table().replace();
            buffer.ledger().tableRecovering();
        });
        complete = false;
        for (int killed = 0; killed < KILLED_MAX && !complete; killed++) {
            runAlone.accept(recovery(configuration));
            if (isOpen()) {
                runAlone.accept(drain.get());
                world.clock().pass(STOPPED_FOR);
            } else if (!complete && isTold() && world.choices().oneIn(2)) {
                runAlone.accept(scheduled.get());
                world.clock().pass(STOPPED_FOR);
            }
        }
        if (isOpen()) {
            world.faults().spare(() -> runAlone.accept(drain.get()));
            world.clock().pass(STOPPED_FOR);
        }
        if (!complete) {
            world.faults().spare(() -> runAlone.accept(recovery(configuration)));
        }
        if (!complete) {
            throw new Violation("the table is not recovered although nothing went wrong");
        }
        world.streamBuffers().forEach(buffer -> buffer.ledger().tableFound());
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

    private Recovery recovery(Actor self, Configuration configuration, Lane lane) {
        String buffer = lane.buffer(World.STREAM);
        Mistake.Ports ports = mistake.plantRecovery(world.ports(self, buffer), world);
        RecoverySettings settings = new RecoverySettings(buffer, configuration.shardCount(),
                RecoverySettings.INVOCATION_MAX, world.flushSettings(configuration).released());
        return new Recovery(settings, ports.staging(), ports.data(), ports.index(), world.mark(self, buffer),
                Workers.sequential(), world.clock());
    }

    private Actor recovery(Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("recovery " + ++runs, world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plantRecovery(world.ports(self[0]), world);
            LaneRecovery recovery = new LaneRecovery(
                    lanes.keeper(self[0], configuration, ports.staging(), world.clock()),
                    lane -> recovery(self[0], configuration, mistake.plantRecovered(lane)));
            try {
                RecoverySummary summary = recovery.recover(Deadline.NONE);
                world.trace().add(self[0], () -> "ends: " + summary);
                complete = summary.complete() && summary.unreadable().isEmpty();
            } catch (RecoveryRefusedException e) {
                if (!isOpen()) {
                    throw e;
                }
                world.trace().add(self[0], () -> "is refused: " + e.getMessage());
            }
        });
        return self[0];
    }
}
