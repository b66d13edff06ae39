package io.sluice.local.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.app.Stream;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.DayMoveHandler;
import io.sluice.local.server.FaultyHttpClient.Fault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// One process of a function whose steps a state machine calls, over the embedded services, through the AWS SDK; one of
/// its requests may go wrong.
final class FaultyMachine implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FaultyHttpClient http;
    private final Stream stream;
    private final RequestStreamHandler handler;
    private final String asked;

    /// @param configuration the stream's, as JSON
    /// @param at            the number of the request that goes wrong, from 1; 0: none
    /// @param asked         members that each event has besides its step
    FaultyMachine(EmbeddedServices services, String configuration, InstantSource clock, Fault fault, int at,
            String asked) {
        this.asked = asked;
        Map<String, String> environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", configuration);
        http = new FaultyHttpClient(UrlConnectionHttpClient.create(), fault, at);
        stream = AwsPorts.of(environment, http).stream(clock, _ -> {});
        handler = new DayMoveHandler(stream);
    }

    /// Takes a step.
    ///
    /// @return its answer
    JsonNode step(String event) throws IOException {
        var answer = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream(event.replaceFirst("\\{", "{" + asked).getBytes(UTF_8)), answer,
                null);
        return JSON.readTree(answer.toByteArray());
    }

    /// Takes all steps, as the state machine takes them; cut short by what goes wrong.
    void execute() throws IOException {
        ArrayNode days = JSON.createArrayNode();
        for (JsonNode day : step("{\"step\":\"plan\"}").path("days")) {
            days.add(day("open", "join", "settle", day.asText()));
        }
        for (JsonNode day : step("{\"step\":\"view\"}").path("removable")) {
            days.add(day("close", "remove", "closed", day.asText()));
        }
        step("{\"step\":\"report\",\"answers\":" + days + "}");
    }

    /// Takes a day through its steps.
    JsonNode day(String open, String each, String end, String of) throws IOException {
        JsonNode ended = JSON.createObjectNode().put("day", of).put("attempt", 1).put("outcome", "again");
        while (ended.path("outcome").asText().equals("again")) {
            JsonNode day = step("{\"step\":\"%s\",\"day\":\"%s\",\"attempt\":%d}".formatted(open, of,
                    ended.path("attempt").asInt()));
            ArrayNode answers = JSON.createArrayNode();
            for (JsonNode part : day.path("parts")) {
                JsonNode answer = step(part(each, day, part));
                while (answer.path("outcome").asText().equals("more")) {
                    answer = step(part(each, day, answer));
                }
                answers.add(answer);
            }
            ended = step(whole(end, day, answers));
            while (ended.path("outcome").asText().equals("more")) {
                ended = step(whole(end, day, answers));
            }
        }
        return ended;
    }

    /// The event of a step for a part of an opened day.
    static String part(String step, JsonNode day, JsonNode part) {
        return "{\"step\":\"%s\",\"day\":%s,\"round\":%s,\"from\":%s,\"to\":%s}".formatted(step, day.path("day"),
                day.path("round"), part.path("from"), part.path("to"));
    }

    /// The event of a step for all of an opened day.
    static String whole(String step, JsonNode day, ArrayNode answers) {
        return "{\"step\":\"%s\",\"day\":%s,\"round\":%s,\"attempt\":%d,\"answers\":%s}".formatted(step,
                day.path("day"), day.path("round"), day.path("attempt").asInt(1), answers);
    }

    /// How many requests were made.
    int requests() {
        return http.requests();
    }

    @Override
    public void close() {
        stream.close();
    }
}
