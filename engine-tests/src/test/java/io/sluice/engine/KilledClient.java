package io.sluice.engine;

import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/// Lets a number of requests through; then the process is dead, and makes no other.
final class KilledClient implements SdkHttpClient {
    private final SdkHttpClient http;
    private final AtomicInteger left;

    KilledClient(SdkHttpClient http, int requests) {
        this.http = http;
        this.left = new AtomicInteger(requests);
    }

    /// The process is dead.
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        if (left.decrementAndGet() < 0) {
            throw new Killed();
        }
        return http.prepareRequest(request);
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return "Killed";
    }
}
