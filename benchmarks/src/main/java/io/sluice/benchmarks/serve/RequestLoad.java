package io.sluice.benchmarks.serve;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/// One signed request, sent again and again over some connections, as cheaply as a client can: what is measured is the
/// server. Without an id of a call, each is a call of its own.
final class RequestLoad {
    private static final int OK = 200;
    private static final int SLOW_DOWN = 500;
    private static final int MESSAGE_MAX = 300;
    private final HttpRequest request;

    RequestLoad(URI server, String operation, byte[] body, String key) {
        var unsigned = SdkHttpRequest.builder().uri(server.resolve("/")).method(SdkHttpMethod.POST)
                .putHeader("X-Amz-Target", "Firehose_20150804." + operation)
                .putHeader("Content-Type", "application/x-amz-json-1.1").build();
        var signed = AwsV4HttpSigner.create().sign(each -> each.identity(AwsCredentialsIdentity.create(key, key))
                .request(unsigned).payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "firehose")
                .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1"));
        HttpRequest.Builder builder = HttpRequest.newBuilder(server.resolve("/"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        signed.request().headers().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("Host") && !name.equalsIgnoreCase("Content-Length")) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        this.request = builder.build();
    }

    /// The outcome of a load.
    ///
    /// @param accepted  calls that were answered well
    /// @param slowDowns calls that were told to come again, and did
    /// @param seconds   for all of them
    /// @param cpu       of the process meanwhile, clients and server and what it stages, in seconds
    /// @param p99       of the times of calls that were answered well, in seconds
    record Outcome(int accepted, long slowDowns, double seconds, double cpu, double p99) {
        double perSecond() {
            return accepted / seconds;
        }
    }

    /// @param calls       that are to be answered well
    /// @param connections at once
    Outcome send(int calls, int connections) throws IOException, InterruptedException {
        var next = new AtomicInteger();
        var slowDowns = new LongAdder();
        long[] nanos = new long[calls];
        long cpu = cpuNanos();
        long start = System.nanoTime();
        List<Future<Object>> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                clients.add(threads.submit((Callable<Object>) () -> {
                    client(next, nanos, slowDowns);
                    return nanos;
                }));
            }
            for (Future<Object> client : clients) {
                client.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a client failed: " + e.getCause(), e.getCause());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        Arrays.sort(nanos);
        return new Outcome(calls, slowDowns.sum(), seconds, cpuSeconds, nanos[(int) ((calls - 1) * 0.99)] / 1e9);
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private void client(AtomicInteger next, long[] nanos, LongAdder slowDowns)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int call = next.getAndIncrement(); call < nanos.length; call = next.getAndIncrement()) {
                long start = System.nanoTime();
                while (!isAccepted(http)) {
                    slowDowns.increment();
                    start = System.nanoTime();
                }
                nanos[call] = System.nanoTime() - start;
            }
        }
    }

    private boolean isAccepted(HttpClient http) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == SLOW_DOWN) {
            return false;
        }
        if (answer.statusCode() != OK || answer.body().contains("ErrorCode")) {
            throw new IOException("a put was answered with " + answer.statusCode() + ": "
                    + answer.body().substring(0, Math.min(MESSAGE_MAX, answer.body().length())));
        }
        return true;
    }
}
