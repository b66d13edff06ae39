package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.engine.KilledClient.Killed;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.repartition.DayDelivery.Progress;
import io.sluice.repartition.DayPlan;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings;
import io.sluice.source.SourceListing;
import io.sluice.view.DayRun;
import io.sluice.work.Deadline;
import io.sluice.work.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The sample streamed by date as JSON, moved to network and date as Parquet, and read by the engine.
@ExtendWith(Engine.Provider.class)
final class RepartitionedIntoParquetTest {
    private static final String VIEW = "views/quakes_all.sql";
    private static final RepartitionRequest FROM_RAW = new RepartitionRequest("raw/", Optional.empty(),
            RepartitionSettings.Trouble.STOP, RepartitionSettings.Rejects.REFUSE, RepartitionRequest.SETTLED_AFTER,
            Duration.ZERO, Optional.empty());
    /// Some are enough to find out what is done, and all are too many for one process.
    private static final int REQUESTS_OF_A_PROCESS = 150;
    private static final int PROCESSES_MAX = 100;

    private static StreamFile byDate() throws IOException {
        return StreamFile.quakes().stream("quakes-streamed")
                .partitioned("raw/date=!{partitionKeyFromQuery:date}/",
                        "{date:(.properties.time/1000|strftime(\"%Y-%m-%d\"))}")
                .database("quakes").named("raw").columns(Quakes.COLUMNS).key("date", Quakes.BY_DAY);
    }

    private static StreamFile intoParquet() throws IOException {
        return StreamFile.parquet().stream("quakes").columns(Quakes.COLUMNS).key("date", Quakes.BY_DAY)
                .key("net", Quakes.byNetwork());
    }

    private static Lake lake(Path folder, Engine engine) throws IOException {
        Lake lake = Lake.of(byDate(), Quakes.FILE, folder, engine);
        lake.create(intoParquet().table(Quakes.FILE));
        return lake;
    }

    @Test
    void everyRecordIsARowAfterTheCommand(Engine engine, @TempDir Path folder) throws IOException {
        try (Lake lake = lake(folder, engine)) {
            String config = intoParquet().write(folder).toString();
            lake.sluice("repartition", "--config", config, "--from", "raw/");
            lake.sluice("repartition", "--config", config, "--from", "raw/", "--remove-source");
            assertWhole(lake);
        }
    }

    /// Between any two processes the view has each record once, by the text that is there.
    @Test
    void everyRecordIsARowOnceThoughProcessAfterProcessIsKilled(Engine engine, @TempDir Path folder)
            throws IOException {
        try (Lake lake = lake(folder, engine);
                var services = EmbeddedServices.start(lake.out(), folder.resolve("work"), Lake.BUCKET)) {
            int killed = 0;
            while (isKilled(services)) {
                killed++;
                assertTrue(killed < PROCESSES_MAX, "no process gets any further");
                if (Files.exists(lake.file(VIEW))) {
                    assertVisibleOnce(lake);
                }
            }
            assertTrue(killed > 3, "killed: " + killed);
            assertWhole(lake);
        }
    }

    private static void assertVisibleOnce(Lake lake) throws IOException {
        lake.rows(Files.readString(lake.file(VIEW)));
        assertEquals(List.of(List.of(Quakes.COUNT, Quakes.COUNT)),
                lake.rows("SELECT count(*), count(DISTINCT id) FROM quakes_all"));
    }

    private static void assertWhole(Lake lake) throws IOException {
        assertVisibleOnce(lake);
        assertEquals(List.of(List.of(Quakes.COUNT, Quakes.COUNT)),
                lake.rows("SELECT count(*), count(DISTINCT id) FROM quakes"));
        assertEquals(Quakes.countBy(Quakes::network), lake.counts("SELECT net, count(*) FROM quakes GROUP BY net"));
        assertEquals(0, lake.number("SELECT count(*) FROM quakes WHERE properties.net <> net"), "each in its folder");
        assertEquals(0, lake.number("SELECT count(*) FROM raw"), "its source is removed");
        assertTrue(lake.keys("net=ak/").stream().allMatch(key -> key.endsWith(".parquet")), "as Parquet");
    }

    /// A process that takes a repartition on, and dies after some requests unless it is done before.
    private static boolean isKilled(EmbeddedServices services) throws IOException {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", intoParquet().json());
        var http = new KilledClient(UrlConnectionHttpClient.create(), REQUESTS_OF_A_PROCESS);
        try (var stream = AwsPorts.of(environment, http).stream(InstantSource.system(), _ -> {})) {
            Repartition repartition = stream.lake().repartition(FROM_RAW);
            SourceListing listing = repartition.list();
            for (LocalDate day : repartition.due(listing)) {
                DayPlan plan = repartition.plan(day, listing).orElseThrow();
                plan.objects().forEach(object -> repartition.ingest(day, object, Deadline.NONE));
                Progress progress;
                do {
                    progress = repartition.deliver(day, Deadline.NONE);
                } while (progress instanceof Progress.Unfinished);
                repartition.move(day);
            }
            new DayRun<>(repartition, Workers.sequential()).removeAll();
            return false;
        } catch (Killed e) {
            return true;
        }
    }
}
