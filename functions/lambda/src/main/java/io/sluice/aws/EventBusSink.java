package io.sluice.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingEvent;
import io.sluice.objects.StoreException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/// A bus of Amazon EventBridge: source `io.sluice`, the event's type as `detail-type`, the event as `detail`. Safe for
/// concurrent use.
///
/// Source: Amazon EventBridge API reference, `PutEvents`.
public final class EventBusSink implements EventSink {
    private static final int REGION = 3;

    private final JsonCalls calls;
    private final String bus;

    /// @param busArn   of the bus; empty: the default bus
    /// @param region   of the default bus
    /// @param endpoint another endpoint than AWS's own
    public EventBusSink(SdkHttpClient http, Optional<String> busArn, String region, Optional<URI> endpoint) {
        this(http, busArn, region, endpoint, DefaultCredentialsProvider.builder().build());
    }

    EventBusSink(SdkHttpClient http, Optional<String> busArn, String region, Optional<URI> endpoint,
            AwsCredentialsProvider credentials) {
        this.bus = busArn.orElse("default");
        var operation = new JsonCalls.Operation("events", "AWSEvents.PutEvents", "application/x-amz-json-1.1",
                "PutEvents to bus " + bus, "check Sluice.Landing.Events.EventBusARN, that the bus is there, and that"
                        + " the function may PutEvents to it",
                StoreException.Kind.UNKNOWN);
        this.calls = new JsonCalls(http, credentials, operation,
                Region.of(busArn.map(arn -> arn.split(":", -1)[REGION]).orElse(region)), endpoint);
    }

    @Override
    public List<Refusal> send(List<LandingEvent> events) {
        ObjectNode request = JsonCalls.object();
        ArrayNode entries = request.putArray("Entries");
        events.forEach(event -> entries.addObject().put("EventBusName", bus).put("Source", "io.sluice")
                .put("DetailType", event.type().word()).put("Time", event.at().getEpochSecond())
                .put("Detail", event.json()));
        JsonNode told = calls.call(request).path("Entries");
        if (told.size() != events.size()) {
            throw new StoreException(StoreException.Kind.UNKNOWN, "PutEvents to bus " + bus + ": of " + events.size()
                    + " events the answer tells of " + told.size());
        }
        List<Refusal> refused = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            JsonNode one = told.path(i);
            if (!one.path("EventId").isTextual()) {
                refused.add(new Refusal(events.get(i),
                        one.path("ErrorCode").asText() + " " + one.path("ErrorMessage").asText()));
            }
        }
        return refused;
    }
}
