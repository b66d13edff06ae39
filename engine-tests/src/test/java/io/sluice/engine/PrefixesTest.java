package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.trino.testing.QueryFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Prefixes of several shapes as tables: all records are there, and a query on a partition reads that partition only.
@ExtendWith(Engine.Provider.class)
final class PrefixesTest {
    private static final Pattern PROJECT_AK = Pattern.compile("^(project=)?ak/");

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    PrefixesTest(Engine engine) {
        this.engine = engine;
    }

    @Test
    void customerDeviceAndTimeInSixSegments() throws IOException {
        StreamFile stream = StreamFile.quakes().partitioned(
                "customer_id=!{partitionKeyFromQuery:customer_id}/device=!{partitionKeyFromQuery:device}"
                        + "/year=!{partitionKeyFromQuery:year}/month=!{partitionKeyFromQuery:month}"
                        + "/day=!{partitionKeyFromQuery:day}/hour=!{partitionKeyFromQuery:hour}/",
                "{customer_id:.customer_id,device:.type.device,year:.event_timestamp|strftime(\"%Y\"),"
                        + "month:.event_timestamp|strftime(\"%m\"),day:.event_timestamp|strftime(\"%d\"),"
                        + "hour:.event_timestamp|strftime(\"%H\")}");
        stream.key("device", "{\"Type\":\"enum\",\"Values\":[\"mobile\",\"desktop\"]}").key("year",
                "{\"Type\":\"integer\",\"Range\":[2019,2020]}");
        try (Lake lake = Lake.of(stream, events(), folder, engine)) {
            assertEquals(48, lake.number("""
                    SELECT count(*) FROM quakes
                    WHERE customer_id = 'c 1' AND year = '2019' AND month = '08' AND day BETWEEN '09' AND '10'"""));
            assertEquals(lake.keys("customer_id=c 1/"), lake.lastRequests().read());
            assertEquals(4, lake.number("""
                    SELECT count(*) FROM quakes
                    WHERE customer_id = 'c 1' AND device = 'mobile'
                    AND year = '2019' AND month = '08' AND day = '10' AND hour = '00'"""));
            String hour = "customer_id=c 1/device=mobile/year=2019/month=08/day=10/hour=00/";
            assertEquals(new Requests(Set.of(hour), lake.keys(hour)), lake.lastRequests());
        }
    }

    /// 240 events of five customers, on two devices, in twelve hours from 9 August 2019, 20:20 on.
    private Path events() throws IOException {
        return Files.write(folder.resolve("events.ndjson"), IntStream.range(0, 240)
                .mapToObj(
                        i -> "{\"type\":{\"device\":\"%s\"},\"customer_id\":\"c %d\",\"event_timestamp\":%d}".formatted(
                                i % 2 == 0 ? "mobile" : "desktop", i % 5, 1_565_382_027 + 3_600L * (i % 12)))
                .toList());
    }

    /// With the range that is derived, which ends now: what has just arrived is in it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "project=!{partitionKeyFromQuery:project}/dt=!{timestamp:yyyy-MM-dd}/ | dt = '%1$tF'",
            "!{partitionKeyFromQuery:project}/!{timestamp:yyyy/MM/dd}/ | dt = '%1$tY/%1$tm/%1$td'"})
    void projectAndTimeOfArrival(String prefix, String atTime) throws IOException {
        StreamFile stream = StreamFile.quakes().partitioned(prefix, "{project:.properties.net}");
        try (Lake lake = Lake.of(stream, Quakes.FILE, folder, engine)) {
            String key = lake.keys("").stream().filter(name -> PROJECT_AK.matcher(name).find()).findFirst()
                    .orElseThrow();
            LocalDateTime arrival = LocalDateTime.parse(
                    key.substring(key.lastIndexOf("quakes-1-") + 9).substring(0, 19),
                    DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss"));
            assertEquals(297, lake.number(
                    "SELECT count(*) FROM quakes WHERE project = 'ak' AND "
                            + String.format(Locale.ROOT, atTime, arrival)));
            assertEquals(new Requests(Set.of(key.substring(0, key.lastIndexOf('/') + 1)), Set.of(key)),
                    lake.lastRequests());
        }
    }

    /// One of the differences that `docs/internals/engine-tests.md` lists: Athena's intervals go up to years, Trino's
    /// to days.
    @Test
    void aYearAsADateIsForAthenaOnly() throws IOException {
        try (Lake lake = Lake.of(StreamFile.quakes().unpartitioned("year=!{timestamp:yyyy}/"), Quakes.FILE, folder,
                engine)) {
            var refused = assertThrows(QueryFailedException.class, () -> lake.rows("SELECT count(*) FROM quakes"));
            assertTrue(String.valueOf(refused.getMessage()).contains("value 'Years' is invalid"), refused.getMessage());
        }
    }

    @Test
    void segmentsWithoutNamesThroughALocationTemplate() throws IOException {
        StreamFile stream = StreamFile.quakes().partitioned(
                "by-network/!{partitionKeyFromQuery:net}/!{partitionKeyFromQuery:date}/",
                "{net:.properties.net,date:(.properties.time/1000|strftime(\"%Y-%m-%d\"))}").key("date", Quakes.BY_DAY);
        try (Lake lake = Lake.of(stream, Quakes.FILE, folder, engine)) {
            for (var network : Quakes.countBy(Quakes::network).entrySet()) {
                assertEquals(network.getValue(),
                        lake.number("SELECT count(*) FROM quakes WHERE net = '" + network.getKey() + "'"));
            }
            assertEquals(35, lake.number("SELECT count(*) FROM quakes WHERE net = 'ak' AND date = '2018-02-02'"));
            String partition = "by-network/ak/2018-02-02/";
            assertEquals(new Requests(Set.of(partition), lake.keys(partition)), lake.lastRequests());
        }
    }

    @Test
    void hoursOfArrivalInNestedFolders() throws IOException {
        Path first = folder.resolve("first.ndjson");
        Files.write(first, Files.readAllLines(Quakes.FILE).subList(0, 60));
        StreamFile stream = StreamFile.quakes().unpartitioned("arrived/!{timestamp:yyyy/MM/dd/HH}/").every(900);
        try (Lake lake = Lake.in(folder, engine)) {
            lake.sluice("run", "--config", stream.write(folder).toString(), "--input", first.toString(), "--arrival",
                    ".properties.time");
            lake.create(stream.key("dt", "{\"Type\":\"date\",\"Range\":[\"2018/01/30/12\",\"2018/02/01/12\"]}")
                    .table(Quakes.FILE));
            assertEquals(60, lake.number("SELECT count(*) FROM quakes"));
            assertEquals(lake.keys("arrived/"), lake.lastRequests().read());
            Set<String> hours = new TreeSet<>();
            lake.keys("arrived/").forEach(key -> hours.add(key.substring("arrived/".length(), key.lastIndexOf('/'))));
            assertTrue(hours.size() > 3, "some hours: " + hours);
            String hour = hours.iterator().next();
            assertTrue(lake.number("SELECT count(*) FROM quakes WHERE dt = '" + hour + "'") > 0);
            assertEquals(new Requests(Set.of("arrived/" + hour + "/"), lake.keys("arrived/" + hour + "/")),
                    lake.lastRequests());
        }
    }
}
