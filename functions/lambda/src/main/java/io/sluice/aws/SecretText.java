package io.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;

/// The current text of a secret in AWS Secrets Manager. Safe for concurrent use.
///
/// Source: AWS Secrets Manager API reference, `GetSecretValue`.
public final class SecretText implements Supplier<String> {
    private static final Pattern ARN = Pattern.compile("arn:[^:]+:secretsmanager:([^:]+):\\d{12}:secret:.+");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private final SignedCalls calls;
    private final Optional<URI> endpoint;
    private final String arn;
    private final Region region;

    /// @param arn      of the secret, in any region
    /// @param endpoint another endpoint than AWS's own
    /// @throws IllegalArgumentException when the ARN is no secret's
    public SecretText(SdkHttpClient http, String arn, Optional<URI> endpoint) {
        this(http, arn, endpoint, DefaultCredentialsProvider.builder().build());
    }

    SecretText(SdkHttpClient http, String arn, Optional<URI> endpoint, AwsCredentialsProvider credentials) {
        Matcher parts = ARN.matcher(arn);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not the ARN of a secret in Secrets Manager: " + arn);
        }
        this.calls = new SignedCalls(http, credentials);
        this.endpoint = endpoint;
        this.arn = arn;
        this.region = Region.of(parts.group(1));
    }

    /// Asks for it, once.
    ///
    /// @throws StoreException when there is none, or it can't be had now
    @Override
    public String get() {
        SdkHttpRequest request = SdkHttpRequest.builder().method(SdkHttpMethod.POST)
                .uri(endpoint.orElseGet(() -> SignedCalls.server("secretsmanager", region)))
                .putHeader("X-Amz-Target", "secretsmanager.GetSecretValue")
                .putHeader("Content-Type", "application/x-amz-json-1.1").build();
        try {
            byte[] asked = JSON.writeValueAsBytes(JSON.createObjectNode().put("SecretId", arn));
            SignedCalls.Reply answer = calls.send(request, "secretsmanager", region, asked);
            if (answer.status() != OK) {
                throw failure(answer.status() >= SERVER_ERROR
                        ? StoreException.Kind.UNAVAILABLE
                        : StoreException.Kind.REFUSED,
                        "HTTP " + answer.status() + " " + why(answer.body())
                                + "; check the secret's ARN, and that its reader may GetSecretValue");
            }
            JsonNode text = JSON.readTree(answer.body()).path("SecretString");
            if (!text.isTextual()) {
                throw failure(StoreException.Kind.REFUSED, "it is binary, and is to be text");
            }
            return text.asText();
        } catch (IOException | SdkException e) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "GetSecretValue " + arn + ": " + e.getMessage(),
                    e);
        }
    }

    private StoreException failure(StoreException.Kind kind, String why) {
        return new StoreException(kind, "GetSecretValue " + arn + ": " + why);
    }

    /// The kind of an error and its message, as the service tells them; nothing of a secret is in either.
    private static String why(byte[] body) {
        try {
            JsonNode error = JSON.readTree(body);
            return error.path("__type").asText() + " " + error.path("message").asText(error.path("Message").asText());
        } catch (IOException e) {
            return "without a reason";
        }
    }
}
