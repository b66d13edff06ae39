package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.lambda.Wiring;
import io.sluice.local.run.LocalContext;
import io.sluice.local.server.EmbeddedServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The functions of `buffer.json` on the embedded servers, at times that a test sets, and what CloudWatch would know of
/// them.
final class StreamOnAlert implements AutoCloseable {
    static final String BUCKET = "orders";
    static final Duration TICK = Duration.ofMinutes(2);
    private static final Pattern KEY = Pattern.compile("object ([^:]+): ");

    final AlarmWatch watch = new AlarmWatch();
    final RefusingHttpClient http = new RefusingHttpClient();
    /// Begins today: the embedded S3 server dates objects by its own clock.
    Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
    private String openKey = "";
    private final EmbeddedServices services;
    private final S3Client s3;
    private final Wiring wiring;

    /// @param retention `Sluice.Retention`
    StreamOnAlert(Path folder, String retention) throws IOException {
        this.services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"), BUCKET);
        this.s3 = services.s3Client();
        var configuration = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        ((ObjectNode) configuration.path("Sluice")).set("Retention", Synthesis.JSON.readTree(retention));
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration.toString());
        this.wiring = Wiring.create(environment, () -> now, this::line, http);
    }

    private void line(String line) {
        watch.line(line);
        var named = KEY.matcher(line);
        if (line.contains("flush-problem") && named.find()) {
            openKey = named.group(1);
        }
    }

    /// The key that the last problem of a run named.
    String openKey() {
        return openKey;
    }

    /// Hands over a batch of one record as Firehose does.
    ///
    /// @return what the function answers of the record: `Ok` is what Firehose delivers itself
    String put(String record) throws IOException {
        String data = Base64.getEncoder().encodeToString(record.getBytes(UTF_8));
        byte[] answer = invoke(new TransformHandler(wiring),
                "{\"records\":[{\"recordId\":\"1\",\"approximateArrivalTimestamp\":"
                        + now.toEpochMilli() + ",\"data\":\"" + data + "\"}]}");
        return Synthesis.JSON.readTree(answer).at("/records/0/result").asText();
    }

    void flush() throws IOException {
        invoke(new FlushHandler(wiring), "{}");
    }

    void retain() throws IOException {
        invoke(new RetentionHandler(wiring), "{\"run\":true}");
    }

    /// The flusher's schedule, for as long as told.
    void ticks(Duration time) throws IOException {
        for (Instant end = now.plus(time); now.isBefore(end);) {
            now = now.plus(TICK);
            flush();
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

    /// Whether a request is for the index.
    static boolean asksForTheIndex(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target").isPresent();
    }

    List<String> segments() {
        return s3.listObjectsV2Paginator(list -> list.bucket(staging()).prefix("segments/")).contents().stream()
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

    void freeKey(String key) {
        s3.deleteObject(delete -> delete.bucket(BUCKET).key(key));
    }

    private String staging() {
        return services.environment().getOrDefault("SLUICE_STAGING_BUCKET", "");
    }

    @Override
    public void close() {
        wiring.close();
        s3.close();
        services.close();
    }
}
