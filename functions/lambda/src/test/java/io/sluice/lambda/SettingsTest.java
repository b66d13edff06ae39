package io.sluice.lambda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.testkit.wire.Gzip;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsTest {
    private final Map<String, String> environment = new HashMap<>();

    SettingsTest() throws IOException {
        environment.put("SLUICE_CONFIG", configuration());
        environment.put("SLUICE_STAGING_BUCKET", "staging");
        environment.put("SLUICE_INDEX_TABLE", "index");
    }

    @Test
    void theDataBucketIsTheConfigurationsUnlessGiven() {
        assertEquals("orders", Settings.parse(environment).dataBucket());
        environment.put("SLUICE_DATA_BUCKET", "another");
        assertEquals("another", Settings.parse(environment).dataBucket());
    }

    @Test
    void endpointsAreOptional() {
        assertEquals(Optional.empty(), Settings.parse(environment).s3Endpoint());
        environment.put("SLUICE_S3_ENDPOINT", "http://127.0.0.1:9000");
        environment.put("SLUICE_DYNAMODB_ENDPOINT", "https://localhost:8000");
        assertEquals(Optional.of(ServiceEndpoint.open(URI.create("http://127.0.0.1:9000"))),
                Settings.parse(environment).s3Endpoint());
        assertEquals(Optional.of(ServiceEndpoint.open(URI.create("https://localhost:8000"))),
                Settings.parse(environment).dynamoDbEndpoint());
    }

    @Test
    void anEndpointIsAskedWithTheAccessKeyOfTheEnvironment() {
        environment.put("SLUICE_S3_ENDPOINT", "http://127.0.0.1:9000");
        environment.put("AWS_ACCESS_KEY_ID", "key");
        environment.put("AWS_SECRET_ACCESS_KEY", "hidden");
        ServiceEndpoint endpoint = Settings.parse(environment).s3Endpoint().orElseThrow();
        assertEquals(new ServiceEndpoint(URI.create("http://127.0.0.1:9000"), "key", "hidden"), endpoint);
        assertFalse(endpoint.toString().contains("hidden"));
    }

    @Test
    void theConfigurationMayBeCompressed() throws IOException {
        environment.put("SLUICE_CONFIG", "gzip:" + Base64.getEncoder().encodeToString(Gzip.of(configuration())));
        assertEquals("orders", Settings.parse(environment).stream().stream());
    }

    @Test
    void theConfigurationMayBeAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("orders.json"), configuration());
        environment.put("SLUICE_CONFIG", "file:" + file);
        assertEquals("orders", Settings.parse(environment).stream().stream());
    }

    @Test
    void whatIsMissingIsNamedTogether() {
        String message = refusal(Map.of());
        assertLines(message, "SLUICE_CONFIG is missing", "SLUICE_STAGING_BUCKET is missing",
                "SLUICE_INDEX_TABLE is missing");
    }

    @Test
    void whatIsWrongIsNamedTogether() throws IOException {
        environment.put("SLUICE_CONFIG", configurationWith("CompressionFormat", "LZ4"));
        environment.put("SLUICE_STAGING_BUCKET", "");
        environment.put("SLUICE_S3_ENDPOINT", "localhost:9000");
        environment.put("SLUICE_DYNAMODB_ENDPOINT", "http://[");
        assertLines(refusal(environment),
                "SLUICE_CONFIG $.ExtendedS3DestinationConfiguration.CompressionFormat: 1 validation error detected",
                "SLUICE_STAGING_BUCKET is missing",
                "SLUICE_S3_ENDPOINT is no http:// or https:// URI of a server: localhost:9000",
                "SLUICE_DYNAMODB_ENDPOINT is no http:// or https:// URI of a server: http://[");
    }

    @Test
    void aConfigurationThatCannotBeReadIsSaidToBeSo() throws IOException {
        byte[] gzip = Gzip.of(configuration());
        String cutShort = Base64.getEncoder().encodeToString(Arrays.copyOf(gzip, gzip.length / 2));
        for (String value : List.of("gzip:no base64", "gzip:aGVsbG8=", "gzip:", "gzip:" + cutShort, "file:",
                "file:/not/there.json", "file:\0", "{", "hello", "[]", "null", "\ufeff", "[".repeat(100_000))) {
            environment.put("SLUICE_CONFIG", value);
            String message = refusal(environment);
            assertTrue(message.contains("\nSLUICE_CONFIG "), message);
            assertFalse(message.contains("Exception"), message);
            assertFalse(message.endsWith(": null"), message);
        }
    }

    @Test
    void aStreamThatFirehoseDeliversNeedsNoStaging() throws IOException {
        String configuration = configuration().replace("\"buffer\"", "\"firehose\"");
        assertEquals("", Settings.parse(Map.of("SLUICE_CONFIG", configuration)).stagingBucket());
    }

    private static String configuration() throws IOException {
        return ConformanceCase.resource("stream.json").toString();
    }

    private static String configurationWith(String field, String value) throws IOException {
        var request = ConformanceCase.resource("stream.json");
        ((ObjectNode) request.get("ExtendedS3DestinationConfiguration")).put(field, value);
        return request.toString();
    }

    private static String refusal(Map<String, String> environment) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> Settings.parse(environment))
                .getMessage());
    }

    private static void assertLines(String message, String... starts) {
        List<String> lines = message.lines().toList();
        assertEquals("the function's environment is not usable:", lines.getFirst());
        assertEquals(starts.length, lines.size() - 1, message);
        for (int i = 0; i < starts.length; i++) {
            assertTrue(lines.get(i + 1).startsWith(starts[i]), lines.get(i + 1));
        }
    }
}
