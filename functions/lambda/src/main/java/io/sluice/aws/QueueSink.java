package io.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.EventTarget;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingEvent;
import io.sluice.objects.StoreException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// A queue of Amazon SQS: an event a message. In a FIFO queue a chain is a message group, and the event's id its
/// deduplication id. Safe for concurrent use.
///
/// Source: Amazon SQS API reference, `SendMessageBatch`.
public final class QueueSink implements EventSink {
    private static final int REGION = 3;
    private static final int ACCOUNT = 4;
    private static final int NAME = 5;

    private final JsonCalls calls;
    private final EventTarget.Queue queue;
    private final String url;

    /// @param endpoint another endpoint than AWS's own
    public QueueSink(SdkHttpClient http, EventTarget.Queue queue, Optional<URI> endpoint) {
        this(http, queue, endpoint, DefaultCredentialsProvider.builder().build());
    }

    QueueSink(SdkHttpClient http, EventTarget.Queue queue, Optional<URI> endpoint,
            AwsCredentialsProvider credentials) {
        String[] arn = queue.queueArn().split(":", -1);
        Region region = Region.of(arn[REGION]);
        this.queue = queue;
        this.url = endpoint.orElseGet(() -> SignedCalls.server("sqs", region)) + "/" + arn[ACCOUNT] + "/" + arn[NAME];
        this.calls = new JsonCalls(http, credentials, new JsonCalls.Operation("sqs", "AmazonSQS.SendMessageBatch",
                "application/x-amz-json-1.0", "SendMessageBatch to queue " + queue.queueArn(),
                "check Sluice.Landing.Events.QueueARN, that the queue is there, and that the function may SendMessage"
                        + " to it and use its key",
                StoreException.Kind.UNKNOWN),
                region, endpoint);
    }

    @Override
    public List<Refusal> send(List<LandingEvent> events) {
        ObjectNode request = JsonCalls.object().put("QueueUrl", url);
        ArrayNode entries = request.putArray("Entries");
        for (int i = 0; i < events.size(); i++) {
            LandingEvent event = events.get(i);
            ObjectNode entry = entries.addObject().put("Id", Integer.toString(i)).put("MessageBody", event.json());
            if (queue.isFifo()) {
                entry.put("MessageGroupId", event.chain()).put("MessageDeduplicationId", event.id());
            }
        }
        JsonNode answer = calls.call(request);
        Set<String> accepted = new HashSet<>();
        answer.path("Successful").forEach(each -> accepted.add(each.path("Id").asText()));
        Map<String, String> why = new HashMap<>();
        answer.path("Failed").forEach(each -> why.put(each.path("Id").asText(),
                each.path("Code").asText() + " " + each.path("Message").asText()));
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            String id = Integer.toString(i);
            if (!accepted.contains(id)) {
                refused.add(new Refusal(events.get(i), why.getOrDefault(id, "the answer does not tell of it")));
            }
        }
        return refused;
    }
}
