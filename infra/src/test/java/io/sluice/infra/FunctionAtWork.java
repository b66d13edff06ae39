package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.app.Stream;
import io.sluice.infra.iam.Call;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Recorder;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.DayMoveHandler;
import io.sluice.lambda.FlushHandler;
import io.sluice.lambda.LandingEventsHandler;
import io.sluice.lambda.RetentionHandler;
import io.sluice.lambda.TransformHandler;
import io.sluice.lambda.WithoutAnEvent;
import io.sluice.local.batch.LocalContext;
import io.sluice.registrar.DeployedTable;
import io.sluice.registrar.IcebergHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A deployed function with its own configuration, on the embedded servers, where all that it asks of AWS is written
/// down.
public final class FunctionAtWork implements AutoCloseable {
    private static final String KEY = "aws.accessKeyId";
    private static final String SECRET = "aws.secretAccessKey";

    public final RefusingHttpClient http = new RefusingHttpClient();
    private final Recorder recorder = new Recorder(http);
    private final RequestStreamHandler handler;
    private final Stream stream;
    private final Context context;
    /// Logs and metrics of the Iceberg table's function.
    final List<String> lines = new ArrayList<>();

    /// @param servers the variables that say where the embedded servers are
    public FunctionAtWork(Deployment.Function function, Map<String, String> servers, InstantSource clock) {
        Map<String, String> environment = new HashMap<>(servers);
        environment.put("SLUICE_CONFIG", atWork(function.variables().getOrDefault("SLUICE_CONFIG", "")));
        environment.put("AWS_LAMBDA_FUNCTION_NAME", function.what());
        context = new LocalContext(function.alias().substring(function.alias().indexOf(":function:") + 10), "1");
        stream = AwsPorts.of(environment, recorder).stream(clock, _ -> {});
        handler = function.what().equals("iceberg")
                ? new IcebergHandler(DeployedTable.of(environment, recorder, clock, lines::add))
                : handler(function.what(), stream);
    }

    /// The embedded S3 server has no keys and refuses to use any. What a key needs is told by what is asked of the
    /// buckets.
    ///
    /// A flush is shared out here, which one of few objects makes no use of.
    private static String atWork(String configuration) {
        try {
            JsonNode json = Synthesis.JSON.readTree(configuration);
            ((ObjectNode) json.path("ExtendedS3DestinationConfiguration")).remove("EncryptionConfiguration");
            if (json.at("/Sluice/Delivery").asText().equals("buffer")) {
                ((ObjectNode) json.path("Sluice")).put("FlushParallelism", 4);
            }
            return json.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("not a configuration in plain text: " + configuration, e);
        }
    }

    private static RequestStreamHandler handler(String what, Stream stream) {
        return switch (what) {
            case "transform" -> new TransformHandler(stream);
            case "flush" -> new FlushHandler(stream);
            case "retention" -> new RetentionHandler(stream);
            case "landingevents" -> new LandingEventsHandler(stream);
            case "repartition", "compaction" -> new DayMoveHandler(stream);
            default -> throw new AssertionError("no one sets " + what + " to work yet");
        };
    }

    public JsonNode ask(String event) {
        var answer = new ByteArrayOutputStream();
        try {
            handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, context);
            return Synthesis.JSON.readTree(answer.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Hands a slice over, if the function does.
    boolean handOver() {
        return withCredentials(() -> WithoutAnEvent.handOver(stream, context));
    }

    /// Asks with what it takes to call services that the SDK has no client of here.
    JsonNode askWithCredentials(String event) {
        return withCredentials(() -> ask(event));
    }

    /// Asks with what it takes to start further invocations.
    ///
    /// @return whether it asked for any
    boolean startsOthers(String event) {
        withCredentials(() -> ask(event));
        return calls().stream().anyMatch(call -> call.path().endsWith("/invocations"));
    }

    /// What is done with credentials.
    interface Task<T, E extends Exception> {
        T result() throws E;
    }

    /// Lambda gives its functions credentials; here the test does.
    static <T, E extends Exception> T withCredentials(Task<T, E> task) throws E {
        System.setProperty(KEY, "embedded");
        System.setProperty(SECRET, "embedded");
        try {
            return task.result();
        } finally {
            System.clearProperty(KEY);
            System.clearProperty(SECRET);
        }
    }

    /// SnapStart's hook.
    void prime() {
        if (handler instanceof TransformHandler) {
            WithoutAnEvent.primeTransform(stream);
        } else {
            WithoutAnEvent.primeFlush(stream);
        }
    }

    public List<Call> calls() {
        return recorder.calls();
    }

    @Override
    public void close() {
        stream.close();
    }
}
