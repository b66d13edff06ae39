package io.sluice.local.emulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.sluice.aws.AwsClients;
import io.sluice.aws.DynamoDbIndex;
import io.sluice.aws.DynamoDbLandingCursors;
import io.sluice.aws.EventBusSink;
import io.sluice.aws.QueueSink;
import io.sluice.aws.RequestCounts;
import io.sluice.aws.S3ObjectStore;
import io.sluice.aws.ServiceEndpoint;
import io.sluice.config.EventTarget;
import io.sluice.index.Buffer;
import io.sluice.landing.Completeness;
import io.sluice.landing.EventSink;
import io.sluice.landing.Landed;
import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingCursors;
import io.sluice.landing.LandingEvents;
import io.sluice.landing.LandingLog;
import io.sluice.landing.LandingPublisher;
import io.sluice.landing.Reconciliation;
import io.sluice.local.server.IndexTable;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import io.sluice.work.Deadline;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// Events of what landed, on an emulator's SQS and EventBridge.
@Tag("emulator")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmulatorEventsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String ACCOUNT = "123456789012";

    private final URI endpoint = Endpoint.required();
    private final JsonSchema schema = JsonSchemaFactory.getInstance(VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../../docs/reference/landing-events.schema.json")));
    private final String name = "events-" + UUID.randomUUID();
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final HttpClient anybody = HttpClient.newHttpClient();
    private final S3Client s3 = AwsClients.s3(http, Optional.of(ServiceEndpoint.open(endpoint)));
    private final DynamoDbClient dynamoDb = AwsClients.dynamoDb(http, Optional.of(ServiceEndpoint.open(endpoint)));

    EmulatorEventsTest() throws IOException {}

    @BeforeAll
    void create() {
        s3.createBucket(request -> request.bucket(name));
        IndexTable.create(dynamoDb, name);
    }

    @AfterAll
    void close() {
        s3.close();
        dynamoDb.close();
        http.close();
        anybody.close();
    }

    /// Told twice, the second time by a publisher whose cursors are lost.
    @ParameterizedTest
    @ValueSource(strings = {"", ".fifo"})
    void aQueueGetsEachLandingUnderOneId(String kind) throws IOException, InterruptedException {
        String queue = "landings-" + UUID.randomUUID() + kind;
        ObjectNode asked = JSON.createObjectNode().put("QueueName", queue);
        if (!kind.isEmpty()) {
            asked.putObject("Attributes").put("FifoQueue", "true");
        }
        String url = call("sqs", "AmazonSQS.CreateQueue", asked).path("QueueUrl").asText();
        Buffer buffer = landings("orders-" + UUID.randomUUID());
        EventSink sink = new QueueSink(http, new EventTarget.Queue("arn:aws:sqs:us-east-1:" + ACCOUNT + ":" + queue,
                Optional.empty()), Optional.of(endpoint));
        LandingCursors cursors = cursors(buffer.name());
        assertEquals(3, publish(buffer, cursors, sink).landings());
        assertTrue(publish(buffer, cursors, sink).idle());
        assertEquals(3, publish(buffer, cursors(buffer.name() + "-lost"), sink).landings());

        Map<String, String> byId = new HashMap<>();
        Map<String, String> idOf = new HashMap<>();
        List<JsonNode> messages = receive(url);
        for (JsonNode event : messages) {
            assertEquals(Set.of(), schema.validate(event), event::toString);
            String id = event.path("id").asText();
            String before = byId.put(id, event.toString());
            assertTrue(before == null || before.equals(event.toString()), () -> "two of " + id);
            event.path("objects").forEach(object -> assertTrue(
                    id.equals(idOf.computeIfAbsent(object.path("key").asText(), _ -> id)), "an object in two events"));
        }
        assertEquals(2_002, idOf.size());
        assertTrue(byId.containsKey(buffer.name() + "/reconciled/2026-01-01"));
        assertEquals(kind.isEmpty() ? 2 * byId.size() : byId.size(), messages.size(),
                "a FIFO queue takes what comes again for the same");
    }

    @Test
    void aBusAcceptsThem() throws IOException, InterruptedException {
        String bus = "landings-" + UUID.randomUUID();
        String arn = call("events", "AWSEvents.CreateEventBus", JSON.createObjectNode().put("Name", bus))
                .path("EventBusArn").asText();
        Buffer buffer = landings("orders-" + UUID.randomUUID());
        EventSink sink = new EventBusSink(http, Optional.of(arn), "us-east-1", Optional.of(endpoint));
        assertEquals(3, publish(buffer, cursors(buffer.name()), sink).landings());
    }

    private LandingCursors cursors(String stream) {
        return new DynamoDbLandingCursors(dynamoDb, name, stream, LandingCursors.Reader.EVENTS, new RequestCounts());
    }

    private Buffer landings(String stream) {
        Buffer buffer = new Buffer(stream, new S3ObjectStore(s3, name, Optional.empty(), new RequestCounts()),
                new DynamoDbIndex(dynamoDb, name, stream, new RequestCounts()));
        LandingLog log = new LandingLog(buffer);
        long version = 0;
        for (int objects : List.of(1, 2_000, 1)) {
            List<LandedObject> landed = new ArrayList<>();
            for (int i = 0; i < objects; i++) {
                landed.add(new LandedObject(new ObjectKey("shop=ä/" + version + "-" + i), Partition.Kind.DATA, 10, 1,
                        1, 2));
            }
            log.put(new Landing(version + 1, new ObjectKey("manifests/" + stream + "/" + version),
                    new Landed(NOON.toEpochMilli(), version, landed)));
            version++;
        }
        return buffer;
    }

    private static LandingPublisher.Summary publish(Buffer buffer, LandingCursors cursors, EventSink sink) {
        LandingPublisher.Summary told = new LandingPublisher(new LandingEvents(buffer.name(), "orders"), cursors, sink,
                () -> NOON).publish(List.of(buffer), () -> new Completeness.Unknown(List.of("nobody looked")),
                        () -> List.of(new Reconciliation(buffer.name(), 3, 9, 9, 0, 0, 0, 0, 0)), Deadline.NONE);
        assertEquals(List.of(), told.failures());
        return told;
    }

    private List<JsonNode> receive(String url) throws IOException, InterruptedException {
        List<JsonNode> events = new ArrayList<>();
        JsonNode received;
        do {
            received = call("sqs", "AmazonSQS.ReceiveMessage",
                    JSON.createObjectNode().put("QueueUrl", url).put("MaxNumberOfMessages", 10)).path("Messages");
            for (JsonNode message : received) {
                events.add(JSON.readTree(message.path("Body").asText()));
                call("sqs", "AmazonSQS.DeleteMessage", JSON.createObjectNode().put("QueueUrl", url)
                        .put("ReceiptHandle", message.path("ReceiptHandle").asText()));
            }
        } while (!received.isEmpty());
        return events;
    }

    /// As anybody: an emulator looks at no signature, only at where it is for.
    private JsonNode call(String service, String target, ObjectNode body) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = anybody.send(HttpRequest.newBuilder(endpoint.resolve("/"))
                .header("X-Amz-Target", target)
                .header("Content-Type", "application/x-amz-json-1." + (service.equals("sqs") ? "0" : "1"))
                .header("Authorization", "AWS4-HMAC-SHA256 Credential=emulator/20260101/us-east-1/" + service
                        + "/aws4_request, SignedHeaders=host, Signature=0")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, answer.statusCode(), () -> target + ": " + new String(answer.body(), UTF_8));
        return answer.body().length == 0 ? JSON.createObjectNode() : JSON.readTree(answer.body());
    }
}
