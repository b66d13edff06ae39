package io.sluice.aws;

import io.sluice.objects.StoreException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/// Starts Lambda functions without waiting for them: the one call of Lambda's API that Sluice makes, signed by the SDK
/// and sent through the functions' HTTP client. The SDK's Lambda client would bring a model of some 70 calls into every
/// cold start. Safe for concurrent use.
///
/// Source: AWS Lambda API reference, `Invoke`, invocation type `Event`.
public final class LambdaInvocations {
    private static final int ACCEPTED = 202;
    private static final int SERVER_ERROR = 500;
    private static final int THROTTLED = 429;

    private final SdkHttpClient http;
    private final Optional<URI> endpoint;
    private final AwsCredentialsProvider credentials;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    /// @param endpoint another endpoint than AWS's own
    public LambdaInvocations(SdkHttpClient http, Optional<URI> endpoint) {
        this(http, endpoint, DefaultCredentialsProvider.builder().build());
    }

    LambdaInvocations(SdkHttpClient http, Optional<URI> endpoint, AwsCredentialsProvider credentials) {
        this.http = http;
        this.endpoint = endpoint;
        this.credentials = credentials;
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
            int status = send(signed(request(functionArn, region), region, event));
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
        URI server = endpoint.orElseGet(() -> URI
                .create("https://lambda." + region.id() + "." + PartitionMetadata.of(region).dnsSuffix()));
        return SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(server)
                .encodedPath("/2015-03-31/functions/" + SdkHttpUtils.urlEncode(functionArn) + "/invocations")
                .putHeader("X-Amz-Invocation-Type", "Event").putHeader("Content-Type", "application/json").build();
    }

    private SignedRequest signed(SdkHttpRequest request, Region region, byte[] event) {
        return signer.sign(signing -> signing.identity(credentials.resolveCredentials()).request(request)
                .payload(ContentStreamProvider.fromByteArray(event))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "lambda")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
    }

    private int send(SignedRequest signed) throws IOException {
        var execution = HttpExecuteRequest.builder().request(signed.request());
        signed.payload().ifPresent(execution::contentStreamProvider);
        var response = http.prepareRequest(execution.build()).call();
        if (response.responseBody().isPresent()) {
            response.responseBody().get().close();
        }
        return response.httpResponse().statusCode();
    }
}
