package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Prefixes of several shapes as tables: all records are there, and a query on a partition reads that partition only.
@ExtendWith(Engine.Provider.class)
final class PrefixesTest {
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
        Path events = folder.resolve("events.ndjson");
        var lines = new StringBuilder();
        for (int i = 0; i < 240; i++) {
            lines.append("{\"type\":{\"device\":\"").append(i % 2 == 0 ? "mobile" : "desktop")
                    .append("\"},\"customer_id\":\"c ")
                    .append(i % 5).append("\",\"event_timestamp\":").append(1_565_382_027 + 3_600L * (i % 12))
                    .append("}\n");
        }
        Files.writeString(events, lines);
        Map<String, String> parameters = new TreeMap<>(Map.of("projection.enabled", "true",
                "projection.customer_id.type", "injected", "projection.device.type", "enum",
                "projection.device.values", "mobile,desktop", "projection.year.type", "integer",
                "projection.year.range", "2019,2020"));
        for (var part : List.of(Map.entry("month", "1,12"), Map.entry("day", "1,31"), Map.entry("hour", "0,23"))) {
            parameters.put("projection." + part.getKey() + ".type", "integer");
            parameters.put("projection." + part.getKey() + ".range", part.getValue());
            parameters.put("projection." + part.getKey() + ".digits", "2");
        }
        try (Lake lake = Lake.in(folder, engine)) {
            lake.sluice("run", "--config", stream.write(folder).toString(), "--input", events.toString());
            lake.create(new GlueTable(Lake.DATABASE, "events",
                    List.of(Map.entry("type", "struct<device:string>"), Map.entry("event_timestamp", "bigint")),
                    List.of(Map.entry("customer_id", "string"), Map.entry("device", "string"), Map.entry("year", "int"),
                            Map.entry("month", "int"), Map.entry("day", "int"), Map.entry("hour", "int")),
                    "s3://quakes/", GlueTable.JSON, parameters));
            assertEquals(48,
                    lake.number("SELECT count(*) FROM events WHERE customer_id = 'c 1' AND year = 2019 AND month = 8"
                            + " AND day BETWEEN 9 AND 10"));
            assertEquals(lake.keys("customer_id=c 1/"), lake.lastRequests().read());
            assertEquals(4,
                    lake.number("SELECT count(*) FROM events WHERE customer_id = 'c 1' AND device = 'mobile' AND"
                            + " year = 2019 AND month = 8 AND day = 10 AND hour = 0"));
            String hour = "customer_id=c 1/device=mobile/year=2019/month=08/day=10/hour=00/";
            assertEquals(new Requests(Set.of(hour), lake.keys(hour)), lake.lastRequests());
        }
    }

    @Test
    void segmentsWithoutNamesThroughALocationTemplate() throws IOException {
        StreamFile stream = StreamFile.quakes().partitioned(
                "by-network/!{partitionKeyFromQuery:net}/!{partitionKeyFromQuery:date}/",
                "{net:.properties.net,date:(.properties.time/1000|strftime(\"%Y-%m-%d\"))}");
        try (Lake lake = Lake.ofQuakes(folder, engine, stream)) {
            Map<String, String> parameters = new TreeMap<>(GlueTable.byDay("date"));
            parameters.put("projection.net.type", "injected");
            parameters.put("storage.location.template", "s3://quakes/by-network/${net}/${date}/");
            lake.create(new GlueTable(Lake.DATABASE, "quakes", Quakes.COLUMNS, GlueTable.keys("net", "date"),
                    "s3://quakes/by-network/", GlueTable.JSON, parameters));
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
            Map<String, String> parameters = Map.of("projection.enabled", "true", "projection.hour.type", "date",
                    "projection.hour.format", "yyyy/MM/dd/HH", "projection.hour.range", "2018/01/30/12,2018/02/01/12",
                    "projection.hour.interval", "1", "projection.hour.interval.unit", "HOURS",
                    "storage.location.template", "s3://quakes/arrived/${hour}/");
            lake.create(new GlueTable(Lake.DATABASE, "quakes", Quakes.COLUMNS, GlueTable.keys("hour"),
                    "s3://quakes/arrived/", GlueTable.JSON, parameters));
            assertEquals(60, lake.number("SELECT count(*) FROM quakes"));
            assertEquals(lake.keys("arrived/"), lake.lastRequests().read());
            Set<String> hours = new TreeSet<>();
            lake.keys("arrived/").forEach(key -> hours.add(key.substring("arrived/".length(), key.lastIndexOf('/'))));
            assertTrue(hours.size() > 3, "some hours: " + hours);
            String hour = hours.iterator().next();
            assertTrue(lake.number("SELECT count(*) FROM quakes WHERE hour = '" + hour + "'") > 0);
            assertEquals(new Requests(Set.of("arrived/" + hour + "/"), lake.keys("arrived/" + hour + "/")),
                    lake.lastRequests());
        }
    }
}
