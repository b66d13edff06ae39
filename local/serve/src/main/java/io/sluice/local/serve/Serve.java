package io.sluice.local.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.ApiException;
import io.sluice.api.CallerKey;
import io.sluice.flush.FlushSummary;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.local.folder.ServerState;
import io.sluice.local.serve.demo.Demo;
import io.sluice.local.serve.endpoint.Capacity;
import io.sluice.local.serve.endpoint.HttpEndpoint;
import io.sluice.local.serve.endpoint.Route;
import io.sluice.local.serve.endpoint.StreamOperations;
import io.sluice.local.serve.endpoint.Tls;
import io.sluice.local.serve.journal.JournalException;
import io.sluice.local.serve.journal.JournalLimits;
import io.sluice.local.serve.page.History;
import io.sluice.local.serve.page.Page;
import io.sluice.local.serve.page.Parameters;
import io.sluice.local.serve.streams.Backend;
import io.sluice.local.serve.streams.FlushTimer;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.ServeClock;
import io.sluice.local.serve.streams.ServeState;
import io.sluice.local.serve.streams.Streams;
import io.sluice.local.server.AccessKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A server, from its start to its end: the state's folder, the servers behind it, the streams, their timer, and the
/// endpoint.
public final class Serve implements AutoCloseable {
    private static final Duration STAGING_AT_THE_END = Duration.ofSeconds(10);
    private static final Duration DELIVERY_MAX = Duration.ofMinutes(10);
    private static final int OK = 200;
    private static final int FAILED = 500;
    private static final int REFUSED = 403;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ServeState state;
    private final Backend backend;
    private final Streams streams;
    private final History history;
    private final HttpEndpoint endpoint;
    private final Optional<Tls> tls;
    private final ServeClock clock;
    private volatile @Nullable Demo demo;

    private static AccessKey accessKey(ServeSettings settings) {
        CallerKey first = settings.keys().first();
        return new AccessKey(first.id(), first.secret());
    }

    private Serve(ServeSettings settings, InstantSource time, Supplier<UUID> ids, Consumer<String> warnings)
            throws IOException {
        try {
            this.state = opened(ServeState.open(settings.out()));
            this.clock = state.clock(time, settings.speed());
            this.backend = opened(Backend.start(settings.out().path(), state.folder(), accessKey(settings),
                    settings.outside().servers(), settings.outside().tables()));
            backend.claim(state.folder(), ids.get(), state.hasStreams());
            this.streams = opened(new Streams(state.folder().resolve(ServerState.STREAMS), backend, clock, time,
                    JournalLimits.ofBytes(settings.journalBytes()), settings.outside().functions(), ids, warnings));
            streams.load();
            settings.configurations().forEach(streams::ensure);
            opened(new FlushTimer(streams, clock, warnings)).start();
            this.history = opened(new History(streams, time, warnings));
            history.start();
            this.tls = settings.security() == ServeSettings.Security.TLS
                    ? Optional.of(Tls.in(state.folder().resolve("tls"), settings.hosts()))
                    : Optional.empty();
            var listening = new HttpEndpoint.Listening(settings.address(), settings.port(), tls, settings.hosts());
            this.endpoint = opened(HttpEndpoint.start(listening, settings.keys(),
                    new StreamOperations(streams, settings.faults()), Capacity.JOURNALED,
                    routes(settings, clock), time, ids, warnings));
        } catch (IOException | RuntimeException e) {
            closeAll();
            throw e;
        }
    }

    /// Starts a server; it takes records when this returns.
    ///
    /// @param time     the real time
    /// @param warnings what somebody should see, in sentences
    /// @throws UsageException     when the folder, the port or a configuration can't be used
    /// @throws JobFailedException when a journal is damaged, or a server does not start
    public static Serve start(ServeSettings settings, InstantSource time, Supplier<UUID> ids,
            Consumer<String> warnings) {
        try {
            return new Serve(settings, time, ids, warnings);
        } catch (ApiException e) {
            throw new UsageException("A configuration is refused: " + e.getMessage());
        } catch (JournalException e) {
            throw new JobFailedException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new JobFailedException("The folder " + settings.out() + " can't be used: " + e, e);
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    private List<Route> routes(ServeSettings settings, ServeClock clock) {
        List<Route> routes = new ArrayList<>(
                new Page(streams, history, clock, () -> Optional.ofNullable(demo)).routes());
        routes.add(new Route("GET", "/health", Route.Callers.ALL, _ -> health()));
        routes.add(new Route("GET", "/metrics", Route.Callers.ALL,
                _ -> Answer.text(FigureText.CONTENT_TYPE, OpenMetrics.text(streams.all()))));
        routes.add(new Route("POST", "/_sluice/flush", Route.Callers.LOOPBACK, _ -> flush()));
        routes.add(new Route("POST", "/_sluice/snapshot", Route.Callers.LOOPBACK,
                call -> snapshot(settings.out().path(), Parameters.of(call.query(), "to"))));
        routes.add(new Route("POST", "/_sluice/reset", Route.Callers.LOOPBACK,
                _ -> reset(settings)));
        return routes;
    }

    private Answer health() {
        ObjectNode health = JSON.createObjectNode();
        ArrayNode troubles = JSON.createArrayNode();
        for (LiveStream stream : streams.all()) {
            stream.troubles().forEach(each -> troubles.add(stream.state().name() + ": " + each));
        }
        backend.fullDisk().ifPresent(troubles::add);
        health.put("status", troubles.isEmpty() ? "ok" : "degraded").put("streams", streams.all().size());
        health.set("troubles", troubles);
        return Answer.json(OK, health.toString());
    }

    private Answer flush() {
        ObjectNode answer = JSON.createObjectNode();
        boolean isDrained = true;
        for (LiveStream stream : streams.all()) {
            ObjectNode told = answer.putObject(stream.state().name());
            try {
                FlushSummary flushed = stream.drain(DELIVERY_MAX);
                told.put("delivered", flushed.tally().delivered()).put("rejected", flushed.tally().rejected())
                        .put("pending", flushed.pending().records()).put("open", flushed.open());
                flushed.problems().forEach(told.withArray("problems")::add);
                isDrained &= flushed.drained();
            } catch (IOException | RuntimeException e) {
                told.putArray("problems").add(String.valueOf(e.getMessage()));
                backend.fullDisk().ifPresent(told.withArray("problems")::add);
                isDrained = false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                isDrained = false;
            }
        }
        return Answer.json(isDrained ? OK : FAILED, answer.toString());
    }

    private Answer snapshot(Path out, String to) {
        try {
            int objects = streams.snapshot(out, Path.of(to));
            return Answer.json(OK, JSON.createObjectNode().put("objects", objects).toString());
        } catch (IOException | RuntimeException e) {
            return Answer.json(FAILED, JSON.createObjectNode().put("message", "No snapshot is made: " + e.getMessage())
                    .toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.json(FAILED, JSON.createObjectNode().put("message", "The server is stopping").toString());
        }
    }

    private Answer reset(ServeSettings settings) {
        if (settings.reset() == ServeSettings.Reset.REFUSED) {
            return Answer.json(REFUSED, JSON.createObjectNode()
                    .put("message", "This deletes all streams and objects: start the server with --allow-reset")
                    .toString());
        }
        try {
            streams.reset(DELIVERY_MAX);
            settings.configurations().forEach(streams::ensure);
            return Answer.json(OK, "{}");
        } catch (IOException | RuntimeException e) {
            return Answer.json(FAILED, JSON.createObjectNode().put("message", String.valueOf(e.getMessage()))
                    .toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.json(FAILED, "{}");
        }
    }

    /// Makes the demo's stream and feeds it from now on.
    ///
    /// @param random decides what is clicked, and where flushers are killed
    public void demonstrate(RandomGenerator random) {
        demo = opened(Demo.start(streams, clock, random));
    }

    /// The address that clients connect to.
    public URI uri() {
        return endpoint.uri();
    }

    /// The address at which the AWS CLI finds the objects.
    public URI s3Uri() {
        return backend.s3Endpoint();
    }

    /// The certificate, when the server speaks TLS.
    public Optional<Tls> tls() {
        return tls;
    }

    /// Takes no more requests, and stages or delivers what was taken.
    ///
    /// @return what is left to the next start, in sentences
    public List<String> stop(AtEnd atEnd) throws InterruptedException {
        endpoint.close();
        Demo running = demo;
        if (running != null) {
            running.close();
        }
        List<String> left = new ArrayList<>();
        for (String name : streams.stop(STAGING_AT_THE_END)) {
            left.add("Records of " + name + " wait in its journal; the next start goes on with them");
        }
        if (atEnd == AtEnd.DELIVER) {
            for (LiveStream stream : streams.all()) {
                deliver(stream).ifPresent(left::add);
            }
            if (left.isEmpty()) {
                noteDrained().ifPresent(left::add);
            }
            for (LiveStream stream : streams.all()) {
                stream.register().ifPresent(why -> left.add(stream.state().name() + ": " + why
                        + ". ./sluice iceberg register makes that up"));
            }
        }
        return left;
    }

    private Optional<String> noteDrained() {
        try {
            state.drained();
            return Optional.empty();
        } catch (IOException e) {
            return Optional
                    .of("All is delivered, and that can't be noted in " + state.folder() + ": " + e.getMessage());
        }
    }

    private static Optional<String> deliver(LiveStream stream) throws InterruptedException {
        try {
            FlushSummary answer = stream.drain(DELIVERY_MAX);
            return answer.drained()
                    ? Optional.empty()
                    : Optional.of("Not all of " + stream.state().name() + " could be delivered: " + answer.problems());
        } catch (IOException | RuntimeException e) {
            return Optional.of("Not all of " + stream.state().name() + " could be delivered: " + e.getMessage());
        }
    }

    /// The fate of what is buffered.
    public enum AtEnd {
        /// It is staged, and delivered when the server is started again.
        STAGE,
        /// It is delivered.
        DELIVER
    }

    @Override
    public void close() {
        closeAll();
    }

    private void closeAll() {
        RuntimeException first = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = new IllegalStateException("the server did not end well: " + e.getMessage(), e);
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
