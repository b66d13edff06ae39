package io.sluice.local.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One execution environment of a function: the built jar on AWS's runtime interface client in a JVM of its own, with
/// nothing else on its class path than what the managed runtime has.
final class ExecutionEnvironment implements AutoCloseable {
    private final RuntimeApi api;
    private final Process process;

    private ExecutionEnvironment(RuntimeApi api, Process process) {
        this.api = api;
        this.process = process;
    }

    /// Starts a function.
    ///
    /// @param jar       the functions' jar
    /// @param handler   the function's `Handler` property
    /// @param variables the function's environment variables
    /// @param log       what the function writes to CloudWatch Logs
    static ExecutionEnvironment start(Path jar, String handler, Map<String, String> variables, Path log)
            throws IOException {
        var api = RuntimeApi.start();
        var builder = new ProcessBuilder(List.of(ProcessHandle.current().info().command().orElse("java"),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m",
                "-classpath", classPath(jar), AWSLambda.class.getName(), handler));
        builder.environment().clear();
        builder.environment().putAll(runtimeVariables(api, handler));
        builder.environment().putAll(variables);
        try {
            return new ExecutionEnvironment(api,
                    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start());
        } catch (IOException e) {
            api.close();
            throw e;
        }
    }

    /// Invokes the function as Lambda does: past the deadline, the environment is gone.
    Outcome invoke(byte[] event, Duration timeout) throws InterruptedException {
        var exit = process.onExit().<Outcome>thenApply(exited -> new Outcome.Exited(exited.exitValue()));
        var outcome = api.invoke(event, Instant.now().plus(timeout)).applyToEither(exit, first -> first);
        try {
            return outcome.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            close();
            return new Outcome.TimedOut();
        } catch (ExecutionException e) {
            throw new IllegalStateException("An outcome is a value, never a failure", e);
        }
    }

    private static Map<String, String> runtimeVariables(RuntimeApi api, String handler) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("AWS_LAMBDA_RUNTIME_API", api.authority());
        variables.put("AWS_LAMBDA_FUNCTION_NAME", "sluice");
        variables.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
        variables.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769");
        variables.put("AWS_LAMBDA_LOG_FORMAT", "TEXT");
        variables.put("_HANDLER", handler);
        return variables;
    }

    private static String classPath(Path jar) {
        return Stream
                .concat(Stream.of(jar.toString()),
                        Stream.of(AWSLambda.class, Context.class, PojoSerializer.class)
                                .map(ExecutionEnvironment::jarOf).distinct())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The jar of " + type + " has no path", e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        api.close();
    }
}
