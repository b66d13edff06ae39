package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.requests.Faults;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A registrar that is killed, or hears nothing, at each of its requests to the store, the chains and the catalog, from
/// the making of the table on. Whoever runs next goes on; each object is in the table once.
@Tag("long")
final class RegistrarCrashTest {
    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whileTheTableIsMadeAndFilled(Faults.Kind kind) {
        atEachRequest(kind, 20, _ -> {}, world -> world.registrar(world.requests()).register(Deadline.NONE));
    }

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whileObjectsAreReplacedAndRemoved(Faults.Kind kind) {
        atEachRequest(kind, 20, crashing -> {
            World world = crashing.world;
            List<DataObject> small = world.land(world.buffer, "p", "qq");
            DataObject old = world.land(world.lane, "old").getFirst();
            world.register();
            world.land(world.buffer, "rrr");
            world.replace(small, "joined");
            world.remove(old);
            world.land(world.lane, "s");
        }, world -> world.registrar(world.requests()).register(Deadline.NONE));
    }

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whileMarksAreLost(Faults.Kind kind) {
        atEachRequest(kind, 20, crashing -> {
            World world = crashing.world;
            world.objectsMax = 2;
            List<DataObject> small = world.land(world.buffer, "p", "qq");
            world.land(world.buffer, "rrr");
            world.replace(small, "joined");
            world.register();
            world.table().updateProperties().remove("sluice.landed.quakes").remove("sluice.landed.quakes!lake")
                    .remove("sluice.landed.quakes!lane!1").remove("sluice.verify-until-ms").commit();
            world.land(world.buffer, "s");
        }, world -> world.registrar(world.requests()).register(Deadline.NONE));
    }

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whileWhatIsThereIsLookedAt(Faults.Kind kind) {
        atEachRequest(kind, 20, crashing -> {
            World world = crashing.world;
            world.objectsMax = 2;
            world.land(world.buffer, "p", "qq");
            world.register();
            world.land(world.buffer, "lost1", "lost2", "lost3");
            world.land(world.buffer, "t");
            world.buffer.forget(world.buffer.last() - 2);
            world.inventory = Optional.of(() -> List.copyOf(world.right.values()).stream());
        }, world -> world.registrar(world.requests()).register(Deadline.NONE));
    }

    @ParameterizedTest
    @EnumSource(Faults.Kind.class)
    void whileMetadataIsSwept(Faults.Kind kind) {
        atEachRequest(kind, 10, crashing -> {
            World world = crashing.world;
            world.rules = new SnapshotRules(Duration.ofHours(1), 10);
            for (int hour = 0; hour < 6; hour++) {
                world.land(world.buffer, "h" + hour);
                world.register();
                world.pass(Duration.ofHours(1));
            }
            world.registrar().sweep();
            world.pass(Duration.ofDays(1));
        }, crashing -> crashing.world.registrar(crashing.requests()).sweep());
    }

    private static void atEachRequest(Faults.Kind kind, int atLeast, Consumer<Crashing> before,
            Consumer<Crashing> run) {
        int request = 0;
        boolean reached = true;
        while (reached) {
            Crashing crashing = new Crashing();
            World world = crashing.world;
            before.accept(crashing);
            world.land(world.buffer, "a", "bb");
            world.land(world.lane, "ccc");
            crashing.faults.arm(kind, request);
            reached = false;
            try {
                run.accept(crashing);
            } catch (Faults.Crash | RuntimeException _) {
                reached = true;
            }
            // An answer that was lost may have done no harm.
            reached |= crashing.faults.requests.size() > request;
            String at = kind + " at request " + request + " of " + crashing.faults.requests;
            crashing.faults.disarm();
            world.register();
            world.assertRight(at);
            world.land(world.buffer, "d");
            world.register();
            world.registrar().sweep();
            world.assertRight(at + ", and the next run");
            request++;
        }
        int requests = request;
        assertTrue(requests > atLeast, () -> "of requests there are more than " + requests);
    }

    /// A world and the process in it, which stays dead when it was killed.
    private static final class Crashing {
        final World world = new World();
        final Faults faults = new Faults(() -> {});

        Registrar registrar(Requests requests) {
            return world.registrar(requests);
        }

        Requests requests() {
            return new MortalProcess(faults, () -> {});
        }
    }
}
