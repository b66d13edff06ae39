package io.sluice.local.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;

/// DynamoDB Local, as classes that are there when the command line is built from its sources, and that a release looks
/// for when it first needs them ([DynamoDbLocalJar]). By name, for that reason.
final class DynamoDbLocal {
    private static final String SERVER = "software.amazon.dynamodb.services.local.server.";
    private static final String DATABASE = SERVER + "LocalDynamoDBRequestHandler";
    private static final String REQUESTS = SERVER + "DynamoDBRequestHandler";
    private static final String HANDLER = SERVER + "LocalDynamoDBServerHandler";

    private static @Nullable ClassLoader found;

    private DynamoDbLocal() {}

    /// A database and the handler of its requests.
    record Database(Object requests, Handler handler) {
        void shutdown() throws ReflectiveOperationException {
            requests.getClass().getMethod("shutdown").invoke(requests);
        }
    }

    /// Opens a database on the tables in `directory`, or one in memory.
    static Database open(@Nullable String directory) throws ReflectiveOperationException {
        ClassLoader classes = classes();
        Class<?> database = classes.loadClass(DATABASE);
        Object requests = database
                .getConstructor(int.class, boolean.class, String.class, boolean.class, boolean.class)
                .newInstance(0, directory == null, directory, true, false);
        Class<?> handler = classes.loadClass(HANDLER);
        var served = (Handler) handler.getConstructor(classes.loadClass(REQUESTS), String.class).newInstance(requests,
                null);
        return new Database(requests, served);
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
