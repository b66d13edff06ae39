package io.sluice.benchmarks.coldstart;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import io.sluice.testkit.runtime.ExecutionEnvironment;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import io.sluice.testkit.runtime.ManagedRuntime;
import io.sluice.testkit.runtime.TaskRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The transform function as Lambda has it, but for its jar, which stands on the class path as it is: of a folder, the
/// JVM takes no AOT cache.
///
/// @param jar       the functions' jar
/// @param variables the function's environment variables
/// @param folder    its working folder, with its log
record Function(Path jar, Map<String, String> variables, Path folder) {
    private static final String HANDLER = "io.sluice.lambda.TransformHandler::handleRequest";
    private static final ManagedRuntime LAMBDA = ManagedRuntime.of(AWSLambda.class, Context.class,
            PojoSerializer.class);

    Function {
        jar = jar.toAbsolutePath();
        variables = Map.copyOf(variables);
    }

    /// Starts the runtime.
    ///
    /// @param options of the JVM, beside those that Lambda's have
    ExecutionEnvironment start(Initialization initialization, String... options) throws IOException {
        var runtime = new ManagedRuntime(Stream.concat(Stream.of(jar), LAMBDA.classPath().stream()).toList(),
                Stream.concat(LAMBDA.options().stream(), Stream.of(options)).toList());
        return ExecutionEnvironment.start(runtime, new TaskRoot(folder), HANDLER, variables, initialization, log());
    }

    Path log() {
        return folder.resolve("function.log");
    }

    Path cache() {
        return folder.resolve("function.aot");
    }
}
