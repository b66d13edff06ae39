package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.codec.Compression;
import io.sluice.config.Problem.Severity;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import io.sluice.event.EventSettings;
import io.sluice.firehose.RecordForm;
import io.sluice.firehose.SourceType;
import io.sluice.jq.JqProgram;
import io.sluice.layout.KeyEncoding;
import io.sluice.metrics.Observability;
import io.sluice.testkit.JsonEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ConfigurationParserTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SAMPLE = Path.of("..", "events", "quakes", "stream.json");

    @Test
    void theSampleStreamHasNoErrors() throws IOException {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(Files.readAllBytes(SAMPLE));
        assertEquals(List.of(), parsed.problems());
        StreamConfiguration quakes = parsed.configuration().orElseThrow();
        assertEquals("quakes", quakes.stream());
        assertEquals("quakes", quakes.bucket());
        assertEquals(List.of("net", "date"), List.copyOf(quakes.prefix().queryKeys()));
        assertEquals(64L << 20, quakes.objectBytesMax());
        assertEquals(Duration.ofMinutes(5), quakes.interval());
        assertEquals(Compression.GZIP, quakes.compression());
        assertInstanceOf(Processing.Deaggregation.Json.class, quakes.processing().deaggregation().orElseThrow());
        assertTrue(quakes.processing().appendDelimiter());
        assertEquals(DeliveryMode.BUFFER, quakes.sluice().deliveryMode());
    }

    @Test
    void aMinimalRequestGetsFirehosesDefaults() {
        StreamConfiguration stream = valid("""
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{"BucketARN":"arn:aws:s3:::b-1.x"}}""");
        assertEquals("b-1.x", stream.bucket());
        assertEquals(5L << 20, stream.objectBytesMax());
        assertEquals(Duration.ofMinutes(5), stream.interval());
        assertEquals(Duration.ofMinutes(5), stream.retry());
        assertEquals(Compression.UNCOMPRESSED, stream.compression());
        assertEquals(ZoneId.of("UTC"), stream.timeZone());
        assertEquals(Optional.empty(), stream.fileExtension());
        assertEquals(Optional.empty(), stream.kmsKeyArn());
        assertEquals(new Processing(false, false, Optional.empty(), Optional.empty(), false), stream.processing());
        assertEquals("2026/01/02/03/", stream.prefix().bind(Map.of(), Map.of(), "")
                .evaluate(Instant.parse("2026-01-02T03:04:05Z"), stream.timeZone(), ""));
    }

    @Test
    void theSluiceSectionHasDefaults() {
        SluiceSection sluice = valid("""
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{"BucketARN":"arn:aws:s3:::data"}}""")
                .sluice();
        assertEquals(
                new SluiceSection(DeliveryMode.BUFFER, 8, 1, Duration.ofSeconds(60), Duration.ofHours(26), 128L << 20,
                        1,
                        KeyEncoding.VERBATIM, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.empty(), Optional.empty(), List.of(), EventSettings.USUAL, Optional.empty(),
                        Optional.empty(),
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                        Observability.FULL),
                sluice);
    }

    @Test
    void theSluiceSectionsSettingsAreTaken() throws IOException {
        StreamConfiguration stream = edited(Map.of("$.Sluice",
                """
                        {"Delivery":"buffer","IndexShards":16,"StreamVersion":4,"FlushIntervalInSeconds":60,
                         "RetryWindowInHours":30,"FlushMemoryInMBs":64,"FlushParallelism":4,"Lanes":1,
                         "Landing":{"KeepLandingsForDays":3,"SourceLagInSeconds":7},
                         "Observability":"minimal",
                         "CompressionFormat":"ZSTD","KeyEncoding":"percent",
                         "MissingKey":"__none__","ActivePartitionLimit":500,"Retention":{"Days":30},
                         "Buffering":[{"Match":[{"Key":"k","Values":["a","b"]}],"IntervalInSeconds":600}],
                         "Transformer":"gzip","KeyExtractor":"tenants",
                         "Source":{"Type":"kafka","Record":"envelope","Name":"orders"}}"""));
        assertEquals(
                new SluiceSection(DeliveryMode.BUFFER, 16, 4, Duration.ofSeconds(60), Duration.ofHours(30), 64L << 20,
                        4,
                        KeyEncoding.PERCENT, Optional.of("__none__"), Optional.of(500),
                        Optional.of("gzip"), Optional.of("tenants"), Optional.empty(), Optional.of(30),
                        List.of(new KeyRule(Map.of("k", List.of("a", "b")), Optional.empty(),
                                Optional.of(Duration.ofSeconds(600)))),
                        new EventSettings(SourceType.KAFKA, RecordForm.ENVELOPE, Optional.of("orders")),
                        Optional.empty(), Optional.empty(), Optional.of(1), Optional.empty(), Optional.empty(),
                        Optional.of(new LandingSection(Duration.ofDays(3), Duration.ofSeconds(7), Optional.empty(),
                                false, Optional.empty())),
                        Optional.empty(), Observability.MINIMAL),
                stream.sluice());
        assertEquals(Compression.ZSTD, stream.compression());
    }

    @Test
    void firehosesSettingsAreTaken() throws IOException {
        StreamConfiguration stream = edited(Map.of("@.CompressionFormat", "\"Snappy\"", "@.FileExtension", "\".json\"",
                "@.CustomTimeZone", "\"Asia/Tokyo\"", "@.DynamicPartitioningConfiguration.RetryOptions",
                "{\"DurationInSeconds\":0}", "@.EncryptionConfiguration",
                "{\"KMSEncryptionConfig\":{\"AWSKMSKeyARN\":\"arn:aws:kms:us-east-1:123456789012:key/1\"}}"));
        assertEquals(Compression.SNAPPY, stream.compression());
        assertEquals(Optional.of(".json"), stream.fileExtension());
        assertEquals(ZoneId.of("Asia/Tokyo"), stream.timeZone());
        assertEquals(Duration.ZERO, stream.retry());
        assertEquals(Optional.of("arn:aws:kms:us-east-1:123456789012:key/1"), stream.kmsKeyArn());
        assertEquals(Optional.of("{k:.k}"), stream.processing().metadataQuery().map(JqProgram::text));
    }

    @Test
    void sizeIsInMebibytesAndThePartitionedDefaultIs128() throws IOException {
        assertEquals(64L << 20, edited(Map.of()).objectBytesMax());
        JsonNode request = ConfigurationCasesTest.resource("base.json");
        JsonEdit.remove(request, "@.BufferingHints");
        JsonEdit.remove(request, "@.DynamicPartitioningConfiguration");
        assertEquals(128L << 20, valid(request.toString()).objectBytesMax());
    }

    @Test
    void aDelimiterIsDecoded() throws IOException {
        StreamConfiguration stream = edited(Map.of("@.ProcessingConfiguration.Processors[1]",
                """
                        {"Type":"RecordDeAggregation","Parameters":[
                         {"ParameterName":"SubRecordType","ParameterValue":"DELIMITED"},
                         {"ParameterName":"Delimiter","ParameterValue":"IyMjIw=="}]}"""));
        Processing.Deaggregation.Delimited delimited = assertInstanceOf(Processing.Deaggregation.Delimited.class,
                stream.processing().deaggregation().orElseThrow());
        assertArrayEquals("####".getBytes(UTF_8), delimited.delimiter());
    }

    @Test
    void aByteOrderMarkIsNoFault() throws IOException {
        assertTrue(ConfigurationParser.parse(("\uFEFF" + Files.readString(SAMPLE)).getBytes(UTF_8)).configuration()
                .isPresent());
    }

    @Test
    void brokenJsonIsReportedWithLineAndColumn() {
        assertOnly("$.a", "not valid JSON at line 2, column 5", "{\n\"a\":x}");
        assertOnly("$.a", "not valid JSON at line 1, column ", "{\"a\":1");
        assertOnly("$", "more text after the JSON value, at line 1, column 3", "{}{}");
    }

    @Test
    void whatIsNoObjectIsReported() {
        assertOnly("$", "the configuration is empty", "");
        assertOnly("$", "the configuration is empty", " \n");
        assertOnly("$", "expected a JSON object, the request of create-delivery-stream, found an array", "[]");
        assertOnly("$", "found null", "null");
    }

    @Test
    void deepNestingIsReported() {
        String json = "[".repeat(100_000);
        Problem problem = ConfigurationParser.parse(json.getBytes(UTF_8)).problems().getFirst();
        assertTrue(problem.message().contains("nesting depth"), problem.message());
    }

    @Test
    void aDeeplyNestedQueryIsReported() throws IOException {
        JsonNode request = ConfigurationCasesTest.resource("base.json");
        String query = "@.ProcessingConfiguration.Processors[0].Parameters[0].ParameterValue";
        for (String opening : List.of("(", "[", "{k:", "-", ".a|", "if ", "\"\\(", "reduce ", "def f: ", "try ")) {
            JsonEdit.set(request, query, TextNode.valueOf("{k:" + opening.repeat(100_000 / opening.length()) + "}"));
            List<Problem> problems = ConfigurationParser.parse(request.toString().getBytes(UTF_8)).problems();
            assertEquals(JsonEdit.full(query), problems.getFirst().path(), opening);
        }
    }

    @Test
    void aLargeDocumentIsReported() {
        byte[] json = new byte[(1 << 20) + 1];
        assertTrue(ConfigurationParser.parse(json).problems().getFirst().message().contains("1048577 bytes"));
    }

    @Test
    void malformedUtf8IsReported() {
        assertFalse(ConfigurationParser.parse(new byte[]{'{', '"', (byte) 0xC3, '"', ':', '1', '}'}).problems()
                .isEmpty());
    }

    @Test
    void aRepeatedFieldIsReportedWithItsPlace() throws IOException {
        String json = Files.readString(SAMPLE).replace("\"DeliveryStreamType\": \"DirectPut\",",
                "\"DeliveryStreamName\": \"other\",");
        Problem problem = ConfigurationParser.parse(json.getBytes(UTF_8)).problems().getFirst();
        assertEquals("$.DeliveryStreamName", problem.path());
        assertEquals("the field is here twice, the second time at line 3, column 3; keep one", problem.message());
    }

    private static StreamConfiguration edited(Map<String, String> changes) throws IOException {
        JsonNode request = ConfigurationCasesTest.resource("base.json");
        for (Map.Entry<String, String> change : changes.entrySet()) {
            JsonEdit.set(request, change.getKey(), JSON.readTree(change.getValue()));
        }
        return valid(request.toString());
    }

    @Test
    void sectionsThatAreThereHaveDefaults() {
        SluiceSection sluice = valid("""
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{"BucketARN":"arn:aws:s3:::data",
                 "RoleARN":"arn:aws:iam::123456789012:role/r","Prefix":"s/!{timestamp:yyyy-MM-dd}/",
                 "ErrorOutputPrefix":"errors/!{firehose:error-output-type}/"},
                 "Sluice":{"Landing":{},"Compaction":{"Prefix":"large/"}}}""").sluice();
        assertEquals(Optional.of(new LandingSection(Duration.ofDays(7), Duration.ofSeconds(900), Optional.empty(),
                false, Optional.empty())), sluice.landing());
        assertEquals(Optional.of(new CompactionSection("large/", Duration.ofDays(1), 128L << 20,
                Duration.ofMinutes(60), CompactionSection.Format.AS_DELIVERED, List.of())), sluice.compaction());
        assertEquals(new ParquetSettings(PageCompression.SNAPPY, 256 << 20, 1 << 20, true, 0, WriterVersion.V1),
                ParquetSettings.DEFAULT);
    }

    @Test
    void whatIsThereAsShortAsItCanBeHasDefaults() throws IOException {
        StreamConfiguration stream = edited(Map.of("@.Prefix", "\"s/k=!{partitionKeyFromQuery:k}/\"",
                "@.DataFormatConversionConfiguration", """
                        {"SchemaConfiguration": {"DatabaseName": "d", "TableName": "t"},
                         "InputFormatConfiguration": {"Deserializer": {"OpenXJsonSerDe": {}}},
                         "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": {}}}}""",
                "$.Sluice.Table", "{\"Columns\": [{\"Name\": \"a\", \"Type\": \"int\"}]}",
                "$.Sluice.Iceberg", "{\"Catalog\": {\"Type\": \"glue\"}}"));
        assertEquals(ParquetSettings.DEFAULT, stream.conversion().orElseThrow().parquet());
        assertEquals(
                Optional.of(new IcebergSection(new IcebergSection.Glue(Optional.empty()), "sluice", stream.stream(),
                        Duration.ofSeconds(60), "iceberg/" + stream.stream())),
                stream.sluice().iceberg());
        assertEquals(KeyEncoding.PERCENT, stream.sluice().keyEncoding());
        assertEquals(Duration.ZERO, edited(Map.of("$.Sluice.Source", "{\"Type\": \"direct\"}", "$.Sluice.Landing",
                "{}")).sluice().landing().orElseThrow().sourceLag());
    }

    private static StreamConfiguration valid(String json) {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse(json.getBytes(UTF_8));
        assertTrue(parsed.configuration().isPresent(), () -> parsed.problems().toString());
        return parsed.configuration().get();
    }

    private static void assertOnly(String path, String message, String json) {
        List<Problem> problems = ConfigurationParser.parse(json.getBytes(UTF_8)).problems();
        assertEquals(1, problems.size(), problems::toString);
        assertEquals(Severity.ERROR, problems.getFirst().severity());
        assertEquals(path, problems.getFirst().path());
        assertTrue(problems.getFirst().message().contains(message), problems.getFirst().message());
    }
}
