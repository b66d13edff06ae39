package io.sluice.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.config.DeliveryMode;
import io.sluice.config.StreamConfiguration;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.FlushHandler;
import io.sluice.local.Sizes;
import io.sluice.local.UsageException;
import io.sluice.local.serve.streams.OutsideServers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sluice flush`: the flusher of streams where no function of Lambda's is.
@Command(name = "flush", sortOptions = false, description = {
        "Delivers what is staged, as the flusher function does, where there is no Lambda: beside replicas of",
        "serve --stateless in a cluster. Any number of these, and the function, may run at once."})
final class FlushCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RUN = "{}";
    private static final String SWEEP = "{\"sweep\":\"when due\"}";
    private static final Duration RUN_ENDS_WITHIN = Duration.ofMinutes(15);
    private static final int SECONDS_MAX = 86_400;

    private final Console console;

    @Option(names = "--config", required = true, paramLabel = "FILE", arity = "1..*",
            description = "Configurations of the streams: files, or objects, s3://BUCKET/KEY.")
    private List<String> configs = List.of();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--s3", paramLabel = "URL", description = {
            "Another S3 than AWS's, by paths, with the access key of the usual places (AWS_ACCESS_KEY_ID,",
            "AWS_PROFILE …)."})
    private Optional<String> s3 = Optional.empty();

    @Option(names = "--dynamodb", paramLabel = "URL", description = "Another DynamoDB, with the same access key.")
    private Optional<String> dynamoDb = Optional.empty();

    @Option(names = "--staging-bucket", paramLabel = "NAME",
            description = "The bucket of what is staged (default: SLUICE_STAGING_BUCKET).")
    private Optional<String> stagingBucket = Optional.empty();

    @Option(names = "--index-table", paramLabel = "NAME",
            description = "The table of the index (default: SLUICE_INDEX_TABLE).")
    private Optional<String> indexTable = Optional.empty();

    @Option(names = "--every", paramLabel = "SECONDS", description = {
            "Run so often until the process is told to end, and sweep as the function's schedule does (default: one",
            "run). A run that fails is told, and made again; the status is the last one's."})
    private Optional<Integer> every = Optional.empty();

    @Option(names = "--event", paramLabel = "JSON", description = {
            "Another event of the flusher's, once: {\"drain\":true}, {\"sweep\":true}, {\"recover\":true} … (default:",
            "{}, what is due)."})
    private Optional<String> event = Optional.empty();

    @Option(names = "--json", description = "Print the function's answers instead of text.")
    private boolean json;

    FlushCommand(Console console) {
        this.console = console;
    }

    /// A stream whose flusher this is.
    private record Flushed(String stream, Stream functions) {}

    @Override
    public Integer call() throws IOException {
        if (every.isPresent() && event.isPresent()) {
            throw new UsageException("--every makes runs, and --event is sent once: leave one of the two out");
        }
        if (every.isPresent() && (every.get() < 1 || every.get() > SECONDS_MAX)) {
            throw new UsageException("--every must be 1 to " + SECONDS_MAX + " seconds, not " + every.get());
        }
        OutsideServers servers = OutsideServers.of(s3, dynamoDb, stagingBucket.orElse(OutsideServers.STAGING_BUCKET));
        Map<String, String> environment = StoreVariables.of(System.getenv(), servers, stagingBucket, indexTable);
        List<Flushed> streams = new ArrayList<>();
        try (var _ = plugins.load()) {
            for (String config : configs) {
                streams.add(stream(config, ConfigurationFile.read(config,
                        StoreVariables.s3(System.getenv(), servers)), environment));
            }
            return every.isPresent()
                    ? again(streams, Duration.ofSeconds(every.get()))
                    : once(streams, event.orElse(RUN)) ? ExitStatus.DONE : ExitStatus.FAILED;
        } finally {
            streams.forEach(each -> each.functions.close());
        }
    }

    private Flushed stream(String config, ConfigurationFile file, Map<String, String> environment) {
        StreamConfiguration stream = file.require(console);
        if (stream.sluice().deliveryMode() != DeliveryMode.BUFFER) {
            throw new UsageException("The stream of " + config + " has no flusher: its Sluice.Delivery is 'firehose',"
                    + " which delivers by itself");
        }
        Map<String, String> own = new HashMap<>(environment);
        own.put("SLUICE_CONFIG", new String(file.json(), StandardCharsets.UTF_8));
        try {
            return new Flushed(stream.stream(), AwsPorts.of(own).stream(InstantSource.system(), _ -> {}));
        } catch (IllegalArgumentException e) {
            throw new UsageException("The stream of " + config + " can't be flushed: " + e.getMessage());
        }
    }

    /// Makes runs until the process is told to end; one that fails is told, and the next one is made.
    ///
    /// @return how the last one ended
    private int again(List<Flushed> streams, Duration pause) {
        try (var stop = new StopSignal(RUN_ENDS_WITHIN)) {
            stop.listen();
            int status;
            do {
                boolean delivered = once(streams, RUN);
                boolean swept = once(streams, SWEEP);
                status = delivered && swept ? ExitStatus.DONE : ExitStatus.FAILED;
            } while (!stop.await(pause));
            stop.endWith(status);
            return status;
        }
    }

    /// @return true when nothing went wrong
    private boolean once(List<Flushed> streams, String what) {
        boolean well = true;
        for (Flushed each : streams) {
            try {
                JsonNode answer = answer(each, what);
                tell(each.stream, answer);
                for (JsonNode problem : answer.path("problems")) {
                    console.warning(each.stream + ": " + problem.asText());
                    well = false;
                }
                for (JsonNode segment : answer.path("unreadable")) {
                    console.warning(each.stream + ": cannot be recovered: " + segment.asText());
                    well = false;
                }
            } catch (IOException | RuntimeException e) {
                failed(each.stream, what, e);
                well = false;
            }
        }
        console.out().flush();
        return well;
    }

    /// The streams after it are flushed all the same.
    ///
    /// @throws UsageException when it is the event that is refused
    private void failed(String stream, String what, Exception failure) {
        if (event.isPresent() && failure instanceof IllegalArgumentException) {
            throw new UsageException("The flusher of " + stream + " refuses " + what + ": " + failure.getMessage());
        }
        if (every.isPresent()) {
            console.warning("the flusher of " + stream + " failed, and runs again: " + failure.getMessage());
        } else {
            console.message("The flusher of " + stream + " failed: " + failure.getMessage());
        }
    }

    private static JsonNode answer(Flushed stream, String what) throws IOException {
        var answer = new ByteArrayOutputStream();
        new FlushHandler(stream.functions).handleRequest(
                new ByteArrayInputStream(what.getBytes(StandardCharsets.UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    private void tell(String stream, JsonNode answer) {
        if (json) {
            console.out().println(answer);
        } else if (answer.has("objects")) {
            console.out().println(stream + ": " + Sizes.count(answer.path("objects").asLong(), "object") + " of "
                    + Sizes.count(answer.path("records").asLong(), "record") + " delivered; "
                    + Sizes.count(answer.path("recordsPending").asLong()) + " wait, "
                    + Sizes.count(answer.path("deliveriesOpen").asLong()) + " deliveries open");
        } else if (event.isPresent()) {
            console.out().println(stream + ": " + answer);
        }
    }
}
