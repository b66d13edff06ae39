package io.sluice.local.server;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/// DynamoDB Local, as classes that are there when the command line is built from its sources, and that a release looks
/// for when it first needs them ([DynamoDbLocalJar]). By name, for that reason.
final class DynamoDbLocal {
    private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final String SERVER = "software.amazon.dynamodb.services.local.server.";
    private static final String DATABASE = SERVER + "LocalDynamoDBRequestHandler";
    private static final String REQUESTS = SERVER + "DynamoDBRequestHandler";
    private static final String HANDLER = SERVER + "LocalDynamoDBServerHandler";
    private static final String FAILURES = "software.amazon.dynamodb.services.local.embedded."
            + "DDBExceptionMappingInvocationHandler";
    private static final String FAILURE = "software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException";
    /// The tables are the same for every access key and in every region.
    private static final String ANY = "any";

    /// Loggers of libraries that tell their callers by exceptions, or tell what is of no use to anybody. Held here,
    /// since a logger's level goes with it.
    private static final List<Logger> QUIET = Stream.of("com.almworks.sqlite4java", "javolution.util")
            .map(Logger::getLogger).toList();

    /// Keeps requests away while a handler is made: the handlers of a process share one table of operations, which each
    /// new one empties and fills again, and a request that comes meanwhile is told that its operation is none.
    private static final ReadWriteLock OPERATIONS = new ReentrantReadWriteLock();

    private static @Nullable ClassLoader found;

    private DynamoDbLocal() {}

    /// A database: what takes its requests.
    record Database(Object requests) {
        /// The handler of an HTTP server for its requests.
        Handler handler() throws ReflectiveOperationException {
            ClassLoader classes = classes();
            var constructor = classes.loadClass(HANDLER).getConstructor(classes.loadClass(REQUESTS), String.class);
            OPERATIONS.writeLock().lock();
            try {
                return new WithOperations((Handler) constructor.newInstance(requests, null));
            } finally {
                OPERATIONS.writeLock().unlock();
            }
        }

        /// The answer to a request.
        ///
        /// @param operation as the SDK's client calls it
        /// @throws SdkException as the SDK's client does
        <Q, A> A ask(String operation, Class<Q> type, Q request, Class<A> answer) {
            try {
                return answer.cast(requests.getClass().getMethod(operation, String.class, String.class, type)
                        .invoke(requests, ANY, ANY, request));
            } catch (InvocationTargetException e) {
                throw failure(operation, e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("DynamoDB Local has no operation " + operation, e);
            }
        }

        void shutdown() throws ReflectiveOperationException {
            requests.getClass().getMethod("shutdown").invoke(requests);
        }
    }

    /// Handles requests while no other handler is made.
    private static final class WithOperations extends Handler.Wrapper {
        WithOperations(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            OPERATIONS.readLock().lock();
            try {
                return super.handle(request, response, callback);
            } finally {
                OPERATIONS.readLock().unlock();
            }
        }
    }

    /// Returns the exception that the SDK's client would throw.
    private static RuntimeException failure(String operation, @Nullable Throwable failure) {
        try {
            Class<?> own = classes().loadClass(FAILURE);
            if (own.isInstance(failure)) {
                classes().loadClass(FAILURES).getMethod("handleDynamoDBLocalServiceException", own).invoke(null,
                        failure);
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SdkException told) {
                return told;
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("DynamoDB Local does not tell what its failures are", e);
        }
        return failure instanceof SdkException sdk
                ? sdk
                : SdkClientException.create("DynamoDB Local failed at " + operation + ": " + failure, failure);
    }

    /// Opens a database on the tables in `directory`, or one in memory.
    ///
    /// @throws UsageException when the file of the tables is damaged
    static Database open(@Nullable String directory) throws ReflectiveOperationException {
        QUIET.forEach(logger -> logger.setLevel(Level.OFF));
        try {
            if (directory != null && !beginsAsOne(EmbeddedDynamoDb.database(Path.of(directory)))) {
                throw damaged(directory, "it does not begin as a database");
            }
            return opened(directory);
        } catch (InvocationTargetException e) {
            if (directory == null) {
                throw e;
            }
            throw damaged(directory, String.valueOf(e.getCause()));
        }
    }

    private static UsageException damaged(String directory, String why) {
        return new UsageException("The file " + EmbeddedDynamoDb.database(Path.of(directory)) + ", which tells what"
                + " is staged, can't be read: " + why + "; restore it from a copy of the whole folder, or"
                + " start over in another one");
    }

    /// Tests whether a file is none yet, or begins as SQLite's do (sqlite.org, "Database File Format").
    private static boolean beginsAsOne(Path file) {
        if (!Files.exists(file)) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(HEADER.length);
            return begin.length == 0 || Arrays.equals(HEADER, begin);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    private static Database opened(@Nullable String directory) throws ReflectiveOperationException {
        Class<?> database = classes().loadClass(DATABASE);
        Readability.give(database, DynamoDbLocal.class.getModule());
        return new Database(database
                .getConstructor(int.class, boolean.class, String.class, boolean.class, boolean.class)
                .newInstance(0, directory == null, directory, true, false));
    }

    /// The loader of its classes; the jar is looked for once.
    ///
    /// @throws io.sluice.local.UsageException     when the jar that the user names is another one
    /// @throws io.sluice.local.JobFailedException when it can be neither found nor fetched
    static synchronized ClassLoader classes() {
        if (found == null) {
            ClassLoader own = DynamoDbLocal.class.getClassLoader();
            found = has(own) ? own : loader(own);
        }
        return found;
    }

    private static boolean has(ClassLoader classes) {
        return classes.getResource(DATABASE.replace('.', '/') + ".class") != null;
    }

    private static ClassLoader loader(ClassLoader own) {
        String named = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        Optional<Path> home = Optional.of(Path.of(named)).filter(Path::isAbsolute)
                .filter(Files::isDirectory);
        Path jar = DynamoDbLocalJar.of(System.getenv(), home).locate(text -> System.err.println("sluice: " + text));
        try {
            return new FetchedClasses(jar.toUri().toURL(), own);
        } catch (IOException e) {
            throw new UncheckedIOException("DynamoDB Local's jar " + jar + " has no address", e);
        }
    }
}
