package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/// DynamoDB Local in this process, on a free port of 127.0.0.1.
///
/// Its own launcher listens on every interface and reports telemetry; this class uses neither. It never throttles,
/// whatever a table's capacity. Close it in a `finally`: its threads would keep the JVM up.
public final class EmbeddedDynamoDb implements AutoCloseable {
    private static final int HTTP_THREADS_MAX = 32;

    private final Server jetty;
    private final LocalDynamoDBRequestHandler database;
    private final URI endpoint;

    private EmbeddedDynamoDb(Server jetty, LocalDynamoDBRequestHandler database) {
        this.jetty = jetty;
        this.database = database;
        this.endpoint = URI.create("http://127.0.0.1:" + ((ServerConnector) jetty.getConnectors()[0]).getLocalPort());
    }

    /// Starts a server that forgets its tables when it is closed.
    public static EmbeddedDynamoDb inMemory() {
        return start(null);
    }

    /// Starts a server on the tables kept in `directory`, which is created when it is absent.
    ///
    /// @throws UncheckedIOException when the directory can't be created
    public static EmbeddedDynamoDb on(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the DynamoDB folder " + directory, e);
        }
        return start(directory.toString());
    }

    private static EmbeddedDynamoDb start(@Nullable String directory) {
        try {
            var database = new LocalDynamoDBRequestHandler(0, directory == null, directory, true, false);
            var threads = new QueuedThreadPool(HTTP_THREADS_MAX);
            threads.setName("dynamodb-local");
            threads.setDaemon(true);
            var jetty = new Server(threads);
            var connector = new ServerConnector(jetty);
            connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
            connector.setPort(0);
            jetty.addConnector(connector);
            jetty.setHandler(new LocalDynamoDBServerHandler(database, null));
            jetty.start();
            return new EmbeddedDynamoDb(jetty, database);
        } catch (Exception e) {
            throw new IllegalStateException("the embedded DynamoDB did not start: " + e.getMessage(), e);
        }
    }

    /// Where clients connect, as `http://127.0.0.1:40123`.
    public URI endpoint() {
        return endpoint;
    }

    /// Stops the server; tables on disk stay. Safe to call twice.
    @Override
    public void close() {
        try {
            jetty.stop();
            database.shutdown();
        } catch (Exception e) {
            throw new IllegalStateException("the embedded DynamoDB did not stop: " + e.getMessage(), e);
        }
    }
}
