package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.sluice.app.Stream;
import io.sluice.direct.GroupAgeMetric;
import io.sluice.call.Call;
import io.sluice.event.CallSettings.Retries;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.job.DailyCompactionTest;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.DayMoveHandler;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.LandingEventsHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.batch.LocalContext;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.registrar.DeployedTable;
import io.sluice.registrar.IcebergHandler;
import io.sluice.testkit.glue.GlueServer.Fault;
import io.sluice.testkit.glue.GlueServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The functions of a deployment on the embedded servers, at times that a test sets, and what CloudWatch would know of
/// them. Invocations are counted as Lambda counts them: each that starts, each that throws, each that is refused.
final class StreamOnAlert implements AutoCloseable {
    static final String BUCKET = "orders";
    static final Duration TICK = Duration.ofMinutes(2);
    /// Alarms of jobs that do not start while the flusher does.
    private static final List<String> JOBS = List.of("RetentionNotRunning", "SweepsNotRunning",
            "CompactionNotRunning");
    private static final Pattern KEY = Pattern.compile("object ([^:]+): ");

    final AlarmWatch watch = new AlarmWatch();
    final RefusingHttpClient http = new RefusingHttpClient();
    /// Begins today: the embedded S3 server dates objects by its own clock.
    Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
    private final Map<String, JsonNode> alarms;
    private final Set<String> throttled = new HashSet<>();
    private boolean ticking;
    private String openKey = "";
    private final List<String> problems = new ArrayList<>();
    private final EmbeddedServices services;
    private final S3Client s3;
    private final HttpServer bus;
    private final Stream stream;
    private final GroupAgeMetric ages;
    private final GlueServer glue = new GlueServer(_ -> Fault.NONE);
    private final Optional<DeployedTable> table;

    /// Runs a function in Lambda's place.
    private interface Invocation {
        byte[] answer() throws IOException;
    }

    StreamOnAlert(Path folder, Way way) throws IOException {
        this.alarms = alarms(way);
        this.ticking = alarms.containsKey("TicksNotRunning");
        this.services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), BUCKET);
        this.s3 = services.s3Client();
        var configuration = (ObjectNode) Synthesis.read(way.configuration());
        if (configuration.at("/Sluice/Delivery").asText().equals("buffer")) {
            ((ObjectNode) configuration.path("Sluice")).putObject("Retention").put("Days", 1);
        }
        this.bus = LandingEventsTest.bus(new ArrayList<>());
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_EVENTBRIDGE_ENDPOINT", "http://127.0.0.1:" + bus.getAddress().getPort());
        environment.put("SLUICE_GLUE_ENDPOINT", glue.uri().toString());
        environment.put("SLUICE_CONFIG", configuration.toString());
        this.stream = AwsPorts.of(environment, http).stream(() -> now, this::line);
        this.table = stream.configuration().sluice().iceberg()
                .map(_ -> DeployedTable.of(environment, http, () -> now, this::line));
        this.ages = new GroupAgeMetric(stream.configuration(), () -> now,
                () -> Duration.between(Instant.EPOCH, now).toNanos(), this::line);
    }

    private void line(String line) {
        watch.line(line);
        if (line.contains("flush-problem")) {
            problems.add(line);
        }
        var named = KEY.matcher(line);
        if (line.contains("flush-problem") && named.find()) {
            openKey = named.group(1);
        }
    }

    /// The key that the last problem of a run named.
    String openKey() {
        return openKey;
    }

    /// The lines of the log that name what a flush run could not do.
    List<String> problems() {
        return problems;
    }

    /// An alarm of the deployment, as its template has it.
    JsonNode alarm(String name) {
        return Optional.ofNullable(alarms.get(name))
                .orElseThrow(() -> new AssertionError("no alarm " + name + " but " + alarms.keySet()));
    }

    /// Every alarm of a deployment by its name.
    static Map<String, JsonNode> alarms(Way way) {
        var found = new TreeMap<String, JsonNode>();
        Synthesis.resources(Synthesis.of(way).pipeline(), "AWS::CloudWatch::Alarm").forEach((id, alarm) -> found
                .put(id.replaceAll("^StreamAlarms(\\w+)[0-9A-F]{8}$", "$1"), alarm.path("Properties")));
        return found;
    }

    boolean alarmed(String name) {
        return watch.inAlarm(alarm(name), now);
    }

    /// A value of an alarm's metric that AWS itself counts.
    void counted(String alarm, double value) {
        watch.counted(alarm(alarm), now, value);
    }

    /// A value that AWS itself counts of one of the metrics of an alarm that has several; of none, where the deployment
    /// has no such alarm.
    void counted(String alarm, String id, double value) {
        if (alarms.containsKey(alarm)) {
            watch.counted(alarm(alarm), id, now, value);
        }
    }

    /// A day on which the flusher's schedule started it as often as on any other; as AWS counts it, since nothing else
    /// of its runs matters.
    void aDayOfFlushes() {
        for (int hour = 0; hour < 24; hour++) {
            for (String job : JOBS) {
                counted(job, "flushes", Math.toIntExact(Duration.ofHours(1).dividedBy(TICK)));
            }
            now = now.plus(Duration.ofHours(1));
        }
    }

    /// Refuses the executions of `function`, as where an account's concurrency is used up.
    void throttle(String function) {
        throttled.add(function);
    }

    /// From now on no tick is sent between the runs of the schedule.
    void sendNoTicks() {
        ticking = false;
    }

    void sendTicks() {
        ticking = true;
    }

    void throttleNone() {
        throttled.clear();
    }

    /// Hands over a batch as Firehose does.
    ///
    /// @return what the function answers of the records: `Ok` is what Firehose delivers itself
    JsonNode putAll(List<String> records) throws IOException {
        ArrayNode all = Synthesis.JSON.createArrayNode();
        records.forEach(record -> all.addObject().put("recordId", String.valueOf(all.size()))
                .put("approximateArrivalTimestamp", now.toEpochMilli()).put("data", base64(record)));
        return transformed(Synthesis.JSON.createObjectNode().set("records", all)).path("records");
    }

    /// Hands over a batch of one record as Firehose does.
    ///
    /// @return what the function answers of it
    String put(String record) throws IOException {
        return putAll(List.of(record)).at("/0/result").asText();
    }

    private static String base64(String record) {
        return Base64.getEncoder().encodeToString(record.getBytes(UTF_8));
    }

    /// Puts a record by a call of its own.
    void called(String record) throws IOException {
        byte[] body = record.getBytes(UTF_8);
        var call = Call.named("orders", now.toString(), body, Retries.ONCE, now, List.of(body));
        try {
            stream.intake().calls(System::nanoTime, ages).put(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /// Hands over an event.
    JsonNode transformed(JsonNode event) throws IOException {
        return Synthesis.JSON.readTree(
                lambda("Transform", () -> invoke(new TransformHandler(stream), event.toString())));
    }

    void flush() throws IOException {
        lambda("Flusher", () -> invoke(new FlushHandler(stream), "{}"));
    }

    /// The flusher's hourly schedule of sweeps.
    void sweep() throws IOException {
        lambda("Flusher", () -> invoke(new FlushHandler(stream), "{\"sweep\":\"when due\"}"));
    }

    /// From now on S3 refuses to delete anything that is staged.
    void refuseSweeps() {
        http.refuse(request -> request.method().name().equals("POST")
                && request.encodedPath().equals("/" + staging()));
    }

    /// A message of the queue of ticks; its poller deletes it where the run ends well.
    private void tick() throws IOException {
        lambda("Flusher", () -> invoke(new FlushHandler(stream), "{\"Records\":[{\"body\":\"{}\"}]}"));
        counted("TicksNotRunning", "events", 1);
    }

    void retain() throws IOException {
        lambda("Retention", () -> invoke(new RetentionHandler(stream), "{\"run\":true}"));
    }

    /// The schedule of the function that tells what landed.
    void tell() throws IOException {
        FunctionAtWork.withCredentials(
                () -> lambda("LandingEvents", () -> invoke(new LandingEventsHandler(stream), "{}")));
    }

    /// The schedule of the Iceberg table's function.
    void register() throws IOException {
        FunctionAtWork.withCredentials(
                () -> lambda("Iceberg", () -> invoke(new IcebergHandler(table.orElseThrow()), "{}")));
    }

    /// An execution of the machine that compacts, which Step Functions counts where it fails.
    void compact() {
        var run = new StateMachineRun(event -> answer(event.toString()), _ -> Synthesis.JSON.createObjectNode(),
                time -> now = now.plus(time));
        counted("CompactionNotRunning", "starts", 1);
        try {
            run.execute(DailyCompactionTest.machine(), Synthesis.JSON.createObjectNode());
        } catch (StateMachineRun.ExecutionFailed e) {
            counted("CompactionErrors", 1);
            throw e;
        }
    }

    private JsonNode answer(String event) {
        try {
            return Synthesis.JSON.readTree(invoke(new DayMoveHandler(stream), event));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] lambda(String function, Invocation invocation) throws IOException {
        if (throttled.contains(function)) {
            counted(function + "Throttles", 1);
            throw new IllegalStateException("TooManyRequestsException: Rate Exceeded: " + function);
        }
        if (function.equals("Flusher")) {
            counted("FlusherNotRunning", "events", 1);
            counted("IndexThrottles", "steady", 1);
            JOBS.forEach(job -> counted(job, "flushes", 1));
        }
        if (function.equals("Transform")) {
            counted("SourceNotRead", "invocations", 1);
        }
        if (function.equals("LandingEvents") || function.equals("Iceberg")) {
            counted(function + "NotRunning", "events", 1);
        }
        try {
            return invocation.answer();
        } catch (IOException | RuntimeException e) {
            if (function.equals("Iceberg")) {
                counted("IcebergFailures", "second", 1);
            } else {
                counted(function + "Errors", 1);
            }
            throw e;
        }
    }

    /// The flusher's schedule, for as long as told, whose runs end well.
    void ticks(Duration time) throws IOException {
        for (Instant end = now.plus(time); now.isBefore(end);) {
            now = now.plus(TICK);
            flush();
            if (ticking) {
                tick();
            }
        }
    }

    /// The flusher's schedule, for as long as told, each of whose runs fails: Lambda gives it up, and its queue gets a
    /// message.
    void failingTicks(Duration time) {
        for (Instant end = now.plus(time); now.isBefore(end);) {
            now = now.plus(TICK);
            assertThrows(RuntimeException.class, this::flush);
            counted("FlusherFailures", 1);
        }
    }

    private static byte[] invoke(RequestStreamHandler handler, String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, new LocalContext("orders", "1"));
        return answer.toByteArray();
    }

    /// Whether a request writes to or deletes from the data bucket.
    static boolean changesData(SdkHttpRequest request) {
        String method = request.method().name();
        boolean object = List.of("PUT", "POST", "DELETE").contains(method)
                && request.encodedPath().startsWith("/" + BUCKET + "/");
        return object || (method.equals("POST") && request.encodedPath().equals("/" + BUCKET));
    }

    /// Whether a request writes to the staging bucket.
    boolean stages(SdkHttpRequest request) {
        return request.method().name().equals("PUT") && request.encodedPath().startsWith("/" + staging() + "/");
    }

    /// Whether a request is for the index.
    static boolean asksForTheIndex(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target").isPresent();
    }

    void refuseTheIndex() {
        http.refuse(StreamOnAlert::asksForTheIndex);
    }

    List<String> segments() {
        return s3.listObjectsV2Paginator(list -> list.bucket(staging()).prefix("segments/")).contents().stream()
                .map(S3Object::key).toList();
    }

    /// The keys of what was delivered.
    List<String> objects(String prefix) {
        return s3.listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix(prefix)).contents().stream()
                .map(S3Object::key).toList();
    }

    byte[] segment(String key) {
        return s3.getObjectAsBytes(get -> get.bucket(staging()).key(key)).asByteArray();
    }

    void segment(String key, byte[] bytes) {
        s3.putObject(put -> put.bucket(staging()).key(key), RequestBody.fromBytes(bytes));
    }

    void takeKey(String key) {
        s3.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromString("somebody else's"));
    }

    /// An object of the stream's own.
    void deliver(String key, byte[] bytes) {
        s3.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromBytes(bytes));
    }

    void freeKey(String key) {
        s3.deleteObject(delete -> delete.bucket(BUCKET).key(key));
    }

    private String staging() {
        return services.environment().getOrDefault("SLUICE_STAGING_BUCKET", "");
    }

    @Override
    public void close() {
        table.ifPresent(DeployedTable::close);
        stream.close();
        glue.close();
        bus.stop(0);
        s3.close();
        services.close();
    }
}
