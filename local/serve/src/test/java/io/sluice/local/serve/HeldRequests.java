package io.sluice.local.serve;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// Carries requests as a replica's HTTP client, once it is let: PUTs of segments are held back, or fail, or are the
/// last that the replica does.
final class HeldRequests implements SdkHttpClient {
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    /// Counted down when a segment's PUT is here.
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released;
    private final AtomicBoolean fails = new AtomicBoolean();
    private final AtomicBoolean dies = new AtomicBoolean();
    private volatile boolean dead;

    private HeldRequests(CountDownLatch released) {
        this.released = released;
    }

    /// PUTs of segments wait for [#release].
    static HeldRequests holding() {
        return new HeldRequests(new CountDownLatch(1));
    }

    static HeldRequests passing() {
        return new HeldRequests(new CountDownLatch(0));
    }

    /// Waits until a segment is held back for the sake of a call.
    ///
    /// @throws IllegalStateException when the call is answered before
    void awaitSegment(Future<HttpResponse<String>> call) throws ExecutionException, InterruptedException {
        while (arrived.getCount() > 0) {
            if (call.isDone()) {
                throw new IllegalStateException("answered " + call.get().statusCode() + " " + call.get().body());
            }
            Thread.onSpinWait();
        }
    }

    void release() {
        released.countDown();
    }

    /// No request arrives any more, or each one again.
    void fail(boolean from) {
        fails.set(from);
    }

    /// After the next segment nothing that the replica does has an effect.
    void dieAfterASegment() {
        dies.set(true);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        boolean isSegment = request.httpRequest().method() == SdkHttpMethod.PUT
                && request.httpRequest().encodedPath().contains("/segments/")
                && !request.httpRequest().encodedPath().endsWith(".accepted");
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                if (dead || fails.get()) {
                    throw new IOException("no route to host");
                }
                if (!isSegment) {
                    return prepared.call();
                }
                arrived.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
                HttpExecuteResponse answer = prepared.call();
                dead = dies.get();
                return answer;
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    @Override
    public String clientName() {
        return "Held";
    }

    @Override
    public void close() {
        http.close();
    }
}
