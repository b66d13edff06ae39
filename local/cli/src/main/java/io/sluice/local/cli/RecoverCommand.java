package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.run.Workspace;
import io.sluice.local.s3.S3Out;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.objects.StoreException;
import io.sluice.recover.RecoveryRefusedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice recover`: the index of an interrupted run, made again of what it staged.
@Command(name = "recover", sortOptions = false, description = {
        "Makes the index of an interrupted run again of its staged segments and manifests, after the index was lost or",
        "deleted. Finish the run with run --resume then."})
final class RecoverCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String AT_ONCE = "{\"recover\":\"at once\"}";
    private static final String AS_FOUND = "{\"recover\":\"at once, as found\"}";

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The stream's configuration.")
    private Path config = Path.of("");

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "out",
            description = "The folder of run (default: ${DEFAULT-VALUE}).")
    private String out = "out";

    @Option(names = "--as-found",
            description = "Go on with the manifests that are there: for who knows that none was deleted.")
    private boolean asFound;

    @Option(names = "--json", description = "Print the function's answer instead of text.")
    private boolean json;

    RecoverCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        ConfigurationFile file = ConfigurationFile.read(config);
        StreamConfiguration stream = file.require(console);
        byte[] configuration = file.forBuffering(stream, console);
        JsonNode answer;
        OutFolder folder = S3Out.folder(out);
        try (Workspace workspace = Workspace.resume(folder)) {
            workspace.requireStream(stream, configuration);
            try (var _ = plugins.load(stream);
                    var services = EmbeddedServices.start(folder.path(), workspace.state(), stream.bucket())) {
                Map<String, String> environment = new HashMap<>(services.environment());
                environment.put("SLUICE_CONFIG", new String(configuration, StandardCharsets.UTF_8));
                answer = recover(environment, services);
            }
        }
        if (json) {
            console.out().println(answer);
        } else {
            tell(answer);
        }
        console.out().flush();
        return answer.path("unreadable").isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private JsonNode recover(Map<String, String> environment, EmbeddedServices services) throws IOException {
        var answer = new ByteArrayOutputStream();
        try (Stream functions = AwsPorts.of(environment).stream(InstantSource.system(), line -> {})) {
            new FlushHandler(functions).handleRequest(new ByteArrayInputStream((asFound ? AS_FOUND : AT_ONCE)
                    .getBytes(StandardCharsets.UTF_8)), answer, null);
        } catch (RecoveryRefusedException e) {
            throw new UsageException("Nothing was changed: " + e.getMessage());
        } catch (StoreException e) {
            throw new JobFailedException("It failed on the way and can be repeated: "
                    + services.fullDisk(e).orElse(e.getMessage()), e);
        }
        return JSON.readTree(answer.toByteArray());
    }

    private void tell(JsonNode answer) {
        String manifest = answer.path("manifest").asText();
        console.out().println(manifest.isEmpty()
                ? "No manifest: " + answer.path("why").asText()
                : "Manifest %s: %s".formatted(manifest, answer.path("why").asText()));
        console.out().println(
                "%d of %d segments are not folded: %d entries of %d records are written, %d deliveries are open"
                        .formatted(answer.path("entries").asInt() + answer.path("unreadable").size(),
                                answer.path("segments").asInt(), answer.path("entries").asInt(),
                                answer.path("records").asLong(),
                                answer.path("deliveriesOpen").asInt()));
        if (answer.path("positions").asInt() > 0) {
            console.out().println("%d shards have their positions".formatted(answer.path("positions").asInt()));
        }
        answer.path("unreadable").forEach(segment -> console.message("Cannot be recovered: " + segment.asText()));
    }
}
