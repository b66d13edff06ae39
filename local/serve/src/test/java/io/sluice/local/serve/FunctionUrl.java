package io.sluice.local.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.lambda.CallHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// What Lambda does between a client and the function behind a URL: the request as an event of format 2.0, its body in
/// base64 as for each content type that Lambda takes for binary, and the function's answer as one of HTTP.
final class FunctionUrl implements SdkHttpClient {
    private final CallHandler function;
    /// How many of the next answers are lost on their way to the client.
    final AtomicInteger lost = new AtomicInteger();

    FunctionUrl(CallHandler function) {
        this.function = function;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest execution) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(execution);
            }

            @Override
            public void abort() {
                throw new IllegalStateException("no call takes long");
            }
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest execution) throws IOException {
        byte[] body = new byte[0];
        if (execution.contentStreamProvider().isPresent()) {
            try (var in = execution.contentStreamProvider().get().newStream()) {
                body = in.readAllBytes();
            }
        }
        var out = new ByteArrayOutputStream();
        function.handleRequest(
                new ByteArrayInputStream(event(execution.httpRequest(), body).toString().getBytes(UTF_8)),
                out, null);
        if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IOException("the connection was closed");
        }
        JsonNode answer = Served.JSON.readTree(out.toByteArray());
        var response = SdkHttpFullResponse.builder().statusCode(answer.path("statusCode").asInt());
        answer.path("headers").properties()
                .forEach(each -> response.putHeader(each.getKey(), each.getValue().asText()));
        return HttpExecuteResponse.builder().response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(
                        answer.path("body").asText().getBytes(UTF_8))))
                .build();
    }

    static ObjectNode event(SdkHttpRequest request, byte[] body) {
        ObjectNode event = Served.JSON.createObjectNode();
        event.put("version", "2.0").put("routeKey", "$default").put("rawPath", request.encodedPath())
                .put("rawQueryString", request.encodedQueryParameters().orElse(""));
        ObjectNode headers = event.putObject("headers");
        request.forEachHeader(
                (name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values)));
        headers.put("x-forwarded-for", "192.0.2.1").put("x-forwarded-proto", "https");
        event.putObject("requestContext").put("domainName", request.host()).putObject("http")
                .put("method", request.method().name()).put("path", request.encodedPath()).put("protocol", "HTTP/1.1");
        return event.put("body", Base64.getEncoder().encodeToString(body)).put("isBase64Encoded", true);
    }

    /// The function's answer to a request that no SDK makes.
    JsonNode get(String path) throws IOException {
        var out = new ByteArrayOutputStream();
        var request = SdkHttpRequest.builder().method(SdkHttpMethod.GET)
                .uri(URI.create("https://abc.lambda-url.eu-west-1.on.aws" + path)).build();
        function.handleRequest(new ByteArrayInputStream(event(request, new byte[0]).toString().getBytes(UTF_8)), out,
                null);
        return Served.JSON.readTree(out.toByteArray());
    }

    @Override
    public void close() {
        // Nothing is open between calls.
    }
}
