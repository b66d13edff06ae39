package io.sluice.junit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.serve.Serve;
import io.sluice.local.serve.ServeSettings;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import io.sluice.local.server.FileNames;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A JUnit 5 extension that starts `./sluice serve` in the tests' own process, on a port that is free and in a folder
/// that is removed at the end:
///
/// ```java
/// @RegisterExtension
/// static final LocalFirehose firehose = LocalFirehose.with(Path.of("stream.json"));
/// ```
///
/// In a static field it is started once for the class, and every test begins with the configured streams and no
/// objects; in another field it is started for each test. Not for tests of a class that run at the same time.
public final class LocalFirehose
        implements
            BeforeAllCallback,
            AfterAllCallback,
            BeforeEachCallback,
            AfterEachCallback {
    /// With these keys clients may call.
    public static final String ACCESS_KEY = "local";
    /// Its secret.
    public static final String SECRET_KEY = "local";
    private static final long JOURNAL_BYTES = 256L << 20;
    private static final Duration LANDED_WITHIN = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Path> configurations;
    private final int speed;
    private @Nullable Running running;
    private boolean isForOneTest;
    /// Classes under way: one, and those that are nested in it.
    private int classes;

    /// A server at work.
    private record Running(Serve serve, Path out) {}

    private LocalFirehose(List<Path> configurations, int speed) {
        this.configurations = List.copyOf(configurations);
        this.speed = speed;
    }

    /// A server with these streams; others can be created through the API.
    ///
    /// @param configurations as for `./sluice serve --config`
    public static LocalFirehose with(Path... configurations) {
        return new LocalFirehose(List.of(configurations), 1);
    }

    /// The same, with a clock of buffers that runs `speed` times as fast as time.
    ///
    /// @throws IllegalArgumentException when it is below 1
    public LocalFirehose atSpeed(int speed) {
        if (speed < 1) {
            throw new IllegalArgumentException("a speed is at least 1, not " + speed);
        }
        return new LocalFirehose(configurations, speed);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        if (classes++ == 0) {
            start(context);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (running == null) {
            start(context);
            isForOneTest = true;
        } else {
            reset();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (isForOneTest) {
            stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (--classes == 0) {
            stop();
        }
    }

    private void start(ExtensionContext context) throws IOException {
        List<ObjectNode> streams = new ArrayList<>();
        for (Path each : configurations) {
            if (!(JSON.readTree(each.toFile()) instanceof ObjectNode stream)) {
                throw new IllegalArgumentException("The configuration " + each + " is no JSON object");
            }
            streams.add(stream);
        }
        Path out = Files.createTempDirectory("sluice-");
        try {
            var settings = new ServeSettings(OutFolder.of(out.toString()), streams, InetAddress.getLoopbackAddress(),
                    0, ServeSettings.Security.PLAIN, Set.of(), Keys.of(ACCESS_KEY, SECRET_KEY), JOURNAL_BYTES,
                    speed, DeliberateFaults.NONE, ServeSettings.Reset.ALLOWED, ServeSettings.Outside.NONE);
            running = new Running(Serve.start(settings, InstantSource.system(), UUID::randomUUID,
                    warning -> context.publishReportEntry("sluice", warning)), out);
        } catch (RuntimeException e) {
            Folders.delete(out);
            throw e;
        }
    }

    private void stop() throws IOException {
        Running ended = running;
        running = null;
        isForOneTest = false;
        if (ended != null) {
            try {
                ended.serve.close();
            } finally {
                Folders.delete(ended.out);
            }
        }
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("the server runs during tests only; register it with @RegisterExtension");
        }
        return now;
    }

    /// The endpoint of Firehose, for `endpointOverride`; any region will do.
    public URI endpoint() {
        return running().serve.uri();
    }

    /// The endpoint of S3, by paths: there the objects are too.
    public URI s3Endpoint() {
        return running().serve.s3Uri();
    }

    /// Delivers all that was put, whatever the buffers' hints say, and returns when it is done.
    ///
    /// @throws AssertionError when something could not be delivered
    public void flush() {
        post("/_sluice/flush");
    }

    /// Waits until so many records landed since the test began, whichever streams they are of: what lands by the
    /// buffers' hints, or was flushed. Rejected records don't count.
    ///
    /// @throws AssertionError when they did not within half a minute; it says where the others are
    public void awaitLanded(long records) {
        awaitLanded(records, LANDED_WITHIN);
    }

    /// The same, within `atMost`.
    public void awaitLanded(long records, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            JsonNode streams = streams();
            long landed = sum(streams, "landedRecords");
            if (landed >= records) {
                return;
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError(landed + " of " + records + " records landed within " + atMost + ": "
                        + sum(streams, "records") + " were put, " + sum(streams, "rejected") + " of them rejected, "
                        + sum(streams, "waiting") + " wait" + troubles(streams)
                        + ". What waits is due by its BufferingHints; flush() delivers it at once");
            }
            pause();
        }
    }

    private JsonNode streams() {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return JSON.readTree(http.send(HttpRequest.newBuilder(endpoint().resolve("/_sluice/streams")).build(),
                    HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static long sum(JsonNode streams, String figure) {
        return streams.valueStream().mapToLong(stream -> stream.path(figure).asLong()).sum();
    }

    private static String troubles(JsonNode streams) {
        String troubles = streams.valueStream().flatMap(stream -> stream.path("troubles").valueStream())
                .map(JsonNode::asText).collect(Collectors.joining("; "));
        return troubles.isEmpty() ? "" : " (" + troubles + ")";
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static AssertionError interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new AssertionError("the wait for records to land was interrupted", e);
    }

    /// Deletes all streams and objects, and makes the configured streams anew. Happens before each test by itself.
    public void reset() {
        post("/_sluice/reset");
    }

    private void post(String path) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(endpoint().resolve(path)).POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new AssertionError(path + " failed: " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(path + " was interrupted", e);
        }
    }

    /// The objects of a bucket as they are stored, by their keys.
    public SortedMap<String, byte[]> objects(String bucket) {
        SortedMap<String, byte[]> objects = new TreeMap<>();
        Path folder = running().out.resolve(bucket);
        if (!Files.isDirectory(folder)) {
            return objects;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String key = FileNames.key(folder, file).orElseGet(() -> folder.relativize(file).toString());
                objects.put(key, Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return objects;
    }
}
