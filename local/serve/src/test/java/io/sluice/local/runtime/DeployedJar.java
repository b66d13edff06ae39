package io.sluice.local.runtime;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.testkit.runtime.ExecutionEnvironment;
import io.sluice.testkit.runtime.ExecutionEnvironment.Initialization;
import io.sluice.testkit.runtime.InvocationOutcome;
import io.sluice.testkit.runtime.ManagedRuntime;
import io.sluice.testkit.runtime.TaskRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/// A jar of functions as Lambda has it: unpacked, on AWS's runtime interface client.
///
/// @param taskRoot where it is unpacked
/// @param log      what the functions wrote
public record DeployedJar(TaskRoot taskRoot, Path log) {
    public static final String TRANSFORM = "io.sluice.lambda.TransformHandler::handleRequest";
    static final String FLUSH = "io.sluice.lambda.FlushHandler::handleRequest";
    static final String RETENTION = "io.sluice.lambda.RetentionHandler::handleRequest";
    static final String REPARTITION = "io.sluice.lambda.DayMoveHandler::handleRequest";
    static final Duration TIMEOUT = Duration.ofSeconds(60);
    /// AWS's runtime interface client, and what its pom asks for: it has a part of the SDK that is not the function's.
    static final ManagedRuntime RUNTIME = ManagedRuntime.of(AWSLambda.class, Context.class, PojoSerializer.class,
            SdkInternalThreadLocal.class);
    private static final Path TOP_LEVEL = Path.of("..", "..").toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The functions' jar that is deployed; where there is none, or no runtime for this machine, the test is left out.
    public static DeployedJar unpacked(Path folder) throws IOException {
        return unpacked(built("sluice-functions.jar"), folder);
    }

    /// The jar of the flusher that converts records.
    static DeployedJar ofParquet(Path folder) throws IOException {
        return unpacked(required(TOP_LEVEL.resolve("parquet/target/sluice-parquet.jar")), folder);
    }

    /// A jar in the functions' build folder.
    static Path built(String name) {
        return required(TOP_LEVEL.resolve("functions/lambda/target").resolve(name));
    }

    private static Path required(Path jar) {
        assumeTrue(Files.isRegularFile(jar), jar + " is built by the package phase: run mvn verify");
        assumeTrue(System.getProperty("os.name").equals("Linux"), "AWS's runtime interface client is for Linux only");
        return jar;
    }

    static DeployedJar unpacked(Path jar, Path folder) throws IOException {
        return new DeployedJar(TaskRoot.unpack(jar, Files.createDirectories(folder.resolve("task"))),
                folder.resolve("function.log"));
    }

    public ExecutionEnvironment start(String handler, Map<String, String> variables) throws IOException {
        return start(RUNTIME, handler, variables, Initialization.ON_DEMAND);
    }

    ExecutionEnvironment start(ManagedRuntime runtime, String handler, Map<String, String> variables,
            Initialization initialization) throws IOException {
        return ExecutionEnvironment.start(runtime, taskRoot, handler, variables, initialization, log);
    }

    InvocationOutcome invoke(String handler, Map<String, String> variables, byte[] event) throws Exception {
        try (var function = start(handler, variables)) {
            return function.invoke(event, TIMEOUT);
        }
    }

    /// The answer's JSON; where there is none, the test fails with what the function logged.
    JsonNode answered(InvocationOutcome outcome) throws IOException {
        return JSON.readTree(body(outcome));
    }

    /// The answer's bytes.
    byte[] body(InvocationOutcome outcome) throws IOException {
        if (outcome instanceof InvocationOutcome.Answered(byte[] body)) {
            return body;
        }
        throw new AssertionError(outcome + "\n" + Files.readString(log));
    }

    /// What a function of a stream in delivery `buffer` finds in its environment.
    static HashMap<String, String> buffer(EmbeddedServices services) throws IOException {
        var variables = new HashMap<>(services.environment());
        variables.put("SLUICE_CONFIG", configuration("stream.json"));
        return variables;
    }

    /// The same in delivery `firehose`, which needs nothing else.
    public static Map<String, String> firehose() throws IOException {
        return Map.of("SLUICE_CONFIG", configuration("firehose.json"), "AWS_REGION", "us-east-1");
    }

    static String configuration(String name) throws IOException {
        return Files.readString(TOP_LEVEL.resolve("events/quakes").resolve(name));
    }

    static byte[] event(String name) throws IOException {
        return Files.readAllBytes(TOP_LEVEL.resolve("events").resolve(name));
    }
}
