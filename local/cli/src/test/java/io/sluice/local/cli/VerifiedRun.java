package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.cli.Cli.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;

/// A stream in a folder of its own, whose run a test makes and verifies.
abstract class VerifiedRun {
    static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder = Path.of("");
    String encoding = "verbatim";
    String format = "UNCOMPRESSED";
    final List<ObjectNode> moreProcessors = new ArrayList<>();

    void configure() throws IOException {
        ObjectNode destination = JSON.createObjectNode().put("RoleARN", "arn:aws:iam::123456789012:role/delivery")
                .put("BucketARN", "arn:aws:s3:::data").put("Prefix", "k=!{partitionKeyFromQuery:k}/")
                .put("ErrorOutputPrefix", "errors/!{firehose:error-output-type}/");
        destination.putObject("DynamicPartitioningConfiguration").put("Enabled", true);
        ArrayNode processors = destination.putObject("ProcessingConfiguration").put("Enabled", true)
                .putArray("Processors");
        moreProcessors.forEach(processors::add);
        ArrayNode parameters = processors.addObject().put("Type", "MetadataExtraction").putArray("Parameters");
        parameters.addObject().put("ParameterName", "MetadataExtractionQuery").put("ParameterValue", "{k:.k}");
        parameters.addObject().put("ParameterName", "JsonParsingEngine").put("ParameterValue", "JQ-1.6");
        processors.addObject().put("Type", "AppendDelimiterToRecord");
        ObjectNode stream = JSON.createObjectNode().put("DeliveryStreamName", "s");
        stream.set("ExtendedS3DestinationConfiguration", destination);
        stream.putObject("Sluice").put("Delivery", "buffer").put("CompressionFormat", format).put("KeyEncoding",
                encoding);
        Files.write(folder.resolve("stream.json"), JSON.writeValueAsBytes(stream));
    }

    Outcome sluice(String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--config", folder.resolve("stream.json").toString(),
                "--out", folder.resolve("out").toString(), "--input", folder.resolve("in").toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    void run(byte[] input) throws IOException {
        configure();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in/a"), input);
        Outcome outcome = sluice("run", "--max-rejected", "100%");
        assertEquals(0, outcome.status(), outcome.err());
    }

    void run(String... lines) throws IOException {
        run((String.join("\n", lines) + "\n").getBytes(UTF_8));
    }

    static String[] lines(int count) {
        String[] lines = new String[count];
        Arrays.setAll(lines, i -> "{\"k\":\"" + "ab".charAt(i % 2) + "\",\"n\":" + i + "}");
        return lines;
    }

    Path object(String start) throws IOException {
        Path bucket = folder.resolve("out/data");
        try (Stream<Path> files = Files.walk(bucket)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> bucket.relativize(file).toString().startsWith(start)).sorted().findFirst()
                    .orElseThrow();
        }
    }

    /// All lines that were delivered, sorted; without error records.
    List<String> delivered() {
        return Delivered.lines(folder.resolve("out/data")).entrySet().stream()
                .filter(each -> !each.getKey().startsWith("errors/")).flatMap(each -> each.getValue().stream()).sorted()
                .toList();
    }

    void assertAgrees() {
        Outcome outcome = sluice("verify");
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
    }

    Outcome assertFinds(String... starts) {
        Outcome outcome = sluice("verify");
        assertEquals(1, outcome.status(), outcome.out() + outcome.err());
        for (String start : starts) {
            assertTrue(outcome.out().lines().anyMatch(line -> line.startsWith(start)), start + " in\n" + outcome.out());
        }
        return outcome;
    }

    void replaceInput(byte[]... parts) throws IOException {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            input.writeBytes(part);
        }
        Files.write(folder.resolve("in/a"), input.toByteArray());
    }

    static byte[] text(String... lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    static byte[] members(List<String> contents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String content : contents) {
            try (GZIPOutputStream member = new GZIPOutputStream(bytes)) {
                member.write(content.getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }
}
