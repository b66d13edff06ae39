package io.sluice.lambda;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.config.ConfigurationParser;
import io.sluice.config.DeliveryMode;
import io.sluice.config.Problem;
import io.sluice.config.StreamConfiguration;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The functions' settings, parsed once out of the environment.
///
/// | variable | meaning |
/// |---|---|
/// | `SLUICE_CONFIG` | the stream's configuration JSON, or `gzip:` and its gzip in base64, or `file:` and a path |
/// | `SLUICE_DATA_BUCKET` | the data bucket; default: the configuration's |
/// | `SLUICE_STAGING_BUCKET` | the bucket of segments and manifests |
/// | `SLUICE_INDEX_TABLE` | the index table |
/// | `SLUICE_KEYS_SECRET` | the ARN of a secret: who may call a stream of calls ([io.sluice.api.Keys]) |
/// | `SLUICE_S3_ENDPOINT`, `SLUICE_DYNAMODB_ENDPOINT`, `SLUICE_LAMBDA_ENDPOINT`, `SLUICE_SECRETSMANAGER_ENDPOINT`, `SLUICE_EVENTBRIDGE_ENDPOINT`, `SLUICE_SQS_ENDPOINT`, `SLUICE_GLUE_ENDPOINT` | other endpoints than AWS's own (embedded servers); default: the SDK's |
record Settings(StreamConfiguration stream, String dataBucket, String stagingBucket, String indexTable,
        Optional<ServiceEndpoint> s3Endpoint, Optional<ServiceEndpoint> dynamoDbEndpoint, Optional<URI> lambdaEndpoint,
        EventEndpoints events, boolean inLambda) {
    /// The services that take events.
    ///
    /// @param eventBridge another endpoint than AWS's own
    /// @param sqs         the same
    /// @param region      the function's
    record EventEndpoints(Optional<URI> eventBridge, Optional<URI> sqs, String region) {}

    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    static Settings parse(Map<String, String> environment) {
        List<String> problems = new ArrayList<>();
        Optional<StreamConfiguration> stream = configuration(environment.getOrDefault(ConfigurationValue.NAME, ""),
                problems);
        boolean buffers = stream.map(parsed -> parsed.sluice().deliveryMode() == DeliveryMode.BUFFER).orElse(true);
        String stagingBucket = ofBuffer(buffers, environment, "SLUICE_STAGING_BUCKET", problems);
        String indexTable = ofBuffer(buffers, environment, "SLUICE_INDEX_TABLE", problems);
        Optional<ServiceEndpoint> s3 = service(environment, "SLUICE_S3_ENDPOINT", problems);
        Optional<ServiceEndpoint> dynamoDb = service(environment, "SLUICE_DYNAMODB_ENDPOINT", problems);
        Optional<URI> lambda = endpoint(environment, "SLUICE_LAMBDA_ENDPOINT", problems);
        EventEndpoints events = new EventEndpoints(endpoint(environment, "SLUICE_EVENTBRIDGE_ENDPOINT", problems),
                endpoint(environment, "SLUICE_SQS_ENDPOINT", problems),
                environment.getOrDefault("AWS_REGION", "us-east-1"));
        if (!problems.isEmpty() || stream.isEmpty()) {
            throw unusable(problems);
        }
        String dataBucket = environment.getOrDefault("SLUICE_DATA_BUCKET", stream.get().bucket());
        return new Settings(stream.get(), dataBucket, stagingBucket, indexTable, s3, dynamoDb, lambda,
                events, environment.containsKey("AWS_LAMBDA_FUNCTION_NAME"));
    }

    private static Optional<StreamConfiguration> configuration(String value, List<String> problems) {
        if (value.isEmpty()) {
            problems.add("SLUICE_CONFIG is missing: the stream's configuration JSON");
            return Optional.empty();
        }
        try {
            ConfigurationParser.Parsed parsed = ConfigurationParser.parse(ConfigurationValue.json(value));
            parsed.problems().stream().filter(problem -> problem.severity() == Problem.Severity.ERROR)
                    .forEach(problem -> problems.add("SLUICE_CONFIG " + problem.path() + ": " + problem.message()));
            return parsed.configuration();
        } catch (NoSuchFileException e) {
            problems.add("SLUICE_CONFIG names a file that is not there: " + e.getMessage());
        } catch (EOFException e) {
            problems.add("SLUICE_CONFIG cannot be read: its gzip data is cut short");
        } catch (IOException | IllegalArgumentException e) {
            problems.add("SLUICE_CONFIG cannot be read: " + e.getMessage());
        }
        return Optional.empty();
    }

    /// The configuration as it stands in the environment, which [#parse] found to be one.
    static ObjectNode json(Map<String, String> environment) {
        try {
            return (ObjectNode) new ObjectMapper()
                    .readTree(ConfigurationValue.json(environment.getOrDefault(ConfigurationValue.NAME, "")));
        } catch (IOException e) {
            throw new UncheckedIOException(ConfigurationValue.NAME + " could be read, and can't any more", e);
        }
    }

    /// The ARN of the secret that tells who may call.
    ///
    /// @throws IllegalArgumentException when the environment names none
    static String keysSecret(Map<String, String> environment) {
        String arn = environment.getOrDefault("SLUICE_KEYS_SECRET", "");
        if (arn.isEmpty()) {
            throw unusable(List.of("SLUICE_KEYS_SECRET is missing: the ARN of the secret that tells who may call"));
        }
        return arn;
    }

    /// Another endpoint of a service than AWS's own.
    ///
    /// @param variable of the environment
    /// @throws IllegalArgumentException when the environment names what is none
    static Optional<URI> endpoint(Map<String, String> environment, String variable) {
        List<String> problems = new ArrayList<>();
        Optional<URI> endpoint = endpoint(environment, variable, problems);
        if (!problems.isEmpty()) {
            throw unusable(problems);
        }
        return endpoint;
    }

    private static IllegalArgumentException unusable(List<String> problems) {
        return new IllegalArgumentException("the function's environment is not usable:\n"
                + String.join("\n", problems));
    }

    /// A variable that only a buffered stream needs: in delivery `firehose` nothing is staged.
    private static String ofBuffer(boolean buffers, Map<String, String> environment, String name,
            List<String> problems) {
        String value = environment.getOrDefault(name, "");
        if (buffers && value.isEmpty()) {
            problems.add(name + " is missing");
        }
        return value;
    }

    /// With the access key of the environment, where it has one: the embedded servers ask for it, emulators do not.
    private static Optional<ServiceEndpoint> service(Map<String, String> environment, String name,
            List<String> problems) {
        String key = environment.getOrDefault("AWS_ACCESS_KEY_ID", "");
        String secret = environment.getOrDefault("AWS_SECRET_ACCESS_KEY", "");
        return endpoint(environment, name, problems).map(uri -> key.isEmpty() || secret.isEmpty()
                ? ServiceEndpoint.open(uri)
                : new ServiceEndpoint(uri, key, secret));
    }

    private static Optional<URI> endpoint(Map<String, String> environment, String name, List<String> problems) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        Optional<URI> endpoint = httpUri(value);
        if (endpoint.isEmpty()) {
            problems.add(name + " is no http:// or https:// URI of a server: " + value);
        }
        return endpoint;
    }

    private static Optional<URI> httpUri(String value) {
        try {
            URI uri = new URI(value);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
