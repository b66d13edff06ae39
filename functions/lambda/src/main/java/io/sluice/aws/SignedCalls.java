package io.sluice.aws;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/// Single calls of AWS's services, signed by the SDK and sent through the functions' HTTP client, where the SDK's own
/// client of the service would bring a model of dozens of calls into every cold start. Safe for concurrent use.
final class SignedCalls {
    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    SignedCalls(SdkHttpClient http, AwsCredentialsProvider credentials) {
        this.http = http;
        this.credentials = credentials;
    }

    /// A service's answer.
    ///
    /// @param body empty where there is none
    record Reply(int status, byte[] body) {}

    /// The address of a service in a region, in whichever partition that is.
    static URI server(String service, Region region) {
        return URI.create("https://" + service + "." + region.id() + "." + PartitionMetadata.of(region).dnsSuffix());
    }

    /// Sends a request, once.
    ///
    /// @param service as it is signed for
    /// @throws IOException                                       when no answer came
    /// @throws software.amazon.awssdk.core.exception.SdkException when there are no credentials
    Reply send(SdkHttpRequest request, String service, Region region, byte[] body) throws IOException {
        SignedRequest signed = signer.sign(signing -> signing.identity(credentials.resolveCredentials())
                .request(request).payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
        var execution = HttpExecuteRequest.builder().request(signed.request());
        signed.payload().ifPresent(execution::contentStreamProvider);
        var response = http.prepareRequest(execution.build()).call();
        byte[] answer = new byte[0];
        if (response.responseBody().isPresent()) {
            try (InputStream in = response.responseBody().get()) {
                answer = in.readAllBytes();
            }
        }
        return new Reply(response.httpResponse().statusCode(), answer);
    }
}
