package io.sluice.infra;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// Denies some requests as a policy does, and carries the others.
public final class RefusingHttpClient implements SdkHttpClient {
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private volatile Predicate<SdkHttpRequest> refused = request -> false;

    /// From now on these are denied, and no others.
    public void refuse(Predicate<SdkHttpRequest> requests) {
        refused = requests;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        if (!refused.test(request.httpRequest())) {
            return prepared;
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return denied(request.httpRequest());
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private static HttpExecuteResponse denied(SdkHttpRequest request) {
        boolean dynamoDb = request.firstMatchingHeader("X-Amz-Target").isPresent();
        byte[] body = (dynamoDb
                ? "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\"not authorized\"}"
                : "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>")
                .getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(dynamoDb ? 400 : 403)
                        .putHeader("Content-Type", dynamoDb ? "application/x-amz-json-1.0" : "application/xml")
                        .putHeader("Content-Length", String.valueOf(body.length)).build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body))).build();
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return "Refusing";
    }
}
