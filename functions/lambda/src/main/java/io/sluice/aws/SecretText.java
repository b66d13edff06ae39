package io.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.objects.StoreException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// The current text of a secret in AWS Secrets Manager. Safe for concurrent use.
///
/// Source: AWS Secrets Manager API reference, `GetSecretValue`.
public final class SecretText implements Supplier<String> {
    private static final Pattern ARN = Pattern.compile("arn:[^:]+:secretsmanager:([^:]+):\\d{12}:secret:.+");

    private final JsonCalls calls;
    private final String arn;

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
        this.arn = arn;
        this.calls = new JsonCalls(http, credentials, new JsonCalls.Operation("secretsmanager",
                "secretsmanager.GetSecretValue", "application/x-amz-json-1.1", "GetSecretValue " + arn,
                "check the secret's ARN, and that its reader may GetSecretValue", StoreException.Kind.UNAVAILABLE),
                Region.of(parts.group(1)), endpoint);
    }

    /// Asks for it, once.
    ///
    /// @throws StoreException when there is none, or it can't be had now
    @Override
    public String get() {
        JsonNode text = calls.call(JsonCalls.object().put("SecretId", arn)).path("SecretString");
        if (!text.isTextual()) {
            throw new StoreException(StoreException.Kind.REFUSED,
                    "GetSecretValue " + arn + ": it is binary, and is to be text");
        }
        return text.asText();
    }
}
