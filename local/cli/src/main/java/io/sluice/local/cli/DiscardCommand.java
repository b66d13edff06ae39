package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Stream;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.evidence.DamagedChunks;
import io.sluice.local.evidence.DamagedChunks.Found;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Out;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.StoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice discard`: the damaged chunks of an interrupted run, and the word that gives one of them up.
@Command(name = "discard", sortOptions = false, description = {
        "Names the chunks of an interrupted run whose staged bytes are damaged, and gives up the one that is named",
        "exactly. Its remaining bytes are kept; run --resume then delivers all but its records."})
final class DiscardCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of run (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--give-up", paramLabel = "NAME", description = {
            "Give up the chunk of this name, as the command lists it without this option. There is no name for all."})
    private @Nullable String name;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    DiscardCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration stream = file.require(console);
        byte[] configuration = file.forBuffering(stream, console);
        OutFolder folder = S3Out.folder(out);
        try (Workspace workspace = Workspace.resume(folder)) {
            workspace.requireStream(stream, configuration);
            try (var _ = plugins.load(stream);
                    var services = EmbeddedServices.start(folder.path(), workspace.state(), stream.bucket());
                    var chunks = new DamagedChunks(stream.stream(), stream.bucket(), services)) {
                List<Found> found = chunks.find();
                if (name == null) {
                    tell(found);
                } else {
                    Map<String, String> environment = new HashMap<>(services.environment());
                    environment.put("SLUICE_CONFIG", new String(configuration, StandardCharsets.UTF_8));
                    told(discard(theOne(found, name), environment));
                }
            } catch (StoreException e) {
                throw new JobFailedException("Nothing was given up: " + e.getMessage(), e);
            }
        }
        console.out().flush();
        return ExitStatus.DONE;
    }

    private static Found theOne(List<Found> found, String name) {
        return found.stream().filter(chunk -> chunk.name().equals(name)).findFirst()
                .orElseThrow(() -> new UsageException("Nothing was given up: no damaged chunk is called '" + name + "'"
                        + (found.isEmpty()
                                ? "; no open delivery waits for one"
                                : "; give up one by its exact name: "
                                        + found.stream().map(Found::name)
                                                .collect(Collectors.joining("', '", "'", "'")))));
    }

    private static JsonNode discard(Found chunk, Map<String, String> environment) throws IOException {
        ObjectNode event = JSON.createObjectNode();
        event.putObject("discard").put("segment", chunk.segment()).put("offset", chunk.offset());
        var answer = new ByteArrayOutputStream();
        try (Stream functions = AwsPorts.of(environment).stream(InstantSource.system(), line -> {})) {
            new FlushHandler(functions).handleRequest(new ByteArrayInputStream(JSON.writeValueAsBytes(event)), answer,
                    null);
        } catch (IllegalArgumentException e) {
            throw new UsageException("Nothing was given up: " + e.getMessage());
        }
        return JSON.readTree(answer.toByteArray());
    }

    private void tell(List<Found> found) {
        if (json) {
            ArrayNode all = JSON.createArrayNode();
            found.forEach(chunk -> all.addObject().put("name", chunk.name()).put("segment", chunk.segment())
                    .put("offset", chunk.offset()).put("records", chunk.records()).put("object", chunk.object()));
            console.out().println(all);
            return;
        }
        if (found.isEmpty()) {
            console.out().println("No open delivery waits for a damaged chunk.");
            return;
        }
        found.forEach(chunk -> console.out().println(chunk.name()));
        console.out().println("Restore the segments from a copy if there is one. Else give up each chunk by its name: "
                + "--give-up " + quoted(found.getFirst().name()));
    }

    private void told(JsonNode answer) {
        if (json) {
            console.out().println(answer);
            return;
        }
        console.out().println(
                "Discarded: %d records at %d of %s, which %s will lack. Their remaining %d bytes are kept as %s"
                        .formatted(answer.path("recordsDiscarded").asLong(), answer.path("offset").asLong(),
                                answer.path("segment").asText(), answer.path("object").asText(),
                                answer.path("bytesKept").asLong(), answer.path("kept").asText()));
        console.out().println("Deliver the rest with run --resume.");
    }

    /// As a shell takes it for one word.
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
