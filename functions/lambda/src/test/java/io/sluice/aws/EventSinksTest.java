package io.sluice.aws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import io.sluice.config.EventTarget;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingEvent;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The requests to EventBridge and SQS as they go over the wire, and what is made of each answer.
final class EventSinksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUEUE = "arn:aws:sqs:eu-west-1:123456789012:landings";
    private static final String BUS = "arn:aws:events:eu-central-1:123456789012:event-bus/landings";
    private static final AwsCredentialsProvider CREDENTIALS = StaticCredentialsProvider
            .create(AwsBasicCredentials.create("id", "key"));
    private static final List<LandingEvent> EVENTS = List.of(event("orders/7/1"), event("orders/7/2"));

    private final List<String> calls = new ArrayList<>();
    private final List<JsonNode> bodies = new ArrayList<>();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final AnsweringServer server = new AnsweringServer(this::answer);
    private int status = 200;
    private String answer = "{}";

    private static LandingEvent event(String id) {
        return new LandingEvent(id, LandingEvent.Type.LANDED, "orders", Instant.ofEpochSecond(1_767_268_800),
                "{\"id\":\"" + id + "\"}");
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        calls.add(exchange.getRequestHeaders().getFirst("X-Amz-Target") + " "
                + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                + signature.replaceAll("\\d{8}/", "").split(",", 2)[0]);
        bodies.add(JSON.readTree(exchange.getRequestBody().readAllBytes()));
        byte[] body = answer.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private URI endpoint() {
        return server.uri();
    }

    private EventSink bus(Optional<String> arn) {
        return new EventBusSink(http, arn, "us-east-1", Optional.of(endpoint()), CREDENTIALS);
    }

    private EventSink queue(String arn) {
        return new QueueSink(http, new EventTarget.Queue(arn, Optional.empty()), Optional.of(endpoint()), CREDENTIALS);
    }

    @Test
    void aBusGetsTheEventAsDetailInItsOwnRegion() {
        answer = "{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"1\"},{\"EventId\":\"2\"}]}";
        assertEquals(List.of(), bus(Optional.of(BUS)).send(EVENTS));
        assertEquals(List.of("AWSEvents.PutEvents application/x-amz-json-1.1"
                + " AWS4-HMAC-SHA256 Credential=id/eu-central-1/events/aws4_request"), calls);
        assertEquals("{\"EventBusName\":\"" + BUS + "\",\"Source\":\"io.sluice\",\"DetailType\":\"landed\","
                + "\"Time\":1767268800,\"Detail\":\"{\\\"id\\\":\\\"orders/7/1\\\"}\"}",
                bodies.getFirst().at("/Entries/0").toString());
        bus(Optional.empty()).send(EVENTS);
        assertEquals("default", bodies.getLast().at("/Entries/1/EventBusName").asText());
        assertTrue(calls.getLast().endsWith("/us-east-1/events/aws4_request"), "the function's own region");
    }

    @Test
    void aBusThatAcceptsSomeSaysWhichByTheirPlaces() {
        answer = "{\"FailedEntryCount\":1,\"Entries\":[{\"ErrorCode\":\"ThrottlingException\","
                + "\"ErrorMessage\":\"slow down\"},{\"EventId\":\"2\"}]}";
        assertEquals(List.of(new EventSink.Refusal(EVENTS.getFirst(), "ThrottlingException slow down")),
                bus(Optional.of(BUS)).send(EVENTS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"Entries\":[]}", "{\"FailedEntryCount\":0,\"Entries\":[{\"EventId\":\"1\"}]}"})
    void anAnswerThatDoesNotTellOfEachEventIsNoSuccess(String told) {
        answer = told;
        assertEquals(StoreException.Kind.UNKNOWN,
                assertThrows(StoreException.class, () -> bus(Optional.of(BUS)).send(EVENTS)).kind());
        assertEquals(2, queue(QUEUE).send(EVENTS).size());
    }

    @Test
    void aQueueGetsTheEventAsBody() {
        answer = "{\"Successful\":[{\"Id\":\"1\"},{\"Id\":\"0\"}],\"Failed\":[]}";
        assertEquals(List.of(), queue(QUEUE).send(EVENTS));
        assertEquals(List.of("AmazonSQS.SendMessageBatch application/x-amz-json-1.0"
                + " AWS4-HMAC-SHA256 Credential=id/eu-west-1/sqs/aws4_request"), calls);
        assertEquals(endpoint() + "/123456789012/landings", bodies.getFirst().path("QueueUrl").asText());
        assertEquals("{\"Id\":\"0\",\"MessageBody\":\"{\\\"id\\\":\\\"orders/7/1\\\"}\"}",
                bodies.getFirst().at("/Entries/0").toString());
    }

    @Test
    void aFifoQueueKeepsAChainInOrderAndAnEventOnce() {
        answer = "{\"Successful\":[{\"Id\":\"0\"},{\"Id\":\"1\"}]}";
        queue(QUEUE + ".fifo").send(EVENTS);
        assertEquals("orders", bodies.getFirst().at("/Entries/1/MessageGroupId").asText());
        assertEquals("orders/7/2", bodies.getFirst().at("/Entries/1/MessageDeduplicationId").asText());
    }

    @Test
    void aQueueThatAcceptsSomeSaysWhich() {
        answer = "{\"Successful\":[{\"Id\":\"0\"}],\"Failed\":[{\"Id\":\"1\",\"SenderFault\":false,"
                + "\"Code\":\"InternalError\",\"Message\":\"try again\"}]}";
        assertEquals(List.of(new EventSink.Refusal(EVENTS.getLast(), "InternalError try again")),
                queue(QUEUE).send(EVENTS));
    }

    @Test
    void aRefusalIsToldWithTheServicesReasonAndWhatToLookAt() {
        status = 400;
        answer = "{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\",\"message\":\"no such queue\"}";
        var refused = assertThrows(StoreException.class, () -> queue(QUEUE).send(EVENTS));
        assertEquals(StoreException.Kind.REFUSED, refused.kind());
        assertEquals("SendMessageBatch to queue " + QUEUE + ": HTTP 400 com.amazonaws.sqs#QueueDoesNotExist no such"
                + " queue; check Sluice.Landing.Events.QueueARN, that the queue is there, and that the function may"
                + " SendMessage to it and use its key", refused.getMessage());
    }

    @Test
    void whatMayBeAcceptedLaterIsUnavailable() {
        status = 400;
        answer = "{\"__type\":\"ThrottlingException\",\"message\":\"Rate exceeded\"}";
        assertEquals(StoreException.Kind.UNAVAILABLE,
                assertThrows(StoreException.class, () -> bus(Optional.empty()).send(EVENTS)).kind());
        status = 503;
        answer = "<html>";
        assertEquals(StoreException.Kind.UNAVAILABLE,
                assertThrows(StoreException.class, () -> bus(Optional.empty()).send(EVENTS)).kind());
        server.close();
        assertEquals(StoreException.Kind.UNKNOWN,
                assertThrows(StoreException.class, () -> bus(Optional.empty()).send(EVENTS)).kind());
    }
}
