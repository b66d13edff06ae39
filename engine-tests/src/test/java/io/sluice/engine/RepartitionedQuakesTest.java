package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.repartition.DayDelivery.Progress;
import io.sluice.repartition.DayPlan;
import io.sluice.repartition.Repartition;
import io.sluice.repartition.RepartitionRequest;
import io.sluice.repartition.RepartitionSettings;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove.Joined;
import io.sluice.view.DayMove.Removed;
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

/// The sample streamed by date, moved to network and date, and read through the view between every two steps.
@ExtendWith(Engine.Provider.class)
final class RepartitionedQuakesTest {
    private static final String VIEW = "views/quakes_all.sql";
    private static final RepartitionRequest FROM_RAW = new RepartitionRequest("raw/", Optional.empty(),
            RepartitionSettings.Trouble.STOP, RepartitionSettings.Rejects.REFUSE, RepartitionRequest.SETTLED_AFTER,
            Duration.ZERO, Optional.empty());

    private String seen = "";

    private static StreamFile byDate() throws IOException {
        return StreamFile.quakes().stream("quakes-streamed")
                .partitioned("raw/date=!{partitionKeyFromQuery:date}/",
                        "{date:(.properties.time/1000|strftime(\"%Y-%m-%d\"))}")
                .database("quakes").named("raw").columns(Quakes.COLUMNS).key("date", Quakes.BY_DAY);
    }

    private static StreamFile byNetworkAndDate() throws IOException {
        return StreamFile.quakes().columns(Quakes.COLUMNS).key("date", Quakes.BY_DAY).key("net", Quakes.byNetwork());
    }

    @Test
    void everyRecordIsVisibleOnceAtEveryStep(Engine engine, @TempDir Path folder) throws IOException {
        try (Lake lake = Lake.of(byDate(), Quakes.FILE, folder, engine)) {
            lake.create(byNetworkAndDate().table(Quakes.FILE));
            assertEquals(Quakes.COUNT, lake.number("SELECT count(*) FROM raw"));
            try (var services = EmbeddedServices.start(lake.out(), folder.resolve("work"), Lake.BUCKET);
                    var stream = AwsPorts.of(environment(services)).stream(InstantSource.system(), _ -> {})) {
                Repartition repartition = stream.lake().repartition(FROM_RAW);
                SourceListing listing = repartition.list();
                for (LocalDate day : repartition.due(listing)) {
                    move(repartition, day, listing, lake);
                }
                assertEquals(0, repartition.due(listing).size());
            }
            Map<String, Long> networks = Quakes.countBy(Quakes::network);
            assertEquals(networks, lake.counts("SELECT net, count(*) FROM quakes_all GROUP BY net"));
            assertEquals(networks, lake.counts("SELECT net, count(*) FROM quakes GROUP BY net"));
            assertEquals(0, lake.number("SELECT count(*) FROM raw"), "its source is removed");
        }
    }

    private static Map<String, String> environment(EmbeddedServices services) throws IOException {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", byNetworkAndDate().json());
        return environment;
    }

    private void move(Repartition repartition, LocalDate day, SourceListing listing, Lake lake) throws IOException {
        DayPlan plan = repartition.plan(day, listing).orElseThrow();
        assertAllVisible(lake);
        for (var object : plan.objects()) {
            assertInstanceOf(Joined.Staged.class, repartition.ingest(day, object, Deadline.NONE));
            assertAllVisible(lake);
        }
        assertInstanceOf(Progress.Delivered.class, repartition.deliver(day, Deadline.NONE));
        assertAllVisible(lake);
        repartition.move(day);
        assertAllVisible(lake);
        assertInstanceOf(Removed.Gone.class, new DayRun<>(repartition, Workers.sequential()).remove(day));
        assertAllVisible(lake);
    }

    /// That the view shows every record once: under the text that readers had before the step, and under the one that
    /// it left.
    private void assertAllVisible(Lake lake) throws IOException {
        String sql = Files.readString(lake.file(VIEW));
        if (!sql.equals(seen)) {
            if (!seen.isEmpty()) {
                assertEquals(Quakes.COUNT, lake.number("SELECT count(*) FROM quakes_all"), seen);
            }
            lake.rows(sql);
            seen = sql;
        }
        assertEquals(List.of(List.of(Quakes.COUNT, Quakes.COUNT)),
                lake.rows("SELECT count(*), count(DISTINCT id) FROM quakes_all"), sql);
    }

    /// A query on one network reads, of moved days, its objects only.
    @Test
    void theViewReadsOneNetworksObjectsOfMovedDays(Engine engine, @TempDir Path folder) throws IOException {
        try (Lake lake = Lake.of(byDate(), Quakes.FILE, folder, engine)) {
            StreamFile target = byNetworkAndDate();
            lake.create(target.table(Quakes.FILE));
            lake.sluice("repartition", "--config", target.write(folder).toString(), "--from", "raw/");
            lake.rows(Files.readString(lake.file(VIEW)));
            assertEquals(297, lake.number("SELECT count(*) FROM quakes_all WHERE net = 'ak'"));
            assertEquals(lake.keys("net=ak/"), lake.lastRequests().read());
        }
    }
}
