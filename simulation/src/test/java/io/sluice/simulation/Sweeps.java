package io.sluice.simulation;

import io.sluice.flush.Sweep;
import io.sluice.work.Deadline;
import java.time.Duration;

/// Makes invocations that sweep.
final class Sweeps {
    /// Everything that was staged before is old enough to be swept.
    static final Duration ALL_OLD_AFTER = World.FOLDED_FOR.plusHours(2);

    private final World world;
    private final Mistake mistake;
    private int runs;

    Sweeps(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
    }

    Actor sweep(Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("sweep " + ++runs, world.clock().millis(), () -> {
            Mistake.Ports ports = mistake.plantSweep(world.ports(self[0]), world);
            Sweep.Summary summary = new Sweep(world.flushSettings(configuration), ports.staging(), ports.index(),
                    world.clock()).sweep(Deadline.NONE);
            world.trace().add(self[0], () -> "ends: " + summary);
        });
        return self[0];
    }
}
