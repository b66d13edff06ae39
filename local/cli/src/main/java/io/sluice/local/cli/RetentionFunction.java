package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Stream;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.RetentionHandler;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.iceberg.JobTable;
import io.sluice.local.landed.KeptLandings;
import io.sluice.local.run.Workspace;
import io.sluice.local.server.AdoptedFiles;
import io.sluice.local.server.DirectServices;
import io.sluice.local.server.FullDisk;
import io.sluice.objects.StoreException;
import io.sluice.retention.RetentionException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/// The retention function over the objects that runs left in a folder: event in, answer out. What it writes anew is on
/// the disk before what it was made of goes.
final class RetentionFunction {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Console console;
    private final Path config;
    private final PluginOption plugins;
    private final OutFolder out;

    RetentionFunction(Console console, Path config, PluginOption plugins, OutFolder out) {
        this.console = console;
        this.config = config;
        this.plugins = plugins;
        this.out = out;
    }

    /// Invokes the function.
    ///
    /// @throws UsageException     when it refuses what is asked for, or the folder can't be used; nothing was changed
    /// @throws JobFailedException when it failed
    JsonNode invoke(JsonNode event) throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration stream = file.require(console);
        byte[] configuration = file.forBuffering(stream, console);
        JsonNode answer;
        JsonNode source = event.path("erase").path("source");
        try (var _ = plugins.load(stream);
                Workspace workspace = event.has("erase")
                        ? Workspace.forErasure(out, stream.bucket())
                        : Workspace.forRetention(out, stream.bucket())) {
            try (var services = DirectServices.startDurably(out.path(), workspace.state(), stream.bucket())) {
                if (!source.isMissingNode()) {
                    AdoptedFiles.adopt(out.path(), stream.bucket(), source.asText());
                }
                Map<String, String> environment = new HashMap<>(services.environment());
                environment.put("SLUICE_CONFIG", ConfigurationFile.withoutEvents(configuration));
                answer = handled(event, AwsPorts.of(environment, services.clients().orElseThrow()), stream);
            } catch (RetentionException e) {
                workspace.takeBack();
                throw new UsageException("Nothing was changed: " + e.getMessage());
            }
        } catch (StoreException e) {
            throw new JobFailedException("It failed on the way and can be repeated: "
                    + FullDisk.behind(e, out.path()).orElse(e.getMessage()), e);
        }
        return answer;
    }

    /// A removal waits until the table has nothing of what goes: it goes on when that is so.
    private JsonNode handled(JsonNode event, AwsPorts ports, StreamConfiguration stream) throws IOException {
        try (Stream functions = ports.stream(InstantSource.system(), line -> {},
                Stream.Extras.landedBefore(KeptLandings.heads(out, stream)))) {
            if (!removes(event)) {
                return handle(event, functions);
            }
            JobTable table = JobTable.begin(out, stream, ports);
            JsonNode answer = handle(event, functions);
            table.follow();
            if (table.isThere() && answer.path("announced").asLong() > 0 && table.problems().isEmpty()) {
                answer = handle(event, functions);
                table.follow();
            }
            table.problems().forEach(((ObjectNode) answer).withArray("problems")::add);
            return answer;
        }
    }

    private static boolean removes(JsonNode event) {
        return (event.has("run") || event.has("erase")) && !event.path("dryRun").asBoolean();
    }

    private static JsonNode handle(JsonNode event, Stream functions) throws IOException {
        var answer = new ByteArrayOutputStream();
        new RetentionHandler(functions).handleRequest(new ByteArrayInputStream(JSON.writeValueAsBytes(event)), answer,
                null);
        return JSON.readTree(answer.toByteArray());
    }
}
