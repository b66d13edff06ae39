package io.sluice.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// The sample's records, counted here without any of Sluice's code: 1,707 earthquakes of a week in 2018, of twelve
/// networks.
final class Quakes {
    static final Path FILE = Path.of("..", "events", "quakes", "earthquakes.ndjson");
    static final long COUNT = 1_707;
    /// The projection of a column of the sample's days, one more at either end, for `Sluice.Table.Keys`.
    static final String BY_DAY = """
            {"Type":"date","Format":"yyyy-MM-dd","Range":["2018-01-30","2018-02-08"]}""";

    /// Columns of what the tests ask for, for `Sluice.Table.Columns`.
    static final String COLUMNS = """
            [{"Name":"id","Type":"string"},
             {"Name":"properties","Type":"struct<mag:double,net:string,time:bigint,title:string>"},
             {"Name":"geometry","Type":"struct<type:string,coordinates:array<double>>"}]""";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Quakes() {}

    /// The projection of a column of the sample's networks.
    static String byNetwork() throws IOException {
        return "{\"Type\":\"enum\",\"Values\":[\"" + String.join("\",\"", countBy(Quakes::network).keySet()) + "\"]}";
    }

    static List<JsonNode> all() throws IOException {
        try (var quakes = JSON.readerFor(JsonNode.class).<JsonNode>readValues(FILE.toFile())) {
            return quakes.readAll();
        }
    }

    static String network(JsonNode quake) {
        return quake.path("properties").path("net").textValue();
    }

    static LocalDate day(JsonNode quake) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(quake.path("properties").path("time").longValue()),
                ZoneOffset.UTC);
    }

    /// How many records there are of each value of `key`.
    static Map<String, Long> countBy(Function<JsonNode, String> key) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        all().forEach(quake -> counts.merge(key.apply(quake), 1L, Long::sum));
        return counts;
    }

    /// The sample `times` over, as one file in `folder`.
    static Path repeated(int times, Path folder) throws IOException {
        return Files.writeString(folder.resolve("repeated.ndjson"), Files.readString(FILE).repeat(times));
    }
}
