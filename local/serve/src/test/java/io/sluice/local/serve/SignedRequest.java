package io.sluice.local.serve;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/// A request as a client in another language makes it, header by header, signed by the SDK's own signer.
final class SignedRequest {
    private static final Set<String> SET_BY_HTTP = Set.of("host", "content-length");

    private SignedRequest() {}

    /// @param skew how far the client's clock goes after the real one
    static HttpRequest.Builder of(URI uri, String operation, String body, Map<String, String> headers, Duration skew) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        var unsigned = SdkHttpRequest.builder().uri(uri.resolve("/")).method(SdkHttpMethod.POST)
                .putHeader("X-Amz-Target", "Firehose_20150804." + operation)
                .putHeader("Content-Type", "application/x-amz-json-1.1");
        headers.forEach(unsigned::putHeader);
        var identity = AwsCredentialsIdentity.create("local", "local");
        var signed = AwsV4HttpSigner.create().sign(each -> each.identity(identity).request(unsigned.build())
                .payload(ContentStreamProvider.fromByteArray(bytes))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "firehose")
                .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(Instant.now().plus(skew), ZoneOffset.UTC)));
        HttpRequest.Builder request = HttpRequest.newBuilder(uri.resolve("/"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
        new TreeMap<>(signed.request().headers()).forEach((name, values) -> {
            if (!SET_BY_HTTP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request;
    }
}
