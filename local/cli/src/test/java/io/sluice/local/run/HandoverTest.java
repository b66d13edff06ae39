package io.sluice.local.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.local.JobFailedException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.input.InputSources;
import io.sluice.local.input.Reading;
import io.sluice.local.plan.RunRequests;
import io.sluice.local.report.RunCounts;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.server.LocalServices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether batches and requests are calls within the process or go by events and servers, the same input leaves the
/// same files, byte for byte, and the same counts, of requests too.
@Tag("long")
final class HandoverTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Path EVENTS = Path.of("..", "..", "events");
    private static final int BATCH_BYTES = 3_000_000;
    private static final int RECORD_BYTES_MAX = 1_024_000;

    @TempDir
    private Path folder = Path.of("");

    private static StreamConfiguration parsed(byte[] configuration) {
        return ConfigurationParser.parse(configuration).configuration().orElseThrow();
    }

    /// The stream of an example, in delivery `buffer`.
    private static byte[] example(String name) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = (ObjectNode) json.readTree(EVENTS.resolve(name).toFile());
        root.withObject("/Sluice").put("Delivery", "buffer");
        return json.writeValueAsBytes(root);
    }

    private static byte[] partitioned(String compression) {
        return """
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
                  "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data",
                  "Prefix":"k=!{partitionKeyFromQuery:k}/","ErrorOutputPrefix":"errors/!{firehose:error-output-type}/",
                  "BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60},"CompressionFormat":"%s",
                  "DynamicPartitioningConfiguration":{"Enabled":true},
                  "ProcessingConfiguration":{"Enabled":true,"Processors":[
                    {"Type":"MetadataExtraction","Parameters":[
                      {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k}"},
                      {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]},
                    {"Type":"AppendDelimiterToRecord"}]}}}
                """.formatted(compression).getBytes(UTF_8);
    }

    private RunSettings settings(byte[] configuration, Path input, Reading reading, OptionalInt recordBytes,
            Optional<String> arrival) throws IOException {
        return new RunSettings(parsed(configuration), configuration,
                InputSources.find(List.of(input.toString()), InputStream.nullInputStream(), _ -> {}),
                RunSettings.Content.RECORDS, reading, recordBytes, arrival);
    }

    private RunSettings settings(byte[] configuration, byte[] input) throws IOException {
        return settings(configuration, Files.write(folder.resolve("in"), input), Reading.RECORDS, OptionalInt.empty(),
                Optional.empty());
    }

    private OutFolder out(Handover handover) {
        return OutFolder.of(folder.resolve(handover.name()).toString());
    }

    private static LocalServices services(Handover handover, OutFolder out, Workspace workspace, String bucket) {
        return switch (handover) {
            case DIRECT -> DirectServices.start(out.path(), workspace.state(), bucket);
            case WIRE -> EmbeddedServices.start(out.path(), workspace.state(), bucket);
        };
    }

    private RunCounts run(RunSettings settings, Handover handover) throws IOException {
        OutFolder out = out(handover);
        String bucket = settings.configuration().bucket();
        Workspace workspace = Workspace.create(out, bucket);
        try (workspace; LocalServices services = services(handover, out, workspace, bucket)) {
            return Run.execute(settings, workspace, services, Run.Start.NEW, NOW, new Progress() {
                @Override
                public void at(long records, long bytes, long activePartitions, long objects) {}

                @Override
                public void warning(String text) {}
            });
        }
    }

    /// Runs both ways and compares the objects that each of them leaves, and what it counts.
    private RunCounts assertSame(RunSettings settings) throws IOException {
        RunCounts wire = run(settings, Handover.WIRE);
        RunCounts direct = run(settings, Handover.DIRECT);
        assertEquals(untimed(wire), untimed(direct));
        String bucket = settings.configuration().bucket();
        Map<String, String> objects = files(out(Handover.WIRE).resolve(bucket));
        assertFalse(objects.isEmpty());
        assertEquals(objects, files(out(Handover.DIRECT).resolve(bucket)));
        assertTrue(direct.balances());
        return direct;
    }

    private static RunCounts untimed(RunCounts counts) {
        RunRequests requests = counts.requests();
        return new RunCounts(counts.recordsIn(), counts.recordsDelivered(), counts.recordsRejected(),
                counts.recordsDropped(), counts.recordsDiscarded(), counts.objects(), counts.errorObjects(),
                counts.bytesIn(), counts.activePartitionsPeak(), new RunRequests(requests.s3Put(), requests.s3Get(),
                        requests.s3Delete(), requests.s3List(), requests.dynamoDbWriteUnits(),
                        requests.dynamoDbReadUnits(), requests.lambdaInvocations(), Duration.ZERO, Duration.ZERO),
                counts.problems());
    }

    /// What each file holds, and its attributes: the server's, who serves them later.
    private static Map<String, String> files(Path bucket) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(bucket)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                var text = new StringBuilder(HexFormat.of().formatHex(Files.readAllBytes(file)));
                var view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
                for (String name : view.list().stream().sorted().toList()) {
                    ByteBuffer value = ByteBuffer.allocate(view.size(name));
                    view.read(name, value);
                    text.append(' ').append(name).append('=').append(HexFormat.of().formatHex(value.array()));
                }
                files.put(bucket.relativize(file).toString(), text.toString());
            }
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"quakes/stream.json earthquakes.ndjson", "quakes/parquet.json earthquakes.ndjson",
            "quakes/firehose.json earthquakes.ndjson", "clickstream/stream.json clicks.ndjson",
            "cloudwatch-logs/stream.json errors.ndjson"})
    void theExamplesAreTheSame(String example) throws IOException {
        String configuration = example.substring(0, example.indexOf(' '));
        Path input = EVENTS.resolve(configuration).resolveSibling(example.substring(example.indexOf(' ') + 1));
        assertSame(settings(example(configuration), input, Reading.RECORDS, OptionalInt.empty(), Optional.empty()));
    }

    @Test
    void everyByteValueIsTheSameAtEveryPlaceOfARecord() throws IOException {
        var input = new ByteArrayOutputStream();
        String record = "{\"k\":\"a~b\",\"v\":[1.5,null]}";
        for (int place = 0; place < record.length(); place++) {
            for (int value = 0; value < 256; value++) {
                byte[] bytes = record.getBytes(ISO_8859_1);
                bytes[place] = (byte) value;
                input.write(bytes);
                input.write('\n');
            }
        }
        // In a path, most of these are no text, and a few no name of a file.
        RunCounts counts = assertSame(settings(partitioned("UNCOMPRESSED"), input.toByteArray()));
        assertTrue(counts.recordsRejected() > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GZIP", "ZIP", "Snappy", "HADOOP_SNAPPY", "UNCOMPRESSED"})
    void recordsOfEverySizeAreTheSame(String compression) throws IOException {
        var input = new StringBuilder();
        for (int bytes : new int[]{0, 1, 2, 100, RECORD_BYTES_MAX - 1, RECORD_BYTES_MAX, RECORD_BYTES_MAX + 1,
                BATCH_BYTES - 1, BATCH_BYTES, BATCH_BYTES + 1, 5_000_000, 12}) {
            String head = "{\"k\":\"" + bytes % 3 + "\",\"x\":\"";
            input.append(head).append("x".repeat(Math.max(0, bytes - head.length() - 2))).append("\"}\n");
        }
        RunCounts counts = assertSame(settings(partitioned(compression), input.toString().getBytes(UTF_8)));
        assertEquals(5, counts.recordsRejected());
    }

    @Test
    void recordsThatBringTheirTimeAreTheSameThroughDaysOfFlushes() throws IOException {
        var input = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            input.append("{\"k\":\"").append(i % 7).append("\",\"t\":").append(1_767_225_600L + i * 431L)
                    .append(i % 10 == 0 ? "" : "}").append('\n');
        }
        Path file = Files.writeString(folder.resolve("in"), input);
        RunCounts counts = assertSame(settings(partitioned("GZIP"), file, Reading.RECORDS, OptionalInt.empty(),
                Optional.of(".t")));
        assertEquals(4, counts.recordsRejected());
        assertTrue(counts.requests().lambdaInvocations() > 40, counts.toString());
    }

    @Test
    void recordsThatTheReaderRefusesAreTheSame() throws IOException {
        Path file = Files.writeString(folder.resolve("in"), "k,x\n1,a\n2,b,more\n3,c\n4\n5,\"d\n");
        assertTrue(assertSame(settings(partitioned("GZIP"), file, Reading.cells(',', Map.of()), OptionalInt.empty(),
                Optional.empty())).recordsRejected() > 1);
    }

    @Test
    void packedRecordsAreTheSame() throws IOException {
        byte[] configuration = new String(example("quakes/stream.json"), UTF_8).getBytes(UTF_8);
        assertSame(settings(configuration, EVENTS.resolve("quakes/earthquakes.ndjson"), Reading.RECORDS,
                OptionalInt.of(10_000), Optional.empty()));
    }

    /// There is no key on this machine: objects are kept as they are.
    @Test
    void aStreamWhoseObjectsAreEncryptedByAKeyOfTheUsersIsDeliveredBothWays() throws IOException {
        byte[] configuration = new String(partitioned("GZIP"), UTF_8).replace("\"CompressionFormat\"", """
                "EncryptionConfiguration":{"KMSEncryptionConfig":{"AWSKMSKeyARN":
                  "arn:aws:kms:us-east-1:123456789012:key/0a1b2c3d-0000-4000-8000-123456789abc"}},
                "CompressionFormat\"""").getBytes(UTF_8);
        RunCounts counts = assertSame(settings(configuration, "{\"k\":\"1\"}\n{\"k\":\"2\"}\nnone\n".getBytes(UTF_8)));
        assertEquals(List.of(2L, 1L), List.of(counts.recordsDelivered(), counts.recordsRejected()));
        assertEquals(List.of(), counts.problems());
    }

    @Test
    void aBrokenInputIsTheSame() throws IOException {
        var gzip = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(gzip)) {
            out.write(Files.readAllBytes(EVENTS.resolve("quakes/earthquakes.ndjson")));
        }
        byte[] cut = Arrays.copyOf(gzip.toByteArray(), gzip.size() / 2);
        assertEquals(1, assertSame(settings(example("quakes/stream.json"), cut)).problems().size());
    }

    @ParameterizedTest
    @EnumSource
    void anArrivalThatNoEventMayHaveEndsTheRunBothWays(Handover handover) throws IOException {
        Path file = Files.writeString(folder.resolve("in"), "{\"k\":\"1\",\"t\":\"1969-12-31T23:59:59Z\"}\n");
        RunSettings settings = settings(partitioned("GZIP"), file, Reading.RECORDS, OptionalInt.empty(),
                Optional.of(".t"));
        JobFailedException e = assertThrows(JobFailedException.class, () -> run(settings, handover));
        assertTrue(e.getMessage().contains("approximateArrivalTimestamp is not between the years 1970 and 9999"),
                e.getMessage());
    }
}
