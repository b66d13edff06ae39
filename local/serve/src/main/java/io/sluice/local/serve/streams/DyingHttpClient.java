package io.sluice.local.serve.streams;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;

/// Kills the process that makes requests through it: with one of them, of even numbers after the server has carried it
/// out and of odd ones before, and with all that follow. What a process has done to the world, its requests did; so
/// nothing that it does after that is ever seen.
final class DyingHttpClient implements SdkHttpClient {
    private final SdkHttpClient http;
    private final int dies;
    private final AtomicInteger requests = new AtomicInteger();
    private final String stagingBucket;
    private volatile String last = "";

    /// @param dies          the number of the request that it dies of, from 1
    /// @param stagingBucket whose requests are told by the part of the bucket
    DyingHttpClient(SdkHttpClient http, int dies, String stagingBucket) {
        this.http = http;
        this.dies = dies;
        this.stagingBucket = stagingBucket;
    }

    /// No failure that anything could catch and go on from.
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    int requests() {
        return requests.get();
    }

    /// The request that it died of, or the last one.
    String last() {
        return last;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                int number = requests.incrementAndGet();
                if (number <= dies) {
                    last = title(request.httpRequest());
                }
                if (number < dies) {
                    return prepared.call();
                }
                if (number == dies && number % 2 == 0) {
                    carryOut(prepared);
                }
                throw new Death();
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private static void carryOut(ExecutableHttpRequest prepared) throws IOException {
        HttpExecuteResponse response = prepared.call();
        if (response.responseBody().isPresent()) {
            try (AbortableInputStream body = response.responseBody().get()) {
                body.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    private String title(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target")
                .map(target -> "DynamoDB " + target.substring(target.indexOf('.') + 1))
                .orElseGet(() -> "S3 " + request.method() + " " + place(request.encodedPath()));
    }

    /// Returns the part of the staging bucket, or that it is a data bucket: keys of objects hold keys of records.
    private String place(String path) {
        String[] parts = path.split("/", 4);
        return parts.length > 2 && parts[1].equals(stagingBucket) ? parts[2] : "object";
    }

    @Override
    public void close() {
        http.close();
    }

    @Override
    public String clientName() {
        return "Dying";
    }
}
