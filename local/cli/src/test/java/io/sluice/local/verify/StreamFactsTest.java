package io.sluice.local.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.UnusablePrefixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The judge's reading of configurations, prefixes and key values against the run's.
final class StreamFactsTest {
    private static final Instant AT = Instant.parse("2026-11-22T23:30:05Z");

    private static byte[] configuration(String prefix, String errors, String more, String encoding) {
        return """
                {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
                  "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws-cn:s3:::data",%s%s%s
                  "DynamicPartitioningConfiguration":{"Enabled":true},
                  "ProcessingConfiguration":{"Enabled":true,"Processors":[%s{"Type":"AppendDelimiterToRecord"}]}},
                  "Sluice":{"Delivery":"buffer","KeyEncoding":"%s"}}
                """.formatted(prefix.isEmpty() ? "" : "\"Prefix\":\"" + prefix + "\",",
                errors.isEmpty() ? "" : "\"ErrorOutputPrefix\":\"" + errors + "\",", more,
                prefix.contains("Query:")
                        ? """
                                {"Type":"MetadataExtraction","Parameters":[
                                  {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k}"},
                                  {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]},"""
                        : "",
                encoding).getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(value = {"'','',''", "p,'',''", "p,e,''", "'',e,''",
            "k=!{partitionKeyFromQuery:k}/,errors/!{firehose:error-output-type}/,''",
            "k=!{partitionKeyFromQuery:k}/!{timestamp:yyyy-MM-dd'T'HH}/,e,'\"CustomTimeZone\":\"Asia/Tokyo\",'",
            "!{timestamp:'}'yyyy}/,e/!{firehose:error-output-type}/!{timestamp:HH}/,"
                    + "'\"CompressionFormat\":\"Snappy\",'"})
    void aConfigurationIsReadAlike(String prefix, String errors, String more) throws IOException {
        byte[] json = configuration(prefix, errors, more, "verbatim");
        StreamConfiguration run = ConfigurationParser.parse(json).configuration().orElseThrow();
        StreamFacts judge = StreamFacts.read(json);
        assertEquals(run.stream(), judge.stream());
        assertEquals(run.bucket(), judge.bucket());
        assertEquals(run.timeZone(), judge.zone());
        assertEquals(run.compression().name(), judge.packing().name());
        assertEquals(run.processing().appendDelimiter(), judge.delimited());
        assertEquals(run.prefix().bind(Map.of("k", "v"), Map.of(), "").text(),
                ((PathText.Bound.To) judge.prefix().bind(Map.of("k", "v"), Map.of(), "")).text());
        assertEquals(run.errorOutputPrefix().bind(Map.of(), Map.of(), "processing-failed").text(),
                ((PathText.Bound.To) judge.errorPrefix().bind(Map.of(), Map.of(), "processing-failed")).text());
    }

    @Test
    void compressionsAreTheSame() {
        assertEquals(List.of(Compression.values()).stream().map(Enum::name).sorted().toList(),
                List.of(Packing.values()).stream().map(Enum::name).sorted().toList());
    }

    @Test
    void anyKeyValueIsBoundAlikeAndReadBack() throws IOException {
        Random random = new Random(5);
        for (KeyEncoding encoding : KeyEncoding.values()) {
            byte[] json = configuration("a/!{timestamp:yyyy}/k=!{partitionKeyFromQuery:k}/!{timestamp:MM-dd}/",
                    "e/!{firehose:error-output-type}/", "\"CustomTimeZone\":\"Asia/Tokyo\",",
                    encoding.name().toLowerCase(Locale.ROOT));
            StreamConfiguration run = ConfigurationParser.parse(json).configuration().orElseThrow();
            StreamFacts judge = StreamFacts.read(json);
            for (int i = 0; i < 20_000; i++) {
                check(run, judge, encoding, value(random));
            }
        }
    }

    private static void check(StreamConfiguration run, StreamFacts judge, KeyEncoding encoding, String value) {
        PathText.Bound bound = judge.prefix().bind(Map.of("k", judge.encoded(value)), Map.of(), "");
        try {
            var expected = run.prefix().bind(Map.of("k", encoding.encode(value)), Map.of(), "");
            assertEquals(new PathText.Bound.To(expected.text()), bound, value);
            ZoneId zone = ZoneId.of("Asia/Tokyo");
            Set<String> back = judge.prefix().candidates(expected.evaluate(AT, zone, ""), AT.atZone(zone));
            assertTrue(back.contains(expected.text()), () -> value + " not in " + back);
        } catch (UnusablePrefixException e) {
            assertEquals(new PathText.Bound.Nowhere(), bound, value);
        }
    }

    private static String value(Random random) {
        StringBuilder value = new StringBuilder("v");
        if (random.nextBoolean()) {
            value.setLength(0);
            value.append(".");
        }
        for (int n = random.nextInt(6); n > 0; n--) {
            switch (random.nextInt(4)) {
                case 0 -> value.append((char) random.nextInt(0x100));
                case 1 -> value.append((char) (0xD800 + random.nextInt(0x800)));
                case 2 -> value.appendCodePoint(random.nextInt(0x110000));
                default ->
                    value.append(List.of("/", ".", "%", "!{", "!{!}", "2026", "11-23", "\\").get(random.nextInt(8)));
            }
        }
        return value.toString();
    }
}
