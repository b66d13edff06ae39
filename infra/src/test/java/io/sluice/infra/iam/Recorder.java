package io.sluice.infra.iam;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/// Carries a function's requests and writes them down, each attempt of each. A function has one HTTP client, which its
/// ports hand to all that talk to AWS, so that nothing goes past it.
///
/// There is no Lambda on a laptop: an invocation is accepted and goes nowhere. Safe for concurrent use.
public final class Recorder implements SdkHttpClient {
    private static final int ACCEPTED = 202;
    private static final int NO_ANSWER = 0;

    private final SdkHttpClient http;
    private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());

    /// @param http closed with the recorder
    public Recorder(SdkHttpClient http) {
        this.http = http;
    }

    /// What was asked so far, in order.
    public List<Call> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        if (LambdaNeeds.isInvocation(request.httpRequest().encodedPath())) {
            return new Accepted(request);
        }
        return new Recorded(request, http.prepareRequest(request));
    }

    private void record(HttpExecuteRequest request, int status) {
        calls.add(Call.of(request.httpRequest(), body(request), status));
    }

    private static byte[] body(HttpExecuteRequest request) {
        if (request.httpRequest().method() != SdkHttpMethod.POST || request.contentStreamProvider().isEmpty()) {
            return new byte[0];
        }
        try (var in = request.contentStreamProvider().get().newStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("reading a request's own body", e);
        }
    }

    private final class Recorded implements ExecutableHttpRequest {
        private final HttpExecuteRequest request;
        private final ExecutableHttpRequest prepared;

        Recorded(HttpExecuteRequest request, ExecutableHttpRequest prepared) {
            this.request = request;
            this.prepared = prepared;
        }

        @Override
        public HttpExecuteResponse call() throws IOException {
            int status = NO_ANSWER;
            try {
                HttpExecuteResponse response = prepared.call();
                status = response.httpResponse().statusCode();
                return response;
            } finally {
                record(request, status);
            }
        }

        @Override
        public void abort() {
            prepared.abort();
        }
    }

    private final class Accepted implements ExecutableHttpRequest {
        private final HttpExecuteRequest request;

        Accepted(HttpExecuteRequest request) {
            this.request = request;
        }

        @Override
        public HttpExecuteResponse call() {
            record(request, ACCEPTED);
            return HttpExecuteResponse.builder().response(SdkHttpResponse.builder().statusCode(ACCEPTED).build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[0]))).build();
        }

        @Override
        public void abort() {
            // It is over as soon as it has begun.
        }
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return "Recording";
    }
}
