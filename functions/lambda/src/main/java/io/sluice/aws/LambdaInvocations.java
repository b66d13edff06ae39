package io.sluice.aws;

import io.sluice.objects.StoreException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/// Starts Lambda functions without waiting for them. Safe for concurrent use.
///
/// Source: AWS Lambda API reference, `Invoke`, invocation type `Event`.
public final class LambdaInvocations {
    private static final int ACCEPTED = 202;
    private static final int SERVER_ERROR = 500;
    private static final int THROTTLED = 429;

    private final SignedCalls calls;
    private final Optional<URI> endpoint;

    /// @param endpoint another endpoint than AWS's own
    public LambdaInvocations(SdkHttpClient http, Optional<URI> endpoint) {
        this(http, endpoint, DefaultCredentialsProvider.builder().build());
    }

    LambdaInvocations(SdkHttpClient http, Optional<URI> endpoint, AwsCredentialsProvider credentials) {
        this.calls = new SignedCalls(http, credentials);
        this.endpoint = endpoint;
    }

    /// Hands `event` to Lambda, which starts the function soon, perhaps twice, perhaps not at all.
    ///
    /// @param functionArn with its alias, in any region
    /// @throws StoreException when Lambda may not have accepted it
    public void start(String functionArn, byte[] event) {
        String[] arn = functionArn.split(":", -1);
        if (arn.length < 7 || !arn[2].equals("lambda")) {
            throw new IllegalArgumentException("not the ARN of a function: " + functionArn);
        }
        Region region = Region.of(arn[3]);
        try {
            int status = calls.send(request(functionArn, region), "lambda", region, event).status();
            if (status != ACCEPTED) {
                throw new StoreException(kind(status), "Invoke " + functionArn + ": HTTP " + status
                        + (status == 403 ? "; check that the function's policy lets it invoke itself" : ""));
            }
        } catch (IOException | SdkException e) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "Invoke " + functionArn + ": " + e.getMessage(), e);
        }
    }

    private static StoreException.Kind kind(int status) {
        return status >= SERVER_ERROR || status == THROTTLED
                ? StoreException.Kind.UNAVAILABLE
                : StoreException.Kind.REFUSED;
    }

    private SdkHttpRequest request(String functionArn, Region region) {
        return SdkHttpRequest.builder().method(SdkHttpMethod.POST)
                .uri(endpoint.orElseGet(() -> SignedCalls.server("lambda", region)))
                .encodedPath("/2015-03-31/functions/" + SdkHttpUtils.urlEncode(functionArn) + "/invocations")
                .putHeader("X-Amz-Invocation-Type", "Event").putHeader("Content-Type", "application/json").build();
    }
}
