package io.sluice.benchmarks.coldstart;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import io.sluice.testkit.runtime.RuntimeLibrary;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A function as Lambda has it: the jar, the handler, its environment variables.
///
/// @param jar        the functions' jar
/// @param handler    the function's `Handler` property
/// @param variables  the function's environment variables
record Function(Path jar, String handler, Map<String, String> variables) {
    private static final List<String> LIBRARY = RuntimeLibrary.option(AWSLambda.class).stream().toList();

    Function {
        variables = Map.copyOf(variables);
    }

    /// Starts the runtime with nothing on its class path but the function and what the managed runtime has.
    ///
    /// @param options      of the JVM
    /// @param initialisation how the runtime starts: `on-demand` or `snap-start`
    /// @param log          what the function writes to CloudWatch Logs
    Process start(RuntimeService service, List<String> options, String initialisation, Path log) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx512m"));
        command.addAll(LIBRARY);
        command.addAll(options);
        command.addAll(List.of("-classpath", classPath(), AWSLambda.class.getName(), handler));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(Map.of("AWS_LAMBDA_RUNTIME_API", service.authority(), "AWS_LAMBDA_FUNCTION_NAME",
                "sluice", "AWS_LAMBDA_FUNCTION_VERSION", "1", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769",
                "AWS_LAMBDA_LOG_FORMAT", "TEXT", "_HANDLER", handler, "AWS_LAMBDA_INITIALIZATION_TYPE",
                initialisation));
        builder.environment().putAll(variables);
        return builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    }

    private String classPath() {
        return Stream
                .concat(Stream.of(jar.toString()),
                        Stream.of(AWSLambda.class, Context.class, PojoSerializer.class).map(Function::jarOf).distinct())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The jar of " + type + " has no path", e);
        }
    }
}
