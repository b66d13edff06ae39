package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.lambda.RepartitionWiring;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// One process of a function whose steps a state machine calls, over the embedded services, through the AWS SDK; one of
/// its requests may go wrong.
final class FaultyMachine implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FaultyHttpClient http;
    private final RepartitionWiring wiring;
    private final RequestStreamHandler handler;

    /// @param configuration the stream's, as JSON
    /// @param at            the number of the request that goes wrong, from 1; 0: none
    FaultyMachine(EmbeddedServices services, String configuration, InstantSource clock, Fault fault, int at,
            Function<RepartitionWiring, RequestStreamHandler> function) {
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration);
        http = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, at);
        wiring = RepartitionWiring.create(environment, clock, http);
        handler = function.apply(wiring);
    }

    /// Takes a step.
    ///
    /// @return its answer
    JsonNode step(String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, null);
        return JSON.readTree(answer.toByteArray());
    }

    /// How many requests were made.
    int requests() {
        return http.requests();
    }

    @Override
    public void close() {
        wiring.close();
    }
}
