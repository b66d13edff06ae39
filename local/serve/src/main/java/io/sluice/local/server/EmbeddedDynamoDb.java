package io.sluice.local.server;

import io.sluice.aws.ServiceEndpoint;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/// DynamoDB Local in this process, on a free port of 127.0.0.1.
///
/// Takes requests that are signed with its access key, and none else. Its own launcher listens on every interface and
/// reports telemetry; this class uses neither. It never throttles, whatever a table's capacity. Close it in a
/// `finally`: its threads would keep the JVM up.
public final class EmbeddedDynamoDb implements AutoCloseable {
    private static final int HTTP_THREADS_MAX = 32;

    private final Server jetty;
    private final DynamoDbLocal.Database database;
    private final ServiceEndpoint endpoint;

    private EmbeddedDynamoDb(Server jetty, DynamoDbLocal.Database database, AccessKey key) {
        this.jetty = jetty;
        this.database = database;
        int port = ((ServerConnector) jetty.getConnectors()[0]).getLocalPort();
        this.endpoint = new ServiceEndpoint(URI.create("http://127.0.0.1:" + port), key.id(), key.secret());
    }

    /// Starts a server that forgets its tables when it is closed.
    public static EmbeddedDynamoDb inMemory(AccessKey key) {
        return start(null, key);
    }

    /// Starts a server on the tables kept in `directory`, which is created when it is absent.
    ///
    /// @throws UncheckedIOException when the directory can't be created
    public static EmbeddedDynamoDb on(Path directory, AccessKey key) {
        try {
            DurableFiles.makeFolder(directory);
            // Made here, it is its owner's alone.
            DurableFiles.open(database(directory), StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
            return start(directory.toRealPath().toString(), key);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the DynamoDB folder " + directory, e);
        }
    }

    /// The one file of all tables that are kept in `directory`.
    public static Path database(Path directory) {
        return directory.resolve("shared-local-instance.db");
    }

    /// Looks for DynamoDB Local, fetches it where it is not, and looks whether its native code can be loaded. To be
    /// called before anything is begun that needs it.
    ///
    /// @throws io.sluice.local.UsageException     when the jar that the user names is another one
    /// @throws io.sluice.local.JobFailedException when it can be neither found nor fetched, or native code not loaded
    public static void require() {
        NativeCode.requireRoomIn(Path.of(System.getProperty("java.io.tmpdir")));
        DynamoDbLocal.classes();
    }

    private static EmbeddedDynamoDb start(@Nullable String directory, AccessKey key) {
        try {
            DynamoDbLocal.Database database = DynamoDbLocal.open(directory);
            var threads = new QueuedThreadPool(HTTP_THREADS_MAX);
            threads.setName("dynamodb-local");
            threads.setDaemon(true);
            var jetty = new Server(threads);
            var connector = new ServerConnector(jetty);
            connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
            connector.setPort(0);
            jetty.addConnector(connector);
            jetty.setHandler(new SignedRequests(database.handler(), key));
            jetty.start();
            return new EmbeddedDynamoDb(jetty, database, key);
        } catch (UsageException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the embedded DynamoDB did not start: " + e.getMessage(), e);
        }
    }

    /// The address that clients connect to, as `http://127.0.0.1:40123`, and their access key.
    public ServiceEndpoint endpoint() {
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
