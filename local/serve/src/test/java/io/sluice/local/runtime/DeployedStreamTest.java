package io.sluice.local.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.aws.AwsClients;
import io.sluice.aws.ServiceEndpoint;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The functions as `cdk deploy` left them on an emulator: the deployed code, handlers and environment variables, on
/// AWS's runtime interface client, against the deployed buckets and table.
///
/// `SLUICE_DEPLOYED` names a file with the functions by logical id: `jar`, `handler`, `variables`.
@Tag("emulator")
final class DeployedStreamTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path EVENTS = Path.of("../../events");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void isDeployed() {
        assumeTrue(System.getenv("SLUICE_DEPLOYED") != null,
                "Nothing is deployed: SLUICE_DEPLOYED is not set. build/emulator/run deploys and sets it");
    }

    @Test
    void goFromTheDeployedFunctionsToTheirObjects() throws Exception {
        var deployed = JSON.readTree(Path.of(System.getenv("SLUICE_DEPLOYED")).toFile());
        var event = Files.readAllBytes(EVENTS.resolve("firehose-direct-put.json"));

        var answers = invoke(deployed.path("TransformFunction"), event).path("records").findValuesAsText("result");

        if (deployed.has("FlushFunction")) {
            assertEquals(List.of("Dropped", "Dropped", "Dropped"), answers);
            var flushed = invoke(deployed.path("FlushFunction"),
                    "{\"drain\":true}".getBytes(StandardCharsets.UTF_8));
            assertEquals(3, flushed.path("records").asInt(), flushed.toString());
            assertTrue(objects(deployed).stream().anyMatch(key -> key.startsWith("net=")),
                    objects(deployed).toString());
        } else {
            assertEquals(List.of("Ok", "Ok", "Ok"), answers);
        }
    }

    private JsonNode invoke(JsonNode function, byte[] event) throws Exception {
        var jar = DeployedJar.unpacked(Path.of(function.path("jar").asText()),
                Files.createTempDirectory(folder, "deployed"));
        return jar.answered(jar.invoke(function.path("handler").asText(), variables(function), event));
    }

    /// The deployed variables, and where the emulator is.
    private static Map<String, String> variables(JsonNode function) {
        var variables = new HashMap<String, String>();
        function.path("variables").properties()
                .forEach(variable -> variables.put(variable.getKey(), variable.getValue().asText()));
        variables.put("AWS_REGION", "us-east-1");
        variables.put("SLUICE_S3_ENDPOINT", endpoint().toString());
        variables.put("SLUICE_DYNAMODB_ENDPOINT", endpoint().toString());
        return variables;
    }

    private static List<String> objects(JsonNode deployed) {
        var bucket = deployed.at("/TransformFunction/variables/SLUICE_DATA_BUCKET").asText();
        try (var http = UrlConnectionHttpClient.create();
                var s3 = AwsClients.s3(http, Optional.of(ServiceEndpoint.open(endpoint())))) {
            return s3.listObjectsV2(request -> request.bucket(bucket)).contents().stream().map(object -> object.key())
                    .toList();
        }
    }

    private static URI endpoint() {
        return URI.create(System.getenv("AWS_ENDPOINT_URL"));
    }
}
