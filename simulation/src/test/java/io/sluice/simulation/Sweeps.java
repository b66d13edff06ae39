package io.sluice.simulation;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.Sweep;
import io.sluice.index.Buffer;
import io.sluice.landing.LakeLog;
import io.sluice.testkit.requests.ShortPages;
import io.sluice.work.Deadline;
import java.time.Duration;

/// Makes invocations that sweep. Many end before their pass does, and the next goes on.
final class Sweeps {
    /// Everything that was staged before is old enough to be swept.
    static final Duration ALL_OLD_AFTER = World.FOLDED_FOR.plusHours(2);

    private static final int STEPS_MAX = 12;
    private static final int PAGE = 3;
    private static final Sweep.ShareLimits FEW = new Sweep.ShareLimits(PAGE, 2);

    private final World world;
    private final Mistake mistake;
    private final WorldBuffers buffers;
    private int runs;

    Sweeps(World world, Mistake mistake) {
        this.world = world;
        this.mistake = mistake;
        this.buffers = new WorldBuffers(world, mistake);
    }

    Actor sweep(Configuration configuration) {
        return sweep(configuration, world.someTime(STEPS_MAX));
    }

    /// Goes on to the end, however long it takes.
    Actor sweepWholly(Configuration configuration) {
        return sweep(configuration, Deadline.NONE);
    }

    private Actor sweep(Configuration configuration, Deadline deadline) {
        Actor[] self = new Actor[1];
        self[0] = new Actor("sweep " + ++runs, world.clock().millis(), () -> {
            Functions functions = world.versions().of(Versions.Work.SWEEP, world);
            for (BufferNumber number : buffers.all(functions, self[0], configuration)) {
                String buffer = number.buffer(World.STREAM);
                Mistake.Ports ports = mistake.plantSweep(world.ports(self[0], buffer), world);
                Functions.Swept swept = new Functions.Swept(world.flushSettings(configuration).in(buffer),
                        new Buffer(buffer, new ShortPages(ports.staging(), PAGE),
                                buffers.guarded(functions, self[0], configuration, ports)),
                        mistake.plantMark(world.sweepMark(self[0], buffer)), FEW, world.toldLake().cursor(buffer));
                Sweep.Summary summary = functions.sweep(swept, world.clock(), deadline);
                if (world.keepsLandings() && number.equals(BufferNumber.FIRST)) {
                    new LakeLog(World.STREAM, new ShortPages(ports.staging(), PAGE), world.toldLake().reader(),
                            world.clock()).sweep(deadline);
                }
                world.trace().add(self[0], () -> number + " ends: " + summary);
            }
        });
        return self[0];
    }
}
