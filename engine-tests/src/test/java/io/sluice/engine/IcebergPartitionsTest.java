package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.iceberg.Bucket;
import io.sluice.iceberg.Catalogs;
import io.sluice.iceberg.StreamTable;
import io.sluice.lambda.AwsPorts;
import io.sluice.landing.LandingCursors;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.jspecify.annotations.Nullable;

/// Partition values of Iceberg tables are those that the records have, whatever their paths look like.
@ExtendWith(Engine.Provider.class)
final class IcebergPartitionsTest {
    private static final String NONE = "__HIVE_DEFAULT_PARTITION__";
    /// Values and the folders of them.
    private static final Map<String, String> VALUES = Map.of("a/b", "a%2Fb", "a%b", "a%25b", "a%2Fb", "a%252Fb",
            "a=b", "a%3Db", "a b", "a%20b", "ü", "%C3%BC", ".", "%2E", "'", "%27", "a+b", "a%2Bb");
    private static final String DAY = "/date=2018-02-02/";

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    IcebergPartitionsTest(Engine engine) {
        this.engine = engine;
    }

    private static StreamFile stream() throws IOException {
        return StreamFile.parquet().percentEncoded().missingKey(NONE).key("date", Quakes.BY_DAY).key("net",
                "{\"Type\":\"enum\",\"Values\":[\"" + String.join("\",\"", VALUES.keySet()) + "\",\"" + NONE + "\"]}");
    }

    /// A record of each value, which its id repeats, and two of none: an empty value is a missing one.
    private Path input() throws IOException {
        List<String> records = new ArrayList<>();
        VALUES.keySet().forEach(value -> records.add(
                "{\"id\":\"%1$s\",\"properties\":{\"net\":\"%1$s\",\"time\":1517529600000}}".formatted(value)));
        records.add("{\"id\":\"none\",\"properties\":{\"time\":1517529600000}}");
        records.add("{\"id\":\"empty\",\"properties\":{\"net\":\"\",\"time\":1517529600000}}");
        return Files.write(folder.resolve("in.ndjson"), records);
    }

    @Test
    void theyAreThoseOfTheRecords() throws IOException {
        try (Lake lake = Lake.of(stream().iceberg(), input(), folder, engine)) {
            assertSame(lake, lake.iceberg());
        }
    }

    /// As a deployed stream's table has them, by several commits.
    @Test
    void theyAreThoseOfTheRecordsUnderUrisOfS3() throws IOException {
        StreamFile stream = stream().iceberg();
        try (Lake lake = Lake.of(stream, input(), folder, engine);
                var services = EmbeddedServices.start(lake.out(), folder.resolve("work"), Lake.BUCKET);
                AwsPorts ports = AwsPorts.of(environment(services, stream));
                var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            Path database = folder.resolve("bucket.db");
            Bucket bucket = new Bucket("s3://" + Lake.BUCKET + "/", ports.data());
            StreamTable table = new StreamTable(stream.configuration(), bucket, ports.staging(), List::of,
                    Catalogs.jdbc("jdbc:sqlite:" + database, bucket),
                    ports.landingCursors(LandingCursors.Reader.TABLE), InstantSource.system(), workers);
            List.of("net=a%2", "net=_", "").forEach(table::backfill);
            IcebergTable seen = lake.icebergInBucket(database);
            assertEquals(3, seen.number("SELECT count(*) FROM \"quakes$snapshots\""));
            assertSame(lake, seen);
        }
    }

    private static Map<String, String> environment(EmbeddedServices services, StreamFile stream) {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", stream.json());
        return environment;
    }

    private static void assertSame(Lake lake, IcebergTable table) throws IOException {
        Map<String, @Nullable Object> values = new TreeMap<>();
        table.rows("SELECT id, net FROM quakes WHERE date = '2018-02-02'")
                .forEach(row -> values.put((String) row.getFirst(), row.get(1)));
        Map<String, @Nullable Object> records = new TreeMap<>();
        VALUES.keySet().forEach(value -> records.put(value, value));
        records.put("none", null);
        records.put("empty", null);
        assertEquals(records, values);
        for (var value : VALUES.entrySet()) {
            assertEquals(List.of(List.of(value.getKey())),
                    table.rows("SELECT id FROM quakes WHERE net = '" + value.getKey().replace("'", "''") + "'"));
            assertEquals(lake.parquet("net=" + value.getValue() + DAY), table.opened());
        }
        assertEquals(List.of("[empty]", "[none]"),
                Rows.sorted(table.rows("SELECT id FROM quakes WHERE net IS NULL")));
        assertEquals(lake.parquet("net=" + NONE + DAY), table.opened());
    }

    /// One of the differences that `docs/internals/engine-tests.md` lists: Trino's Hive connector encodes a projected
    /// value once more for its folder. The sample's networks, which need no encoding, are read by both connectors.
    @Test
    void projectionsOfEncodedValuesAreForAthenaOnly() throws IOException {
        try (Lake lake = Lake.of(stream().iceberg(), input(), folder, engine)) {
            assertEquals(0, lake.number("SELECT count(*) FROM quakes WHERE net = 'a%20b'"));
            assertEquals(1, lake.iceberg().number("SELECT count(*) FROM quakes WHERE net = 'a b'"));
        }
    }
}
