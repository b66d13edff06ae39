package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// One process of the functions over the embedded services, through the AWS SDK; one of its requests may go wrong.
final class FaultyProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FaultyHttpClient http;
    private final Stream functions;

    /// @param configuration the stream's, as JSON
    /// @param at            the number of the request that goes wrong, from 1; 0: none
    FaultyProcess(EmbeddedServices services, String configuration, InstantSource clock, Fault fault, int at) {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration);
        this.http = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, at);
        this.functions = AwsPorts.of(environment, http).stream(clock, _ -> {});
    }

    /// A process in which nothing goes wrong.
    static FaultyProcess sound(EmbeddedServices services, String configuration, InstantSource clock) {
        return new FaultyProcess(services, configuration, clock, Fault.THROTTLED, 0);
    }

    /// A stream of JSON lines in delivery `buffer`, partitioned by jq keys.
    ///
    /// @param query as it stands in a JSON text
    static String configuration(String stream, String bucket, String prefix, String errorPrefix, String query) {
        return """
                {"DeliveryStreamName": "%s",
                 "DeliveryStreamType": "DirectPut",
                 "ExtendedS3DestinationConfiguration": {
                   "RoleARN": "arn:aws:iam::123456789012:role/delivery",
                   "BucketARN": "arn:aws:s3:::%s",
                   "Prefix": "%s",
                   "ErrorOutputPrefix": "%s!{firehose:error-output-type}/",
                   "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 300},
                   "CompressionFormat": "UNCOMPRESSED",
                   "DynamicPartitioningConfiguration": {"Enabled": true},
                   "ProcessingConfiguration": {"Enabled": true, "Processors": [
                     {"Type": "MetadataExtraction", "Parameters": [
                       {"ParameterName": "MetadataExtractionQuery", "ParameterValue": "%s"},
                       {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]},
                     {"Type": "AppendDelimiterToRecord"}]}},
                 "Sluice": {"Delivery": "buffer", "IndexShards": 2}}""".formatted(stream, bucket, prefix, errorPrefix,
                query);
    }

    /// Invokes a function with an event.
    ///
    /// @return its answer
    JsonNode call(Function<Stream, RequestStreamHandler> function, String event) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        function.apply(functions).handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    /// How many requests were made.
    int requests() {
        return http.requests();
    }

    @Override
    public void close() {
        functions.close();
    }
}
