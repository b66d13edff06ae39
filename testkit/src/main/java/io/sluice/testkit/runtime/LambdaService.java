package io.sluice.testkit.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Lambda's `Invoke` in front of a function: `POST /2015-03-31/functions/NAME/invocations` is one invocation, in the
/// one execution environment that there is; where that is gone, in a new one.
///
/// See <https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html>.
public final class LambdaService implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int KILLED = 137;

    /// Makes a new execution environment.
    @FunctionalInterface
    public interface Starter {
        /// Starts one.
        ExecutionEnvironment start() throws IOException;
    }

    /// The fate of the process beside an invocation's answer.
    public enum Fate {
        /// The process ends before it takes the event.
        ENDED_BEFORE,
        /// The process ends with its answer, which is lost.
        ENDED_AFTER
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Starter starter;
    private final Object lock = new Object();
    private final AtomicInteger starts = new AtomicInteger();
    private final Queue<Fate> fates = new ConcurrentLinkedQueue<>();
    private Optional<ExecutionEnvironment> environment = Optional.empty();

    private LambdaService(HttpServer server, Starter starter) {
        this.server = server;
        this.starter = starter;
    }

    /// Listens on a free port of the loopback interface.
    public static LambdaService start(Starter starter) throws IOException {
        var service = new LambdaService(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), starter);
        service.server.createContext("/2015-03-31/functions/", service::handle);
        service.server.setExecutor(service.threads);
        service.server.start();
        return service;
    }

    /// The address at which functions are invoked.
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// The number of execution environments that were started.
    public int starts() {
        return starts.get();
    }

    /// Has the next invocations meet these, one after another; those after them are answered.
    public void next(Fate... coming) {
        fates.addAll(List.of(coming));
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] event = exchange.getRequestBody().readAllBytes();
        switch (invoke(event)) {
            case InvocationOutcome.Answered(byte[] body) -> respond(exchange, body);
            case InvocationOutcome.Failed(String json) -> failed(exchange, json);
            case InvocationOutcome.TimedOut() -> failed(exchange, "{\"errorMessage\":\"Task timed out\"}");
            case InvocationOutcome.Exited(int status) -> failed(exchange,
                    "{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"exit status " + status + "\"}");
        }
    }

    /// One after another, as one execution environment takes them.
    private InvocationOutcome invoke(byte[] event) throws IOException {
        synchronized (lock) {
            Optional<Fate> fate = Optional.ofNullable(fates.poll());
            ExecutionEnvironment current = environment();
            if (fate.equals(Optional.of(Fate.ENDED_BEFORE))) {
                current.kill();
            }
            try {
                InvocationOutcome outcome = current.invoke(event, TIMEOUT);
                if (fate.equals(Optional.of(Fate.ENDED_AFTER))) {
                    current.kill();
                    return new InvocationOutcome.Exited(KILLED);
                }
                return outcome;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the invocation was interrupted", e);
            }
        }
    }

    private ExecutionEnvironment environment() throws IOException {
        if (environment.isEmpty() || !environment.get().isAlive()) {
            environment.ifPresent(ExecutionEnvironment::close);
            starts.incrementAndGet();
            environment = Optional.of(starter.start());
        }
        return environment.get();
    }

    private static void failed(HttpExchange exchange, String json) throws IOException {
        exchange.getResponseHeaders().add("X-Amz-Function-Error", "Unhandled");
        respond(exchange, json.getBytes(UTF_8));
    }

    private static void respond(HttpExchange exchange, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("X-Amz-Executed-Version", "1");
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        synchronized (lock) {
            environment.ifPresent(ExecutionEnvironment::close);
        }
    }
}
