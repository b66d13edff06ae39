package io.sluice.local.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.FunctionMemory;
import io.sluice.config.StreamConfiguration;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TableRequestsTest {
    private static final long MINUTES = 43_800;
    private static final String GLUE = "\"Iceberg\": {\"Catalog\": {\"Type\": \"glue\"}}";
    private static final RunRequests NONE = new RunRequests(0, 0, 0, 0, 0, 0, 0, Duration.ZERO, Duration.ZERO);

    private static StreamConfiguration stream(String iceberg) {
        return ConfigurationParser.parse("""
                {"DeliveryStreamName": "clicks", "ExtendedS3DestinationConfiguration": {
                 "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data",
                 "Prefix": "lake/dt=!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/",
                 "DataFormatConversionConfiguration": {"Enabled": true}},
                 "Sluice": {"Table": {"Columns": [{"Name": "a", "Type": "int"}]}, "Landing": {}%s}}
                """.formatted(iceberg.isEmpty() ? "" : ", " + iceberg).getBytes(UTF_8)).configuration()
                .orElseThrow();
    }

    private static Optional<TableRequests> requests(String iceberg, int buffers, double objectsPerSecond) {
        StreamConfiguration stream = stream(iceberg);
        FlushLoad flush = new FlushLoad(buffers, buffers / 60.0, buffers / 60.0, 1.0 / 60, 1, 1);
        return LandingRequests.of(stream, flush, objectsPerSecond)
                .flatMap(landings -> TableRequests.of(stream, landings, buffers, objectsPerSecond));
    }

    @Test
    void aStreamThatIsNoTableTakesNoneMore() {
        assertEquals(Optional.empty(), requests("", 1, 10));
    }

    /// By ADR 0126: the metadata, and a LIST for each chain.
    @Test
    void aRunThatFindsNothingReadsTheMetadataAndListsEachChain() {
        assertEquals(new RunRequests(0, MINUTES, 0, 2 * MINUTES, 0, 0, MINUTES, Duration.ZERO,
                Duration.ofMillis(500 * MINUTES)), requests(GLUE, 1, 0).orElseThrow().and(NONE));
        assertEquals(5 * MINUTES, requests(GLUE, 4, 0).orElseThrow().lists());
        String rest = GLUE.replace("\"glue\"", "\"rest\", \"URI\": \"https://catalog.example.com\"");
        assertEquals(0, requests(rest, 1, 0).orElseThrow().gets());
    }

    @Test
    void aCommitPutsThreeObjectsAndReadsLandingsAndFooters() {
        TableRequests busy = requests(GLUE, 1, 10).orElseThrow();
        assertEquals(MINUTES, busy.commits());
        assertEquals(3 * MINUTES, busy.puts());
        assertEquals(MINUTES + MINUTES + 600 * MINUTES + 2 * MINUTES, busy.gets());
        assertEquals(MINUTES, busy.writeUnits());
        TableRequests slower = requests(GLUE.replace("}}", "}, \"CommitIntervalInSeconds\": 600}"), 1, 10)
                .orElseThrow();
        assertEquals(MINUTES / 10, slower.commits());
        assertEquals(MINUTES / 10 * 3, slower.puts());
        assertEquals(MINUTES / 10 + MINUTES + 600 * MINUTES + MINUTES / 5, slower.gets());
        FunctionMemory memory = FunctionMemory.of(stream(GLUE));
        assertTrue(slower.perMonth(memory, Prices.load()) < busy.perMonth(memory, Prices.load()));
    }
}
