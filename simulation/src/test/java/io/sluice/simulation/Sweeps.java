package io.sluice.simulation;

import io.sluice.flush.Sweep;
import io.sluice.lane.Lane;
import io.sluice.work.Deadline;
import java.time.Duration;

/// Makes invocations that sweep.
final class Sweeps {
    /// Everything that was staged before is old enough to be swept.
    static final Duration ALL_OLD_AFTER = World.FOLDED_FOR.plusHours(2);

    private final World world;
    private final Mistake mistake;
    private final Lanes lanes;
    private int runs;

    Sweeps(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
        this.lanes = new Lanes(world, mistake);
    }

    Actor sweep(Configuration configuration) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("sweep " + ++runs, world.clock().millis(), () -> {
            for (Lane lane : lanes.all(self[0], configuration)) {
                String buffer = lane.buffer(World.STREAM);
                Mistake.Ports ports = mistake.plantSweep(world.ports(self[0], buffer), world);
                Sweep.Summary summary = new Sweep(world.flushSettings(configuration).in(buffer), ports.staging(),
                        lanes.guarded(self[0], configuration, ports), world.clock()).sweep(Deadline.NONE);
                world.trace().add(self[0], () -> lane + " ends: " + summary);
            }
        });
        return self[0];
    }
}
