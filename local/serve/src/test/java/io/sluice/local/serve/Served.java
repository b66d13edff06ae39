package io.sluice.local.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Keys;
import io.sluice.local.folder.OutFolder;
import io.sluice.local.serve.endpoint.DeliberateFaults;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.firehose.FirehoseClient;
import software.amazon.awssdk.services.firehose.model.Processor;
import software.amazon.awssdk.services.firehose.model.ProcessorParameter;
import software.amazon.awssdk.services.firehose.model.Record;

/// A server of a test, with a client.
final class Served implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private final Serve serve;
    private final Path out;
    final List<String> warnings;
    final FirehoseClient client;

    private Served(Serve serve, Path out, List<String> warnings) {
        this.serve = serve;
        this.out = out;
        this.warnings = warnings;
        this.client = client(serve.uri(), "local", "local");
    }

    static Served on(Path out) {
        return on(settings(out, DeliberateFaults.NONE, 1));
    }

    static Served on(ServeSettings settings) {
        return on(settings, _ -> {});
    }

    /// @param told takes each warning besides
    static Served on(ServeSettings settings, Consumer<String> told) {
        List<String> warnings = new ArrayList<>();
        return new Served(Serve.start(settings, InstantSource.system(), UUID::randomUUID, warning -> {
            warnings.add(warning);
            told.accept(warning);
        }), settings.out().path(), warnings);
    }

    static ServeSettings settings(Path out, DeliberateFaults faults, int speed) {
        return settings(out, faults, speed, ServeSettings.Outside.NONE);
    }

    static ServeSettings settings(Path out, DeliberateFaults faults, int speed, ServeSettings.Outside outside) {
        return new ServeSettings(OutFolder.of(out.toString()), List.of(), InetAddress.getLoopbackAddress(), 0,
                ServeSettings.Security.PLAIN,
                Set.of(), Keys.of("local", "local"), 64 << 20, speed, faults, ServeSettings.Reset.ALLOWED,
                outside);
    }

    static FirehoseClient client(URI uri, String key, String secret) {
        return FirehoseClient.builder().endpointOverride(uri).region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(key, secret)))
                .httpClientBuilder(UrlConnectionHttpClient.builder()).build();
    }

    URI uri() {
        return serve.uri();
    }

    Serve serve() {
        return serve;
    }

    /// Creates a stream that puts records under the value of their `k`.
    void createByKey(String name, String bucket) {
        createByKey(name, bucket, 64);
    }

    void createByKey(String name, String bucket, int megabytes) {
        client.createDeliveryStream(request -> request.deliveryStreamName(name)
                .extendedS3DestinationConfiguration(s3 -> s3.roleARN("arn:aws:iam::123456789012:role/r")
                        .bucketARN("arn:aws:s3:::" + bucket).prefix("k=!{partitionKeyFromQuery:k}/")
                        .errorOutputPrefix("errors/!{firehose:error-output-type}/")
                        .bufferingHints(hints -> hints.sizeInMBs(megabytes).intervalInSeconds(60))
                        .compressionFormat("GZIP").dynamicPartitioningConfiguration(dynamic -> dynamic.enabled(true))
                        .processingConfiguration(processing -> processing.enabled(true).processors(List.of(
                                processor("MetadataExtraction",
                                        Map.of("MetadataExtractionQuery", "{k:.k}", "JsonParsingEngine", "JQ-1.6")),
                                processor("AppendDelimiterToRecord", Map.of()))))));
    }

    static Processor processor(String type, Map<String, String> parameters) {
        return Processor.builder().type(type)
                .parameters(parameters.entrySet().stream().map(each -> ProcessorParameter.builder()
                        .parameterName(each.getKey()).parameterValue(each.getValue()).build()).toList())
                .build();
    }

    static Record record(String text) {
        return Record.builder().data(SdkBytes.fromUtf8String(text)).build();
    }

    String get(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(uri().resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    JsonNode post(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(uri().resolve(path))
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
            ObjectNode told = JSON.createObjectNode().put("status", answer.statusCode());
            told.set("body", JSON.readTree(answer.body()));
            return told;
        }
    }

    /// The lines of all objects of a bucket, by the folder that they are in.
    Map<String, List<String>> lines(String bucket) throws IOException {
        return lines(out, bucket);
    }

    static Map<String, List<String>> lines(Path out, String bucket) throws IOException {
        Map<String, List<String>> lines = new TreeMap<>();
        Path folder = out.resolve(bucket);
        if (!Files.isDirectory(folder)) {
            return lines;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String place = folder.relativize(file.getParent()).toString();
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    lines.computeIfAbsent(place, _ -> new ArrayList<>())
                            .addAll(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
                }
            }
        }
        lines.values().forEach(each -> each.sort(null));
        return lines;
    }

    @Override
    public void close() {
        client.close();
        serve.close();
    }
}
