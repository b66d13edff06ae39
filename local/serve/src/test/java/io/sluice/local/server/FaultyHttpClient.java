package io.sluice.local.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// Lets one request of all go wrong, below the SDK's own retries: what the SDK makes of it is real.
public final class FaultyHttpClient implements SdkHttpClient {
    private final SdkHttpClient http;
    private final Fault fault;
    private final int at;
    private final AtomicInteger requests = new AtomicInteger();

    /// What goes wrong.
    public enum Fault {
        /// Applied; the answer is lost. The SDK sends the request again.
        ANSWER_LOST,
        /// Throttled: the embedded servers never are. The SDK sends the request again.
        THROTTLED,
        /// The process dies before the request, and makes no other.
        CRASH_BEFORE,
        /// The process dies when the request was applied, and makes no other.
        CRASH_AFTER
    }

    /// @param at the number of the request that goes wrong, from 1; 0: none
    public FaultyHttpClient(SdkHttpClient http, Fault fault, int at) {
        this.http = http;
        this.fault = fault;
        this.at = at;
    }

    /// The process is dead.
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    /// The number of requests so far.
    public int requests() {
        return requests.get();
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                int number = requests.incrementAndGet();
                if (at == 0 || number < at) {
                    return prepared.call();
                }
                return number == at ? faulty(prepared, request) : afterwards(prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private HttpExecuteResponse faulty(ExecutableHttpRequest prepared, HttpExecuteRequest request) throws IOException {
        switch (fault) {
            case ANSWER_LOST -> {
                apply(prepared);
                throw new IOException("the connection was reset behind the request");
            }
            case THROTTLED -> {
                return throttled(request);
            }
            case CRASH_BEFORE -> throw new Crash();
            case CRASH_AFTER -> {
                apply(prepared);
                throw new Crash();
            }
        }
        throw new IllegalStateException(fault.name());
    }

    private HttpExecuteResponse afterwards(ExecutableHttpRequest prepared) throws IOException {
        return switch (fault) {
            case ANSWER_LOST, THROTTLED -> prepared.call();
            case CRASH_BEFORE, CRASH_AFTER -> throw new Crash();
        };
    }

    private static void apply(ExecutableHttpRequest prepared) throws IOException {
        HttpExecuteResponse response = prepared.call();
        if (response.responseBody().isPresent()) {
            try (AbortableInputStream body = response.responseBody().get()) {
                body.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private static HttpExecuteResponse throttled(HttpExecuteRequest request) {
        boolean dynamoDb = request.httpRequest().firstMatchingHeader("X-Amz-Target").isPresent();
        String body = dynamoDb
                ? "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException\","
                        + "\"message\":\"slow down\"}"
                : "<Error><Code>SlowDown</Code><Message>slow down</Message></Error>";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(dynamoDb ? 400 : 503)
                        .putHeader("Content-Length", Integer.toString(bytes.length)).build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes))).build();
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return "Faulty";
    }
}
