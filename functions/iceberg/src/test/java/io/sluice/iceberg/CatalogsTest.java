package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.testkit.requests.RequestLog;
import io.sluice.testkit.requests.Requests;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.rest.RestServer.Fault;
import org.apache.iceberg.rest.RestServer;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The registrar on catalogs as they are: a database, and Iceberg's REST protocol over HTTP.
@Tag("long")
final class CatalogsTest {
    private final World world = new World();
    private final Path folder;

    CatalogsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aDatabase() {
        Catalog catalog = jdbc(world);
        world.catalog = () -> catalog;
        live();
    }

    @Test
    void rest() throws IOException {
        try (RestServer server = new RestServer(jdbc(world), _ -> Fault.NONE)) {
            world.catalog = () -> rest(server);
            live();
        }
    }

    /// Another commits before each request of a commit's.
    @Test
    void restWithTwoRegistrarsAtOnce() throws IOException {
        try (RestServer server = new RestServer(jdbc(world), _ -> Fault.NONE)) {
            world.catalog = () -> rest(server);
            for (int round = 0; round < 12; round++) {
                int place = round;
                int[] count = {0};
                RequestLog log = new RequestLog(name -> {
                    if (count[0]++ == place) {
                        world.register();
                    }
                }, _ -> {});
                world.land(world.buffer, "a" + round, "b" + round);
                world.registrar(log, Catalogs.rest(Map.of("uri", server.uri()), world.bucket(log)))
                        .register(Deadline.NONE);
                world.assertRight("round " + round);
            }
        }
    }

    /// REST compares the snapshot of a commit's base and none of its properties.
    @Test
    void restWithAMarkThatAnotherMovesInBetween() throws IOException {
        AtomicBoolean between = new AtomicBoolean();
        Function<String, Fault> another = request -> {
            if (request.startsWith("POST") && between.compareAndSet(true, false)) {
                world.land(world.buffer, "later");
                world.register();
            }
            return Fault.NONE;
        };
        try (RestServer server = new RestServer(jdbc(world), another)) {
            world.catalog = () -> rest(server);
            world.land(world.buffer, "a");
            world.register();
            // Of error records alone.
            world.buffer.landed();
            between.set(true);
            world.register();
            assertFalse(between.get());
            world.register();
            world.assertRight("afterwards");
        }
    }

    /// Each request of one run after the other goes wrong.
    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void restWithARequestThatGoesWrong(Fault fault) throws IOException {
        AtomicInteger requests = new AtomicInteger();
        AtomicInteger at = new AtomicInteger(-1);
        Function<String, Fault> faults = _ -> requests.getAndIncrement() == at.get() ? fault : Fault.NONE;
        boolean reached = true;
        int wrong = 0;
        try (RestServer server = new RestServer(jdbc(world), faults)) {
            world.catalog = () -> rest(server);
            while (reached) {
                world.land(world.buffer, "o" + wrong);
                requests.set(0);
                at.set(wrong);
                try {
                    world.register();
                } catch (RuntimeException _) {
                    // The next run goes on.
                }
                reached = requests.get() > wrong;
                at.set(-1);
                world.register();
                world.assertRight(fault + " at request " + wrong);
                wrong++;
            }
        }
        int all = wrong;
        assertTrue(all > 4, () -> "of requests there are more than " + all);
    }

    private Catalog jdbc(World of) {
        return Catalogs.jdbc("jdbc:sqlite:" + folder.resolve("catalog.db"), of.bucket(Requests.PLAIN));
    }

    private Catalog rest(RestServer server) {
        return Catalogs.rest(Map.of("uri", server.uri(), "rest.client.max-retries", "1"),
                world.bucket(Requests.PLAIN));
    }

    private void live() {
        List<DataObject> small = world.land(world.buffer, "a", "bb");
        world.register();
        world.assertRight("appended");
        world.land(world.lane, "ccc");
        world.replace(small, "joined");
        world.register();
        world.assertRight("replaced");
        world.remove(world.right.firstEntry().getValue());
        List<Column> more = new ArrayList<>(ParquetBytes.COLUMNS);
        more.add(Column.of("place", ColumnType.parse("map<string,array<int>>")));
        world.definition = new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", more,
                world.definition.partitionColumns());
        world.register();
        world.assertRight("removed");
        assertEquals(List.of(1, 2, 3, 1_000_000_000),
                world.table().schema().columns().stream().map(Types.NestedField::fieldId).toList());
        assertEquals(30_002, world.table().schema().findField("place.value.element").fieldId());
        assertEquals(world.definition.schema().asStruct(), world.table().schema().asStruct());
        for (int i = 0; i < 30; i++) {
            world.pass(Duration.ofHours(1));
            world.land(world.buffer, "later" + i);
            world.register();
        }
        world.assertRight("after more than a day");
        assertTrue(world.table().history().size() <= 26, () -> world.table().history().toString());
        assertEquals(0, world.register().commits());
        world.registrar().sweep();
        world.pass(Duration.ofDays(1));
        assertTrue(world.registrar().sweep() > 0);
        world.assertRight("after a sweep");
        assertTrue(world.metadata().stream().filter(key -> key.endsWith(".metadata.json")).count() <= 21,
                () -> world.metadata().toString());
    }
}
