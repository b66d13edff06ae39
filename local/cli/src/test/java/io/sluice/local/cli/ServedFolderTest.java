package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.UsageException;
import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Workspace;
import io.sluice.local.serve.Serve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server and the other commands in one folder: whoever comes second is told so, and changes nothing.
final class ServedFolderTest {
    private static final String CONFIGURATION = """
            {"DeliveryStreamName":"s","ExtendedS3DestinationConfiguration":{
              "RoleARN":"arn:aws:iam::123456789012:role/r","BucketARN":"arn:aws:s3:::data",
              "Prefix":"k=!{partitionKeyFromQuery:k}/date=!{partitionKeyFromQuery:date}/","ErrorOutputPrefix":"errors/",
              "BufferingHints":{"SizeInMBs":64,"IntervalInSeconds":60},
              "DynamicPartitioningConfiguration":{"Enabled":true},
              "ProcessingConfiguration":{"Enabled":true,"Processors":[
                {"Type":"MetadataExtraction","Parameters":[
                  {"ParameterName":"MetadataExtractionQuery","ParameterValue":"{k:.k,date:.date}"},
                  {"ParameterName":"JsonParsingEngine","ParameterValue":"JQ-1.6"}]},
                {"Type":"AppendDelimiterToRecord"}]}},
             "Sluice":{"Delivery":"buffer"}}
            """;

    @TempDir
    private Path folder = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void files() throws IOException {
        out = folder.resolve("out");
        Files.writeString(folder.resolve("stream.json"), CONFIGURATION);
        Files.writeString(folder.resolve("in.ndjson"), "{\"k\":\"a\",\"date\":\"2026-01-01\"}\n");
        Files.writeString(folder.resolve("errors.ndjson"), "{\"rawData\":\"e30=\",\"arrivalTimestamp\":0}\n");
    }

    private Serve serve() throws IOException {
        return LocalServer.start(out, (ObjectNode) new ObjectMapper().readTree(CONFIGURATION));
    }

    private Outcome sluice(String command) {
        String line = command + " --config " + folder.resolve("stream.json") + " --out " + out;
        return Cli.run(line.replace("INPUT", folder.resolve("in.ndjson").toString())
                .replace("ERRORS", folder.resolve("errors.ndjson").toString()).split(" "));
    }

    /// The objects of the bucket, by their paths.
    private Map<String, String> objects() throws IOException {
        Map<String, String> objects = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out.resolve("data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                objects.put(out.relativize(file).toString(), Files.readString(file));
            }
        }
        return objects;
    }

    /// With a bucket of objects in it, as an earlier run left it.
    private void run() {
        assertEquals(0, sluice("run --input INPUT").status());
    }

    @Test
    void besideAServerWhatChangesAnythingIsRefusedAndWhatReadsGoesOn() throws IOException {
        run();
        try (Serve serve = serve()) {
            Map<String, String> before = objects();
            for (String command : List.of("run --input INPUT", "redrive --input ERRORS", "erase --key k=a",
                    "retention run", "retention show", "retention set --key k=a --days 1", "repartition --from data",
                    "serve --port 0")) {
                Outcome outcome = sluice(command);
                assertEquals(2, outcome.status(), command + outcome);
                assertEquals("sluice: Another ./sluice (process " + ProcessHandle.current().pid()
                        + ") is using the folder " + out + "; wait until it is done, or name another folder with --out",
                        outcome.err().strip(), command);
            }
            for (String command : List.of("run --input INPUT --resume", "recover", "discard")) {
                Outcome outcome = sluice(command);
                assertEquals(2, outcome.status(), command + outcome);
                assertTrue(outcome.err().contains("holds no interrupted run"), command + outcome);
            }
            Outcome verified = sluice("verify --input INPUT");
            assertEquals(0, verified.status(), verified.toString());
            assertEquals(before, objects());
            assertTrue(serve.uri().getPort() > 0);
        }
    }

    @Test
    void besideACommandAServerIsRefusedAndLeavesNothing() throws IOException {
        try (Workspace workspace = Workspace.create(OutFolder.of(out.toString()), "data")) {
            var refused = assertThrows(UsageException.class, this::serve);
            assertTrue(String.valueOf(refused.getMessage()).contains("is using the folder"), refused.toString());
            assertEquals(List.of(".sluice", ".sluice-lock"), names());
            assertTrue(Files.isDirectory(workspace.state()));
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> children = Files.list(out)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aRunThatWasCutShortIsFinishedBeforeAServerStarts() throws IOException {
        Files.createDirectories(out.resolve(".sluice"));
        Files.writeString(out.resolve(".sluice/run.json"), "{}");
        var refused = assertThrows(UsageException.class, this::serve);
        assertTrue(String.valueOf(refused.getMessage()).contains("run --resume"), refused.toString());
        assertEquals(List.of(".sluice"), names());
    }

    /// What a server has buffered comes after an erasure that knows nothing of it.
    @ParameterizedTest
    @ValueSource(strings = {"erase --key k=a", "retention run", "repartition --from data"})
    void whatAServerHasNotDeliveredIsDeliveredFirst(String command) throws Exception {
        run();
        try (Serve serve = serve()) {
            assertEquals(List.of(), serve.stop(Serve.AtEnd.STAGE));
        }
        Map<String, String> before = objects();
        Outcome refused = sluice(command);
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("--drain"), refused.err());
        assertEquals(before, objects());
        try (Serve serve = serve()) {
            assertEquals(List.of(), serve.stop(Serve.AtEnd.DELIVER));
        }
        if (command.startsWith("erase")) {
            Outcome erased = sluice(command);
            assertEquals(0, erased.status(), erased.toString());
            assertEquals(Map.of(), objects());
        }
        try (Serve serve = serve()) {
            assertTrue(serve.uri().getPort() > 0);
        }
        assertEquals(2, sluice(command).status(), "it has taken records again");
    }
}
