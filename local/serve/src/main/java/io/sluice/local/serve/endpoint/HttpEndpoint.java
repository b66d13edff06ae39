package io.sluice.local.serve.endpoint;

import io.sluice.api.Api;
import io.sluice.api.KeyRing;
import io.sluice.api.Operations;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/// The server on its port. A slow or silent client holds a connection and nothing else, for half a minute.
public final class HttpEndpoint implements AutoCloseable {
    private static final int THREADS_MAX = 64;
    private static final int CONNECTIONS_MAX = 1_000;
    private static final int IDLE_MILLIS = 30_000;
    /// While there are as many connections as there may be.
    private static final int CROWDED_IDLE_MILLIS = 1_000;
    private static final int HEADER_BYTES_MAX = 16 << 10;
    /// At once from a connection: a batch of 4 MiB in less than a hundred pieces.
    private static final int READ_BYTES = 64 << 10;

    private final Server server;
    private final URI uri;

    private HttpEndpoint(Server server, URI uri) {
        this.server = server;
        this.uri = uri;
    }

    /// The address to listen at, and for whom.
    ///
    /// @param port  0 for any that is free
    /// @param tls   the certificate to show; empty: plain HTTP
    /// @param hosts names under which the server may be called beside those of loopback; beyond a loopback address the
    ///     API may be called under any
    public record Listening(InetAddress address, int port, Optional<Tls> tls, Set<String> hosts) {}

    /// Starts to serve the API.
    ///
    /// @param routes   what there is beside the API
    /// @param clock    the real time, for signatures
    /// @throws UsageException when the port is in use
    public static HttpEndpoint start(Listening listening, KeyRing keys, Operations operations, Capacity capacity,
            List<Route> routes, InstantSource clock, Supplier<UUID> ids, Consumer<String> warnings) {
        var api = new Api(keys, clock, operations, ids, warnings);
        var threads = new QueuedThreadPool(THREADS_MAX);
        threads.setName("serve");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(Executors.newThreadPerTaskExecutor(withPlugins()));
        var server = new Server(threads);
        ServerConnector connector = connector(server, listening.tls().orElse(null));
        connector.setHost(listening.address().getHostAddress());
        connector.setPort(listening.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        var limit = new NetworkConnectionLimit(CONNECTIONS_MAX, server);
        limit.setEndPointIdleTimeout(CROWDED_IDLE_MILLIS);
        server.addBean(limit);
        var gate = new RequestGate(api, routes, listening.hosts(),
                listening.address().isLoopbackAddress() ? RequestGate.Names.OWN : RequestGate.Names.ALL, capacity);
        server.setHandler(capacity.ending().isZero() ? gate : new GracefulHandler(gate));
        server.setStopTimeout(capacity.ending().toMillis());
        try {
            server.start();
        } catch (Exception e) {
            throw notStarted(server, listening, e);
        }
        String scheme = listening.tls().isPresent() ? "https" : "http";
        String host = listening.address().getHostAddress();
        return new HttpEndpoint(server, URI.create(
                scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + connector.getLocalPort()));
    }

    /// Virtual threads that find the plug-ins of the thread that starts the server: Jetty's own threads, which start
    /// them, have its class loader.
    private static ThreadFactory withPlugins() {
        ClassLoader plugins = Thread.currentThread().getContextClassLoader();
        ThreadFactory virtual = Thread.ofVirtual().factory();
        return task -> {
            Thread thread = virtual.newThread(task);
            thread.setContextClassLoader(plugins);
            return thread;
        };
    }

    private static RuntimeException notStarted(Server server, Listening listening, Exception e) {
        try {
            server.stop();
        } catch (Exception stop) {
            e.addSuppressed(stop);
        }
        if (e instanceof BindException || e.getCause() instanceof BindException || e instanceof IOException) {
            return new UsageException("The port " + listening.port() + " of " + listening.address().getHostAddress()
                    + " can't be used: " + Optional.ofNullable(e.getCause()).orElse(e).getMessage()
                    + "; name another one with --port");
        }
        return new IllegalStateException("the endpoint did not start: " + e.getMessage(), e);
    }

    private static ServerConnector connector(Server server, @Nullable Tls tls) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        http.setRequestHeaderSize(HEADER_BYTES_MAX);
        var plain = new HttpConnectionFactory(http);
        plain.setInputBufferSize(READ_BYTES);
        if (tls == null) {
            return new ServerConnector(server, plain);
        }
        // Clients come by address, which has no name in the handshake.
        http.addCustomizer(new SecureRequestCustomizer(false));
        var context = new SslContextFactory.Server();
        context.setKeyStore(tls.keys());
        context.setKeyStorePassword(tls.password());
        return new ServerConnector(server, new SslConnectionFactory(context, "http/1.1"), plain);
    }

    /// The address that clients connect to, as `http://127.0.0.1:4573`.
    public URI uri() {
        return uri;
    }

    /// Takes no more requests, and answers those that are under way, as far as there is time.
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the endpoint did not stop: " + e.getMessage(), e);
        }
    }
}
