package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `sluice plan` on the earthquakes: what a user reads and what a machine parses.
final class PlanCommandTest {
    private static final Path EVENTS = Path.of("..", "..", "events", "quakes");
    private static final Path CONFIG = EVENTS.resolve("stream.json");
    private static final Path QUAKES = EVENTS.resolve("earthquakes.ndjson");

    @TempDir
    private Path folder = Path.of("");

    private static Outcome plan(Path config, Path input, String... more) {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(new String[]{"plan", "--config", config.toString(), "--input", input.toString()}, 0, arguments,
                0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Cli.run(arguments);
    }

    private static JsonNode json(Outcome outcome) throws IOException {
        assertEquals(0, outcome.status(), outcome.err());
        return outcome.json();
    }

    private Path edited(String from, String to) throws IOException {
        String text = Files.readString(CONFIG);
        assertTrue(text.contains(from), from);
        return Files.writeString(folder.resolve("stream.json"), text.replace(from, to));
    }

    @Test
    void thePlanReadsAsSubjectsWithTheirFigures() {
        Outcome outcome = plan(CONFIG, QUAKES, "--rate", "500/s");
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals("", outcome.err());
        for (String line : List.of(
                "sample      1,707 records in 1,707 source records, 1.2 MB; 1,707 to deliver, 0 rejected, 0 dropped\n",
                "rate        356 kB/s, 500 source records/s, 872 GB a month (as given)\n",
                "partitions  10 in 10 %, 21 in 25 %, 42 in 50 %, 78 in 100 % of the sample: still growing",
                "every 360 s (interval 300 s, flusher every 60 s)",
                "\nfreshness   a record is in its object after at most",
                "; 1 write unit to write, 1 to delete\n", "\ncost, us-east-1, ", "\nSluice, delivery buffer",
                "\nFirehose's dynamic partitioning", "\nsmall objects: ",
                "Firehose would refuse: 4,247 active partitions: beyond its quota of 500")) {
            assertTrue(outcome.out().contains(line), line + " is missing in\n" + outcome.out());
        }
    }

    @Test
    void theSamePlanIsOneJsonObject() throws IOException {
        JsonNode plan = json(plan(CONFIG, QUAKES, "--rate", "1MB/s", "--json"));
        assertEquals("quakes", plan.path("stream").asText());
        assertEquals(1_707, plan.at("/sample/records").asInt());
        assertEquals(78, plan.at("/partitions/inSample").asInt());
        assertEquals(4, plan.at("/partitions/growth").size());
        assertEquals(1e6, plan.at("/rate/bytesPerSecond").asDouble(), 1e-6);
        assertEquals(3e6, plan.at("/batches/bytes").asDouble(), 1);
        assertEquals(1, plan.at("/index/shardsNeeded").asInt());
        assertEquals(8, plan.at("/index/shardsConfigured").asInt());
        assertEquals(7, plan.at("/objects/histogram").size());
        assertTrue(plan.at("/functions/transformMillisPerMegabyte").asDouble() > 0, plan.toString());
        assertTrue(plan.at("/costUsd/sluice/perGb").asDouble() > 0, plan.toString());
        assertEquals(0.02, plan.at("/costUsd/firehosePartitioning/dataPerMonth").asDouble()
                / plan.at("/rate/gigabytesPerMonth").asDouble(), 1e-6);
    }

    @Test
    void anIcebergTableIsPlannedWithItsFilesAndItsCommits() throws IOException {
        String conversion = "\"DataFormatConversionConfiguration\": {\"Enabled\": true}, \"BucketARN\"";
        String table = "\"Table\": {\"Columns\": [{\"Name\": \"mag\", \"Type\": \"double\"}, {\"Name\": \"place\","
                + " \"Type\": \"string\"}]}, \"Landing\": {}";
        String text = Files.readString(CONFIG).replace("\"GZIP\"", "\"UNCOMPRESSED\"")
                .replace("\"BucketARN\"", conversion);
        Path without = Files.writeString(folder.resolve("without.json"),
                text.replace("\"Sluice\": {", "\"Sluice\": {" + table + ", \"KeyEncoding\": \"percent\", "));
        Path with = Files.writeString(folder.resolve("with.json"), text.replace("\"Sluice\": {",
                "\"Sluice\": {" + table + ", \"Iceberg\": {\"Catalog\": {\"Type\": \"glue\"}}, "));
        JsonNode files = json(plan(without, QUAKES, "--rate", "1MB/s", "--json"));
        JsonNode ofTable = json(plan(with, QUAKES, "--rate", "1MB/s", "--json"));
        JsonSchema.requireOf("plan", ofTable);
        assertTrue(files.at("/costUsd/icebergTable").isMissingNode());
        assertTrue(ofTable.at("/costUsd/icebergTable/perMonth").asDouble() > 0);
        assertEquals(3 * 43_800, ofTable.at("/requestsPerMonth/s3Put").asLong()
                - files.at("/requestsPerMonth/s3Put").asLong());
        double larger = ofTable.at("/objects/meanBytes").asDouble() - files.at("/objects/meanBytes").asDouble();
        assertTrue(larger > 50 && larger < 2_000, "ids and two columns take " + larger + " bytes of an object");
        assertTrue(plan(with, QUAKES, "--rate", "1MB/s").out()
                .contains("\n  of these: commits of the Iceberg table "));
    }

    @Test
    void aStreamThatTakesCallsWithoutFirehoseIsPlannedWithItsReplicas() throws IOException {
        Path direct = edited("\"Sluice\": {", "\"Sluice\": {\"Source\": {\"Type\": \"direct\"}, ");
        JsonNode large = json(plan(direct, QUAKES, "--rate", "100MB/s", "--json"));
        JsonSchema.requireOf("plan", large);
        assertEquals(500, large.at("/calls/sourceRecords").asDouble());
        assertEquals(7, large.at("/calls/replicas").asInt());
        assertTrue(large.at("/costUsd/direct/computePerMonth").asDouble() > 0, large.toString());
        assertEquals(0, large.at("/requestsPerMonth/transformSeconds").asDouble());

        Outcome small = plan(direct, QUAKES, "--rate", "100MB/s", "--records-per-call", "1");
        for (String line : List.of("\ncalls       ", " to 141 replicas, ",
                " write units to write with receipts, 1 to delete\n",
                "\n  Fargate: replicas that take the calls ", "\n  traffic between zones ",
                "\non top of Firehose's: its ingestion ")) {
            assertTrue(small.out().contains(line), line + " is missing in\n" + small.out());
        }
        Path url = edited("\"Sluice\": {", "\"Sluice\": {\"Source\": {\"Type\": \"direct\", \"SecretARN\":"
                + " \"arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf\"}, ");
        assertTrue(plan(url, QUAKES, "--rate", "1/s").err().contains("names no Image, so that a function with a URL"));
        Outcome idle = plan(direct, QUAKES, "--rate", "1/s", "--records-per-call", "1");
        assertTrue(idle.out().contains("\ncalls: Firehose is cheaper for this stream, "), idle.out());
    }

    @Test
    void theLanesOfAStreamOfCallsHaveTheirSharesOfItsGroups() throws IOException {
        Path one = edited("\"Sluice\": {", "\"Sluice\": {\"Source\": {\"Type\": \"direct\"}, ");
        Outcome single = plan(one, QUAKES, "--rate", "50MB/s");
        assertTrue(single.out().contains(" or set Sluice.Lanes to 4 "), single.out());
        JsonNode alone = json(plan(one, QUAKES, "--rate", "50MB/s", "--json"));
        Path lanes = edited("\"Sluice\": {", "\"Sluice\": {\"Source\": {\"Type\": \"direct\"}, \"Lanes\": 4, ");
        JsonNode side = json(plan(lanes, QUAKES, "--rate", "50MB/s", "--json"));
        JsonSchema.requireOf("plan", side);
        assertEquals(alone.at("/calls"), side.at("/calls"));
        assertEquals(alone.at("/batches/perSecond"), side.at("/batches/perSecond"));
        // A run each, which is an invocation.
        assertEquals(4 * alone.at("/requestsPerMonth/lambdaInvocations").asLong(),
                side.at("/requestsPerMonth/lambdaInvocations").asLong());
        Outcome four = plan(lanes, QUAKES, "--rate", "50MB/s");
        assertTrue(four.out().contains(" buffered at once in each lane "), four.out());
        assertFalse(four.out().contains("set Sluice.Lanes"), four.out());
    }

    @Test
    void recordsOfACallAreRefusedWhereThereIsNone() throws IOException {
        assertEquals(2, plan(CONFIG, QUAKES, "--records-per-call", "5").status());
        Path direct = edited("\"Sluice\": {", "\"Sluice\": {\"Source\": {\"Type\": \"direct\"}, ");
        for (String wrong : List.of("0", "501")) {
            Outcome refused = plan(direct, QUAKES, "--records-per-call", wrong);
            assertEquals(2, refused.status(), refused.out());
            assertTrue(refused.err().contains("--records-per-call"), refused.err());
        }
    }

    @Test
    void whereTheSampleIsShortBothEndsOfTheRangeAreThere() throws IOException {
        JsonNode plan = json(plan(CONFIG, QUAKES, "--rate", "1MB/s", "--json"));
        assertEquals(78, plan.at("/ifGrowthEnds/partitions/active").asDouble(), 1e-6);
        assertTrue(plan.at("/partitions/active").asDouble() > 78, plan.toString());
        double ended = plan.at("/ifGrowthEnds/costUsd/sluice/perGb").asDouble();
        assertTrue(ended < plan.at("/costUsd/sluice/perGb").asDouble(), plan.toString());
        assertTrue(ended < plan.at("/ifGrowthEnds/costUsd/firehosePartitioning/perGb").asDouble(), plan.toString());
    }

    @Test
    void theSampleHasARateOfItsOwnWhereItTellsArrivalTimes() throws IOException {
        JsonNode plan = json(plan(CONFIG, QUAKES, "--arrival", ".properties.time", "--json"));
        assertEquals("sample", plan.at("/rate/basis").asText());
        // 1,707 earthquakes in a week.
        assertEquals(1_707 / (7 * 86_400.0), plan.at("/rate/sourceRecordsPerSecond").asDouble(), 1e-5);
        assertTrue(plan.at("/objects/perInterval").asDouble() < 2, plan.toString());
        assertEquals("assumed", json(plan(CONFIG, QUAKES, "--json")).at("/rate/basis").asText());
    }

    @Test
    void smallObjectsAreGoneOnceTheCureIsTaken() throws IOException {
        Path config = edited("{net:.properties.net,date:(.properties.time/1000|strftime(\\\"%Y-%m-%d\\\"))}",
                "{net:\\\"all\\\",date:\\\"all\\\"}");
        JsonNode small = json(plan(config, QUAKES, "--rate", "20MB/s", "--json"));
        assertEquals(1, small.at("/partitions/inSample").asInt());
        assertFalse(small.has("ifGrowthEnds"), "the partitions levelled off");
        JsonNode cure = small.at("/objects/smallObjects/cure");
        assertEquals(300, cure.path("intervalSeconds").asInt(), "the interval is long enough");
        Files.writeString(config, Files.readString(config).replace("\"SizeInMBs\": 64",
                "\"SizeInMBs\": " + cure.path("sizeInMBs").asInt()));
        JsonNode cured = json(plan(config, QUAKES, "--rate", "20MB/s", "--json"));
        assertFalse(cured.path("objects").has("smallObjects"), cured.toString());
        assertTrue(cured.at("/objects/meanBytes").asDouble() >= 16e6, cured.toString());
    }

    @Test
    void aDayIsToldAsDeliveredAndAsCompacted() throws IOException {
        JsonNode hint = json(plan(CONFIG, QUAKES, "--rate", "20kB/s", "--json"))
                .at("/ifGrowthEnds/compaction");
        assertFalse(hint.path("configured").asBoolean(), hint.toString());
        Path config = edited("\"Sluice\": {", "\"Sluice\": { \"Compaction\": { \"Prefix\": \"large/\","
                + " \"TargetSizeInMBs\": 1 },");
        JsonNode plan = json(plan(config, QUAKES, "--rate", "20kB/s", "--json"));
        assertTrue(plan.at("/compaction/configured").asBoolean(), plan.toString());
        JsonNode day = plan.at("/ifGrowthEnds/compaction");
        assertTrue(day.path("configured").asBoolean(), day.toString());
        double delivered = day.at("/delivered/objectsPerDay").asDouble();
        double compacted = day.at("/compacted/objectsPerDay").asDouble();
        assertTrue(delivered > 5 * compacted, day.toString());
        assertTrue(compacted > hint.at("/compacted/objectsPerDay").asDouble(), "a smaller target makes more objects");
        assertEquals(delivered * day.at("/delivered/meanBytes").asDouble(),
                compacted * day.at("/compacted/meanBytes").asDouble(), 1, "the same bytes");
        assertTrue(day.at("/delivered/perKeyAndDay").asDouble() > 100, "one in each interval: " + day);
        assertTrue(hint.at("/compacted/perKeyAndDay").asDouble() < 1.1, hint.toString());
        double cost = day.path("perMonth").asDouble();
        assertTrue(cost > delivered * 30.4 * 2 * 0.0000004 && cost < delivered * 30.4 * 3 * 0.000005, day.toString());
        Path page = folder.resolve("plan.html");
        Outcome text = plan(config, QUAKES, "--rate", "20kB/s", "--html", page.toString());
        assertTrue(text.out().contains(" as compacted, for $"), text.out());
        assertTrue(text.out().contains("if no other partition comes, it opens 240, and "), text.out());
        assertTrue(Files.readString(page).contains("Objects that a query of one key and one day opens"), "the plot");
    }

    @Test
    void aStreamWhoseDaysCannotBeCompactedHasNoSuchLine() throws IOException {
        Path config = edited("date=!{partitionKeyFromQuery:date}/", "d=!{partitionKeyFromQuery:date}/");
        assertFalse(json(plan(config, QUAKES, "--json")).has("compaction"), "either key may be the date");
    }

    @Test
    void rejectedRecordsAreCountedByCause() throws IOException {
        String good = Files.readAllLines(QUAKES).getFirst();
        Path input = folder.resolve("in.ndjson");
        Files.writeString(input, good + "\nno json\nnor this\n{\"properties\":{\"net\":\"\",\"time\":1}}\n");
        Outcome outcome = plan(CONFIG, input);
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(outcome.err().contains("3 of the sample's 4 records would be rejected"), outcome.err());
        assertTrue(outcome.out().contains("1 to deliver, 3 rejected, 0 dropped"), outcome.out());
        assertTrue(
                outcome.out().contains("2 × metadata-extraction-failed: DynamicPartitioning.MetadataExtractionFailed: "
                        + "Non JSON record provided\n"),
                outcome.out());
        JsonNode causes = plan(CONFIG, input, "--json").json().at("/sample/rejectCauses");
        assertEquals(2, causes.size(), causes.toString());
    }

    @Test
    void whatFirehoseRefusesInTheConfigurationIsNamed() throws IOException {
        Outcome outcome = plan(edited("\"SizeInMBs\": 64", "\"SizeInMBs\": 5"), QUAKES);
        assertEquals(0, outcome.status(), outcome.err());
        assertTrue(outcome.out().contains("Firehose would refuse: $.ExtendedS3DestinationConfiguration.BufferingHints"
                + ".SizeInMBs: BufferingHints.SizeInMBs must be at least 64 when Dynamic Partitioning is enabled."),
                outcome.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "nowhere.json | earthquakes.ndjson | | The configuration nowhere.json does not exist",
            "stream.json | nowhere | | nowhere does not exist",
            "stream.json | earthquakes.ndjson | --rate fast | 'fast' is no rate",
            "stream.json | earthquakes.ndjson | --rate 0/s | '0/s' is no rate",
            "stream.json | earthquakes.ndjson | --arrival .( | --arrival is no jq program",
            "stream.json | earthquakes.ndjson | --record-bytes 0 | --record-bytes must be at least 1"})
    void whatCannotBePlannedIsBadUsage(String config, String input, String option, String message) {
        Path file = config.equals("stream.json") ? CONFIG : Path.of(config);
        String[] more = option == null ? new String[0] : option.split(" ");
        Outcome outcome = plan(file, EVENTS.resolve(input), more);
        assertEquals(2, outcome.status(), outcome.toString());
        assertTrue(outcome.err().contains(message), outcome.err());
        assertEquals("", outcome.out());
    }

    /// Both the sentence and the JSON; a rate below warns of nothing.
    @Tag("long")
    @Test
    void whatOneBufferDoesNotBearIsWarnedOf() throws IOException {
        Outcome text = plan(CONFIG, QUAKES, "--rate", "200MB/s");
        assertTrue(text.out().contains("\nceiling: 200 MB/s over "), text.out());
        assertTrue(text.out().contains(" its processor runs out first. Raise Sluice.FlushParallelism, or set"
                + " Sluice.Lanes to 14 "), text.out());
        String more = plan(CONFIG, QUAKES, "--rate", "2GB/s").out();
        assertTrue(more.contains(" or divide it among streams "), more);
        JsonNode beyond = json(plan(CONFIG, QUAKES, "--rate", "200MB/s", "--json"));
        assertEquals("[\"rate\",\"objects\"]", beyond.at("/ceiling/passed").toString());
        JsonNode below = json(plan(CONFIG, QUAKES, "--rate", "1MB/s", "--json"));
        assertEquals("[]", below.at("/ceiling/passed").toString());
        assertEquals(1, below.at("/ceiling/invocations").asInt());
        assertFalse(plan(CONFIG, QUAKES, "--rate", "1MB/s").out().contains("\nceiling: "));
    }

    /// Each buffer has its part of the batches, and an object of its own of each partition.
    @Tag("long")
    @Test
    void buffersAreReckonedOneByOne() throws IOException {
        Path buffers = Files.writeString(folder.resolve("lanes.json"),
                Files.readString(CONFIG).replaceFirst("\"Sluice\": \\{", "\"Sluice\": {\"Lanes\": 4,"));
        String one = plan(CONFIG, QUAKES, "--rate", "40MB/s").out();
        assertTrue(one.contains("\nceiling: 40.0 MB/s over "), one);
        assertTrue(one.contains("or set Sluice.Lanes to 3 "), one);
        String four = plan(buffers, QUAKES, "--rate", "40MB/s").out();
        assertFalse(four.contains("\nceiling: 40.0 MB/s over "), four);
        JsonNode alone = json(plan(CONFIG, QUAKES, "--rate", "10MB/s", "--json"));
        JsonNode together = json(plan(buffers, QUAKES, "--rate", "40MB/s", "--json"));
        assertEquals(4 * alone.at("/objects/perInterval").asDouble(), together.at("/objects/perInterval").asDouble(),
                1e-3 * together.at("/objects/perInterval").asDouble());
    }

    @Test
    void aConfigurationWithErrorsOrASampleWithoutRecordsIsBadUsage() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"DeliveryStreamNam\":\"x\"}");
        assertEquals(2, plan(bad, QUAKES).status());
        Path empty = Files.writeString(folder.resolve("empty.ndjson"), "");
        Outcome outcome = plan(CONFIG, empty);
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("there is nothing to plan with"), outcome.err());
        assertFalse(Files.exists(folder.resolve("out")), "a plan writes nothing");
    }
}
