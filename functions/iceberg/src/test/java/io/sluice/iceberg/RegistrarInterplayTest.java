package io.sluice.iceberg;

import io.sluice.objects.Body;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/// What others do beside the registrar, or it does itself in another order: a second table of the stream, jobs that
/// cross, a chain that stands still for days, columns of somebody else.
final class RegistrarInterplayTest {
    private final World world = new World();

    @Test
    void theSweepOfAnotherTableOfTheStreamLeavesThisOne() {
        world.land(world.buffer, "a");
        world.register();
        Registrar other = new Registrar(new RegisteredTable(world.catalog.get(),
                TableIdentifier.of("lake", "quakes_2"), world.definition), world.bucket(Requests.PLAIN),
                List.of(world.buffer.read(Requests.PLAIN)), Optional.empty(), world.rules, () -> world.now,
                new DirectExecutor());
        other.register(Deadline.NONE);
        other.sweep();
        world.pass(Duration.ofHours(25));
        other.sweep();
        world.assertRight("as before");
    }

    /// Retention tells in the night what goes in the next one, and compaction may join it in between.
    @Test
    void whatWasToldToGoAndWasJoinedAllTheSameGoesOnce() {
        List<DataObject> small = world.land(world.buffer, "a", "bb");
        world.register();
        world.remove(small.getFirst());
        world.replace(small, "joined");
        world.register();
        world.assertRight("both in one commit");
    }

    @Test
    void whatWasFoundBeforeItWasToldIsThereOnceHoweverLongItsChainStood() {
        world.land(world.buffer, "a");
        world.register();
        DataObject bad = world.land(world.buffer, "bb").getFirst();
        world.store.put(bad.key(), Body.of(new byte[(int) bad.bytes()]));
        List<DataObject> behind = world.land(world.buffer, "ccc");
        world.register();
        world.registrar().backfill(behind.stream());
        world.pass(Duration.ofDays(8));
        world.object("bb");
        world.register();
        world.assertRight("once it is restored");
        world.land(world.buffer, "dddd");
        world.register();
        world.assertRight("and after that");
    }

    @Test
    void anothersColumnOfATableWithoutPartitionsStays() {
        world.landWithoutPartitions();
        world.register();
        world.table().updateSchema().addColumn("note", Types.StringType.get()).commit();
        world.register();
        world.assertRight("with another's column");
    }
}
