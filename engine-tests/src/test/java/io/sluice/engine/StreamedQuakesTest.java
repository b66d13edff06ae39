package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.trino.testing.QueryFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The sample by network and day: the rows that a query gives, and the objects that it reads for them.
@ExtendWith(Engine.Provider.class)
final class StreamedQuakesTest {
    private static Lake lake;

    @BeforeAll
    static void deliver(Engine engine, @TempDir Path folder) throws IOException {
        StreamFile stream = StreamFile.quakes().key("date", Quakes.BY_DAY);
        lake = Lake.of(stream, Quakes.FILE, folder, engine);
        lake.create(stream.named("quakes_listed").key("net", Quakes.byNetwork()).table(Quakes.FILE));
    }

    @AfterAll
    static void stop() {
        lake.close();
    }

    @Test
    void everyRecordIsARowOfItsNetworkAndDay() throws IOException {
        Map<String, Long> expected = Quakes.countBy(quake -> Quakes.network(quake) + " " + Quakes.day(quake));
        assertEquals(expected, lake
                .counts("SELECT net || ' ' || date, count(*) FROM quakes_listed GROUP BY net, date"));
        assertEquals(Quakes.COUNT, expected.values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void aRowHasItsRecordsValues() throws IOException {
        for (var quake : Quakes.all().subList(0, 3)) {
            List<List<Object>> rows = lake
                    .rows("SELECT properties.net, properties.time, properties.mag, properties.title,"
                            + " geometry.coordinates[2] FROM quakes WHERE net = '" + Quakes.network(quake)
                            + "' AND id = '"
                            + quake.path("id").textValue() + "'");
            var properties = quake.path("properties");
            assertEquals(List.of(List.of(Quakes.network(quake), properties.path("time").longValue(),
                    properties.path("mag").doubleValue(), properties.path("title").textValue(),
                    quake.path("geometry").path("coordinates").path(1).doubleValue())), rows);
        }
    }

    @Test
    void aQueryOnOneNetworkAndDayReadsThatPartitionsObjectsOnly() throws IOException {
        assertEquals(35, lake.number("SELECT count(*) FROM quakes WHERE net = 'ak' AND date = '2018-02-02'"));
        String partition = "net=ak/date=2018-02-02/";
        assertEquals(new Requests(Set.of(partition), lake.keys(partition)), lake.lastRequests());
        assertEquals(1, lake.lastRequests().read().size());
    }

    @Test
    void aQueryOnOneNetworkReadsItsObjectsOnly() throws IOException {
        assertEquals(297, lake.number("SELECT count(*) FROM quakes WHERE net = 'ak'"));
        Requests requests = lake.lastRequests();
        assertEquals(lake.keys("net=ak/"), requests.read());
        assertTrue(requests.listed().stream().allMatch(prefix -> prefix.startsWith("net=ak/date=")),
                requests::toString);
    }

    @Test
    void aQueryOnOneDayReadsItsObjectsOfEachListedNetwork() throws IOException {
        lake.number("SELECT count(*) FROM quakes_listed WHERE date = '2018-02-02'");
        Set<String> all = lake.keys("");
        all.removeIf(key -> !key.contains("/date=2018-02-02/"));
        assertEquals(all, lake.lastRequests().read());
        assertEquals(Quakes.countBy(Quakes::network).size(), lake.lastRequests().listed().size());
    }

    /// That the counts above can be wrong: without a condition the same trace has every object.
    @Test
    void aQueryOnEverythingReadsEveryObject() throws IOException {
        assertEquals(Quakes.COUNT, lake.number("SELECT count(*) FROM quakes_listed"));
        assertEquals(lake.keys(""), lake.lastRequests().read());
        assertEquals(78, lake.lastRequests().read().size());
    }

    @Test
    void anInjectedKeyHasToBeNamed() {
        var refused = assertThrows(QueryFailedException.class, () -> lake.rows("SELECT count(*) FROM quakes"));
        assertTrue(String.valueOf(refused.getMessage()).contains("net"), refused.getMessage());
    }

    @Test
    void aDayOutsideTheRangeIsEmptyAndAsksNothingOfS3() {
        assertEquals(0, lake.number("SELECT count(*) FROM quakes WHERE net = 'ak' AND date = '2017-02-02'"));
        assertEquals(new Requests(Set.of(), Set.of()), lake.lastRequests());
    }
}
