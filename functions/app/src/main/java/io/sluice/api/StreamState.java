package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The state that is kept of a stream.
///
/// @param id         of this stream; another one of the same name, later, has another
/// @param name       `DeliveryStreamName`
/// @param status     where it is in its life
/// @param version    counts its configurations, from 1
/// @param created    when it was created, in the server's time
/// @param updated    when its configuration was last changed; the same as `created` when never
/// @param request    the configuration: the request of `CreateDeliveryStream` without tags and encryption
/// @param tags       in the order of their keys
/// @param encryption as `DescribeDeliveryStream` gives it; a state alone, nothing is encrypted
public record StreamState(String id, String name, Status status, int version, Instant created, Instant updated,
        ObjectNode request, SortedMap<String, String> tags, ObjectNode encryption) {
    /// The account in every ARN.
    public static final String ACCOUNT = "123456789012";
    /// The region in every ARN.
    public static final String REGION = "us-east-1";
    private static final ObjectMapper JSON = new ObjectMapper();

    /// `DeliveryStreamStatus`.
    public enum Status {
        CREATING, ACTIVE, DELETING
    }

    /// The ARN of a stream of that name.
    public static String arn(String name) {
        return "arn:aws:firehose:" + REGION + ":" + ACCOUNT + ":deliverystream/" + name;
    }

    /// The stream's ARN.
    public String arn() {
        return arn(name);
    }

    public StreamState with(Status changed) {
        return new StreamState(id, name, changed, version, created, updated, request, tags, encryption);
    }

    public StreamState withTags(Map<String, String> changed) {
        return new StreamState(id, name, status, version, created, updated, request, new TreeMap<>(changed),
                encryption);
    }

    public StreamState withEncryption(ObjectNode changed) {
        return new StreamState(id, name, status, version, created, updated, request, tags, changed);
    }

    /// The same stream under another configuration.
    public StreamState reconfigured(ObjectNode changed, Instant now) {
        return new StreamState(id, name, status, version + 1, created, now, changed, tags, encryption);
    }

    /// Tests whether answers say so.
    public boolean isEncrypted() {
        return encryption.path("Status").asText().equals("ENABLED");
    }

    public ObjectNode toJson() {
        ObjectNode json = JSON.createObjectNode();
        json.put("id", id).put("name", name).put("status", status.name()).put("version", version)
                .put("created", created.toString()).put("updated", updated.toString());
        json.set("request", request);
        json.set("encryption", encryption);
        ObjectNode tagged = json.putObject("tags");
        tags.forEach(tagged::put);
        return json;
    }

    public static StreamState of(JsonNode json) {
        SortedMap<String, String> tags = new TreeMap<>();
        json.path("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        return new StreamState(json.required("id").asText(), json.required("name").asText(),
                Status.valueOf(json.required("status").asText()), json.required("version").asInt(),
                Instant.parse(json.required("created").asText()), Instant.parse(json.required("updated").asText()),
                (ObjectNode) json.required("request"), tags, (ObjectNode) json.required("encryption"));
    }
}
