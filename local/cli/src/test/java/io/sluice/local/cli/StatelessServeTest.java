package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.sluice.app.Flushing;
import io.sluice.app.RunContext;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.Record;

/// `serve --stateless` in processes of their own, of which one is killed while Amazon's SDK puts records through both.
@Tag("long")
final class StatelessServeTest {
    private static final int THREADS = 4;
    private static final int BATCHES = 60;
    private static final int RECORDS = 5;
    private static final int ACKNOWLEDGED_BEFORE_THE_KILL = 100;

    @TempDir
    private Path folder = Path.of("");
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() {
        processes.forEach(Process::destroyForcibly);
    }

    private Path configuration() throws IOException {
        return Files.writeString(folder.resolve("stream.json"), """
                {"DeliveryStreamName": "s", "ExtendedS3DestinationConfiguration": {
                 "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data", "Prefix": "p/",
                 "CompressionFormat": "GZIP",
                 "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "AppendDelimiterToRecord"}]}},
                 "Sluice": {"Source": {"Type": "direct", "GroupMillis": 20}}}
                """);
    }

    /// Of an object, which both read, and not of a file.
    private URI serve(Map<String, String> environment, Path errors) throws IOException {
        return serve(environment, errors, "--config", "s3://data/configurations/stream.json", "--s3",
                Objects.requireNonNull(environment.get("SLUICE_S3_ENDPOINT")), "--dynamodb",
                Objects.requireNonNull(environment.get("SLUICE_DYNAMODB_ENDPOINT")), "--index-table",
                EmbeddedServices.INDEX_TABLE);
    }

    private URI serve(Map<String, String> environment, Path errors, String... options) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Main.class.getName(), "serve",
                "--stateless", "--port", "0"));
        line.addAll(List.of(options));
        ProcessBuilder command = new ProcessBuilder(line).redirectError(errors.toFile());
        command.environment().putAll(environment);
        Process process = command.start();
        processes.add(process);
        String first = process.inputReader(UTF_8).readLine();
        assertTrue(first != null && first.startsWith("Sluice serves http://"), () -> first + read(errors));
        return URI.create(first.substring("Sluice serves ".length()));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static FirehoseClient client(URI uri) {
        return client(uri, "local", "local");
    }

    private static FirehoseClient client(URI uri, String key, String secret) {
        return FirehoseClient.builder().endpointOverride(uri).region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key, secret)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    /// As a container has it: no file and no option names its stream, its stores or its keys.
    @Test
    void aServerFindsItsStreamItsStoresAndItsKeysInItsEnvironment() throws Exception {
        HttpServer secrets = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secrets.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = "{\"SecretString\":\"{\\\"CALLER\\\": \\\"its/secret=\\\"}\"}".getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        secrets.start();
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"),
                "data")) {
            Map<String, String> environment = new HashMap<>(services.environment());
            environment.put("SLUICE_INDEX_TABLE", EmbeddedServices.INDEX_TABLE);
            environment.put("SLUICE_CONFIG", Files.readString(configuration()));
            environment.put("SLUICE_KEYS_SECRET", "arn:aws:secretsmanager:us-east-1:123456789012:secret:keys-a1b2c3");
            environment.put("SLUICE_SECRETSMANAGER_ENDPOINT", "http://127.0.0.1:" + secrets.getAddress().getPort());
            URI uri = URI.create("http://127.0.0.1:"
                    + serve(environment, folder.resolve("errors"), "--bind", "0.0.0.0").getPort());
            try (var client = client(uri, "CALLER", "its/secret="); var stranger = client(uri, "local", "local")) {
                client.putRecord(put -> put.deliveryStreamName("s")
                        .record(Record.builder().data(SdkBytes.fromUtf8String("7")).build()));
                assertThrows(SdkException.class, () -> stranger.putRecord(put -> put.deliveryStreamName("s")
                        .record(Record.builder().data(SdkBytes.fromUtf8String("8")).build())));
            }
            assertEquals(List.of(7), delivered(environment));
        } finally {
            secrets.stop(0);
        }
    }

    @Test
    void everyAcknowledgedRecordIsThereOnceThoughOneServerIsKilledAndTheOtherIsToldToEnd() throws Exception {
        Path errors = folder.resolve("errors");
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"),
                "data")) {
            try (var s3 = services.s3Client()) {
                s3.putObject(put -> put.bucket("data").key("configurations/stream.json"),
                        RequestBody.fromFile(configuration()));
            }
            URI killed = serve(services.environment(), folder.resolve("killed"));
            URI ended = serve(services.environment(), errors);
            Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
            try (var balancer = new LoadBalancer(List.of(killed, ended));
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> putting = IntStream.range(0, THREADS).<Future<?>>mapToObj(
                        thread -> threads.submit(() -> put(balancer.uri(), thread, acknowledged))).toList();
                while (acknowledged.size() < ACKNOWLEDGED_BEFORE_THE_KILL) {
                    Thread.onSpinWait();
                }
                processes.getFirst().destroyForcibly().waitFor();
                for (Future<?> each : putting) {
                    each.get();
                }
            }
            processes.getLast().toHandle().destroy();
            assertEquals(0, processes.getLast().waitFor(), () -> read(errors));
            assertTrue(read(errors).contains("every call that it took is answered"), read(errors));
            List<Integer> delivered = delivered(services.environment());
            assertEquals(new HashSet<>(delivered).size(), delivered.size(), "none is there twice");
            assertTrue(new HashSet<>(delivered).containsAll(acknowledged));
            assertTrue(acknowledged.size() > THREADS * BATCHES * RECORDS / 2, "acknowledged: " + acknowledged.size());
        }
        try (var left = Files.list(folder)) {
            assertEquals(List.of("errors", "killed", "out", "stream.json", "work"),
                    left.map(each -> String.valueOf(each.getFileName())).sorted().toList());
        }
    }

    /// What the SDK gives up after its own attempts is not put again: nobody may say that it is there, or that it is
    /// not.
    private static void put(URI uri, int thread, Set<Integer> acknowledged) {
        try (FirehoseClient client = client(uri)) {
            for (int batch = 0; batch < BATCHES; batch++) {
                int first = (thread * BATCHES + batch) * RECORDS;
                List<Integer> numbers = IntStream.range(first, first + RECORDS).boxed().toList();
                try {
                    assertEquals(0, client.putRecordBatch(put -> put.deliveryStreamName("s").records(numbers.stream()
                            .map(each -> Record.builder().data(SdkBytes.fromUtf8String("" + each)).build()).toList()))
                            .failedPutCount());
                    acknowledged.addAll(numbers);
                } catch (SdkException _) {
                    // It is not acknowledged.
                }
            }
        }
    }

    /// The flusher's work, and the numbers in all objects, by the JDK's own gzip.
    private List<Integer> delivered(Map<String, String> services) throws IOException {
        Map<String, String> environment = new HashMap<>(services);
        environment.put("SLUICE_CONFIG", "file:" + folder.resolve("stream.json"));
        try (Stream stream = AwsPorts.of(environment).stream(InstantSource.system(), _ -> {})) {
            stream.flushing().flush(Flushing.Mode.DRAIN, RunContext.ALONE);
        }
        List<Integer> numbers = new ArrayList<>();
        try (var files = Files.walk(folder.resolve("out"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".gz")).toList()) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    new String(in.readAllBytes(), UTF_8).lines().map(Integer::valueOf).forEach(numbers::add);
                }
            }
        }
        Collections.sort(numbers);
        return numbers;
    }
}
