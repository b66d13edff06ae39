package io.sluice.local.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.app.Flushing;
import io.sluice.app.RunContext;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.serve.endpoint.Capacity;
import io.sluice.local.serve.endpoint.HttpEndpoint;
import io.sluice.local.serve.replica.Replica;
import io.sluice.local.serve.replica.ReplicaSettings;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// One S3 and one DynamoDB, any number of replicas over them, and the flusher of their stream.
final class StatelessServers implements AutoCloseable {
    private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(1);
    private static final Duration PROBED_WITHIN = Duration.ofSeconds(2);
    static final Capacity CAPACITY = Capacity.ofHeap(Runtime.getRuntime().maxMemory(), Duration.ofSeconds(20));
    private final Path out;
    private final EmbeddedServices services;
    private final HttpClient http = HttpClient.newHttpClient();
    final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    StatelessServers(Path folder) {
        this.out = folder.resolve("objects");
        this.services = EmbeddedServices.startWithIndexInMemory(out, folder.resolve("work"), "data");
    }

    static ObjectNode configuration(String stream) throws IOException {
        return (ObjectNode) Served.JSON.readTree("""
                {"DeliveryStreamName": "%s", "ExtendedS3DestinationConfiguration": {
                 "RoleARN": "arn:aws:iam::123456789012:role/r", "BucketARN": "arn:aws:s3:::data",
                 "Prefix": "%s/k=!{partitionKeyFromQuery:k}/", "CompressionFormat": "GZIP",
                 "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                 "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                 "DynamicPartitioningConfiguration": {"Enabled": true},
                 "ProcessingConfiguration": {"Enabled": true, "Processors": [
                  {"Type": "MetadataExtraction", "Parameters": [
                   {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k:.k}"},
                   {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
                  {"Type": "AppendDelimiterToRecord"}]}},
                 "Sluice": {"Source": {"Type": "direct", "GroupMillis": 20}}}
                """.formatted(stream, stream));
    }

    Map<String, String> environment() {
        return services.environment();
    }

    Replica replica() throws IOException {
        return replica(UrlConnectionHttpClient.create(), CAPACITY);
    }

    Replica replica(SdkHttpClient carrier, Capacity capacity) throws IOException {
        return replica(settings(List.of(configuration("s"), configuration("t")), environment(), capacity), carrier);
    }

    Replica replica(ReplicaSettings settings, SdkHttpClient carrier) {
        return Replica.start(settings, new Replica.Surroundings(carrier, InstantSource.system(), System::nanoTime,
                UUID::randomUUID, warnings::add, lines::add));
    }

    static ReplicaSettings settings(List<ObjectNode> configurations, Map<String, String> environment,
            Capacity capacity) {
        return new ReplicaSettings(configurations, environment, new HttpEndpoint.Listening(
                InetAddress.getLoopbackAddress(), 0, Optional.empty(), Set.of()),
                Keys.of("local", "local"), capacity);
    }

    /// A call of a stream's record `{"k":"a","n":<number>}`, under an invocation id.
    HttpResponse<String> put(URI replica, String invocation, int... numbers) throws IOException, InterruptedException {
        return call(replica, "PutRecordBatch", batch("s", numbers), Map.of("amz-sdk-invocation-id", invocation));
    }

    static String batch(String stream, int... numbers) {
        List<String> records = new ArrayList<>();
        for (int number : numbers) {
            records.add("{\"Data\":\"" + Base64.getEncoder().encodeToString(line(number).getBytes(UTF_8)) + "\"}");
        }
        return "{\"DeliveryStreamName\":\"" + stream + "\",\"Records\":[" + String.join(",", records) + "]}";
    }

    static String line(int number) {
        return "{\"k\":\"a\",\"n\":" + number + "}";
    }

    /// What a server that ends has accepted and not looked at is answered by nobody until its process is gone: a client
    /// waits no longer than those of AWS do.
    HttpResponse<String> call(URI replica, String operation, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        return call(replica, operation, body, headers, ANSWERED_WITHIN);
    }

    private HttpResponse<String> call(URI replica, String operation, String body, Map<String, String> headers,
            Duration within) throws IOException, InterruptedException {
        return http.send(SignedRequest.of(replica, operation, body, headers, Duration.ZERO).timeout(within).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /// Tests whether a replica takes calls. One that comes while the replica ends may be answered by nobody: it waits
    /// for less time than the replica gives the calls that are under way.
    boolean isTaken(URI replica) throws InterruptedException {
        try {
            return call(replica, "ListDeliveryStreams", "{}", Map.of(), PROBED_WITHIN).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    String get(URI replica, String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(replica.resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /// The flusher's work, and after it all lines of the stream's objects, read by the JDK's own gzip.
    List<String> delivered() throws IOException {
        Map<String, String> environment = new HashMap<>(environment());
        environment.put("SLUICE_CONFIG", configuration("s").toString());
        try (Stream stream = AwsPorts.of(environment).stream(InstantSource.system(), _ -> {})) {
            stream.flushing().flush(Flushing.Mode.DRAIN, RunContext.ALONE);
        }
        List<String> lines = new ArrayList<>();
        Path folder = out.resolve("data/s/k=a");
        if (Files.isDirectory(folder)) {
            try (var files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                        new String(in.readAllBytes(), UTF_8).lines().forEach(lines::add);
                    }
                }
            }
        }
        lines.sort(null);
        return lines;
    }

    /// Holds that the records of these numbers are there, each once; others may be there as well.
    void assertOnce(int from, int until) throws IOException {
        Set<String> expected = IntStream.range(from, until).mapToObj(StatelessServers::line)
                .collect(Collectors.toSet());
        assertEquals(expected.stream().sorted().toList(), delivered().stream().filter(expected::contains).toList());
    }

    @Override
    public void close() {
        http.close();
        services.close();
    }
}
