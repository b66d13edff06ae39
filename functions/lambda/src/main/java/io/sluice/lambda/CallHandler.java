package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Answer;
import io.sluice.api.Api;
import io.sluice.api.ConfiguredStreams;
import io.sluice.api.HttpCall;
import io.sluice.api.KeyRing;
import io.sluice.api.ReloadedKeys;
import io.sluice.api.StreamState;
import io.sluice.app.Stream;
import io.sluice.direct.DirectOperations;
import io.sluice.direct.DirectStream;
import io.sluice.direct.GroupAgeMetric;
import io.sluice.metrics.StructuredLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The function behind a URL that takes a stream's calls: one call in, its answer out, when its records are staged. It
/// answers Firehose's API as `serve --stateless` does; each call is a group by itself, since Lambda gives a function
/// one at a time. The URL asks for no authorisation: Firehose's clients sign for Firehose, which is checked here. (ADR
/// 0117)
public final class CallHandler implements RequestStreamHandler {
    private static final int NOT_FOUND = 404;

    private final Api api;

    /// For Lambda: settings come from the environment ([Settings]), and who may call from the secret whose ARN is
    /// `SLUICE_KEYS_SECRET`.
    public CallHandler() {
        this(System.getenv(), UrlConnectionHttpClient.create(), InstantSource.system(), System.out::println);
    }

    /// @param environment the variables of the function
    /// @param http        carries every request to AWS
    /// @param clock       the real time
    /// @param lines       takes log and metric lines, without their ends
    /// @throws IllegalArgumentException naming every variable that is missing or wrong
    public CallHandler(Map<String, String> environment, SdkHttpClient http, InstantSource clock,
            Consumer<String> lines) {
        Stream stream = AwsPorts.of(environment, http).stream(clock, lines);
        ObjectNode configuration = Settings.json(environment);
        var configured = new ConfiguredStreams(List.of(configuration));
        StreamState state = configured.require(configuration);
        var log = new StructuredLog(lines, clock, state.name());
        Consumer<String> warnings = text -> log.warn("calls").id("why", text).write();
        var direct = new DirectStream(state, stream,
                new GroupAgeMetric(stream.configuration(), clock, System::nanoTime, lines), System::nanoTime, warnings);
        direct.hurry();
        KeyRing keys = FreshKeys.register(() -> new ReloadedKeys(
                AwsPorts.secret(Settings.keysSecret(environment), environment, http), clock, warnings));
        this.api = new Api(keys, clock,
                new DirectOperations(configured, Map.of(state.name(), direct), clock, UUID::randomUUID),
                UUID::randomUUID, warnings);
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, @Nullable Context context) throws IOException {
        HttpCall call = UrlEvent.read(input);
        UrlEvent.write(call.method().equals("POST") && call.path().equals("/") ? api.answer(call) : nothing(), output);
    }

    private static Answer nothing() {
        return new Answer(NOT_FOUND, "text/plain; charset=utf-8", Map.of(),
                "There is nothing here\n".getBytes(StandardCharsets.UTF_8));
    }
}
