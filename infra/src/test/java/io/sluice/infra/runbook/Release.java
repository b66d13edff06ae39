package io.sluice.infra.runbook;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.DayMoveHandler;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.http.SdkHttpClient;

/// The functions' code that is deployed: this build's, or another's.
sealed interface Release {
    /// An environment of the functions.
    interface Environment extends AutoCloseable {
        /// @param function its logical id
        RequestStreamHandler handler(String function);

        @Override
        void close();
    }

    Environment start(Map<String, String> variables, InstantSource clock, Consumer<String> lines, SdkHttpClient http);

    /// This build's.
    record Current() implements Release {
        private static final Map<String, Function<Stream, RequestStreamHandler>> HANDLERS = Map.of("TransformFunction",
                TransformHandler::new, "FlushFunction", FlushHandler::new, "RetentionFunction", RetentionHandler::new,
                "CompactionFunction", DayMoveHandler::new);

        @Override
        public Environment start(Map<String, String> variables, InstantSource clock, Consumer<String> lines,
                SdkHttpClient http) {
            var stream = AwsPorts.of(variables, http).stream(clock, lines);
            return new Environment() {
                @Override
                public RequestStreamHandler handler(String function) {
                    return HANDLERS.getOrDefault(function, _ -> {
                        throw new AssertionError(function);
                    }).apply(stream);
                }

                @Override
                public void close() {
                    stream.close();
                }
            };
        }
    }

    /// That of compiled classes, which use the same libraries and see nothing of this build's.
    ///
    /// @param classes a folder or a jar
    record Compiled(Path classes) implements Release {
        private static final Map<String, String> HANDLERS = Map.of("TransformFunction", "TransformHandler",
                "FlushFunction", "FlushHandler", "RetentionFunction", "RetentionHandler");

        @Override
        public Environment start(Map<String, String> variables, InstantSource clock, Consumer<String> lines,
                SdkHttpClient http) {
            try {
                var loader = new URLClassLoader(new URL[]{classes.toUri().toURL()}, new Libraries());
                Class<?> type = loader.loadClass("io.sluice.app.Stream");
                Class<?> ports = loader.loadClass("io.sluice.lambda.AwsPorts");
                var stream = (AutoCloseable) ports.getMethod("stream", InstantSource.class, Consumer.class)
                        .invoke(ports.getMethod("of", Map.class, SdkHttpClient.class).invoke(null, variables, http),
                                clock,
                                lines);
                return new CompiledEnvironment(loader, type, stream);
            } catch (ReflectiveOperationException | MalformedURLException e) {
                throw new AssertionError(classes + " has no functions", e);
            }
        }

        private record CompiledEnvironment(URLClassLoader loader, Class<?> type, AutoCloseable stream)
                implements
                    Environment {
            @Override
            public RequestStreamHandler handler(String function) {
                try {
                    return (RequestStreamHandler) loader.loadClass("io.sluice.lambda." + HANDLERS.get(function))
                            .getConstructor(type).newInstance(stream);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(e.getCause());
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError(function, e);
                }
            }

            @Override
            public void close() {
                try {
                    stream.close();
                    loader.close();
                } catch (IOException e) {
                    throw new AssertionError(e);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        /// All but Sluice.
        private static final class Libraries extends ClassLoader {
            Libraries() {
                super(Compiled.class.getClassLoader());
            }

            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith("io.sluice.")) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }

            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.startsWith("META-INF/services/io.sluice.")
                        ? Collections.emptyEnumeration()
                        : super.getResources(name);
            }
        }
    }
}
