package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.AlarmWatch;
import io.sluice.infra.RefusingHttpClient;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import io.sluice.local.batch.LocalContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The stream `orders` as its templates have it: the real functions on the embedded servers, called by whoever may,
/// with schedules that can be disabled and a concurrency that can be taken away. Time is the test's.
final class DeployedStream implements AutoCloseable {
    static final String NAME = "orders";
    /// Alarms look at periods of so many seconds.
    private static final long PERIOD = 300;
    private static final Duration TICK = Duration.ofMinutes(2);

    final Deployment deployment;
    final AlarmWatch watch = new AlarmWatch();
    final RefusingHttpClient http = new RefusingHttpClient();
    private final Servers servers;
    final S3Client s3;
    final DynamoDbClient dynamoDb;
    final Map<String, ObjectNode> schedules;
    /// Functions that may not be executed at all.
    final Set<String> stopped = new HashSet<>();
    /// Begins a little later than the clock of the embedded S3 server, which dates objects by its own.
    Instant now = Instant.ofEpochSecond((Instant.now().getEpochSecond() / PERIOD + 1) * PERIOD);
    private final ObjectNode configuration;
    private final Map<String, String> environment;
    private final Set<String> dataBuckets = new TreeSet<>(Set.of(Servers.DATA));
    private Release release = new Release.Current();
    private Release.Environment functions;
    private int invocations;
    private Invoked lastRun = new Invoked("", false);

    /// What an invocation ends with.
    ///
    /// @param failed whether the body is the function's error
    record Invoked(String body, boolean failed) {}

    /// A function is refused executions.
    static final class Throttled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Throttled(String function) {
            super("An error occurred (TooManyRequestsException): Rate Exceeded: " + function);
        }
    }

    DeployedStream(Path folder, Way way) {
        this.deployment = new Deployment(way);
        this.schedules = deployment.schedules();
        this.servers = Servers.start(folder);
        this.s3 = servers.s3();
        this.dynamoDb = servers.dynamoDb();
        this.configuration = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        this.environment = new HashMap<>(servers.environment());
        this.functions = started();
    }

    private Release.Environment started() {
        environment.put("SLUICE_CONFIG", configuration.toString());
        return release.start(environment, () -> now, watch::line, http);
    }

    /// What `cdk deploy` does with other code.
    void deploy(Release code) {
        release = code;
        deploy(_ -> {});
    }

    /// What `cdk deploy` does with a configuration that was edited: new environments of the functions.
    void deploy(Consumer<ObjectNode> edit) {
        edit.accept(configuration);
        functions.close();
        functions = started();
    }

    /// What `cdk deploy` does where there is no pipeline, or one that was changed by hand.
    void deployAnew() {
        stopped.clear();
        schedules.putAll(deployment.schedules());
        deploy(_ -> {});
    }

    /// The same with another data bucket.
    void deployWithBucket(String bucket) {
        environment.put("SLUICE_DATA_BUCKET", bucket);
        dataBuckets.add(bucket);
        deploy(_ -> {});
    }

    /// Where delivered objects may be.
    List<String> buckets() {
        return List.copyOf(dataBuckets);
    }

    /// What an output of the stacks says; empty where there is none of that name.
    Optional<String> output(String output) {
        return deployment.named(output).map(logicalId -> switch (output) {
            case "DataBucketName" -> environment.getOrDefault("SLUICE_DATA_BUCKET", "");
            case "StagingBucketName" -> Servers.STAGING;
            case "IndexTableName" -> Servers.TABLE;
            default -> output.endsWith("Url")
                    ? "https://sqs.us-east-1.amazonaws.com/123456789012/" + logicalId
                    : logicalId;
        });
    }

    /// @param function its logical id
    Invoked invoke(String function, String event) {
        if (stopped.contains(function)) {
            throw new Throttled(function);
        }
        var answer = new ByteArrayOutputStream();
        try {
            functions.handler(function)
                    .handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer,
                            new LocalContext(function, "request-" + invocations++));
            return new Invoked(answer.toString(UTF_8), false);
        } catch (IOException | RuntimeException e) {
            return new Invoked(Synthesis.JSON.createObjectNode().put("errorMessage", String.valueOf(e.getMessage()))
                    .put("errorType", e.getClass().getName()).toString(), true);
        }
    }

    /// Time goes on, and what is due by the schedules runs; CloudWatch counts what failed.
    void goOn(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end);) {
            now = now.plus(TICK);
            scheduled("{}", "FlusherErrors");
        }
        Invoked flushed = lastRun;
        scheduled("{\"sweep\":\"when due\"}", "FlusherErrors");
        scheduled("{\"run\":true}", "RetentionErrors");
        lastRun = flushed;
    }

    /// What the last flush run of the schedule answered.
    String lastRun() {
        return lastRun.body();
    }

    private void scheduled(String event, String alarm) {
        schedules.values().stream()
                .filter(each -> each.at("/Target/Input").asText().equals(event))
                .filter(each -> !each.path("State").asText("ENABLED").equals("DISABLED"))
                .forEach(each -> {
                    String function = alarm.startsWith("Flusher") ? "FlushFunction" : "RetentionFunction";
                    if (event.equals("{}")) {
                        watch.counted(deployment.alarm("FlusherNotRunning"), "events", now, 1);
                    }
                    lastRun = invoke(function, event);
                    watch.counted(deployment.alarm(alarm), now, lastRun.failed() ? 1 : 0);
                });
    }

    boolean alarmed(String name) {
        return watch.inAlarm(deployment.alarm(name), now);
    }

    @Override
    public void close() {
        functions.close();
        servers.close();
    }
}
