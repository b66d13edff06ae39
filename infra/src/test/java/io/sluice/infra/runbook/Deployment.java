package io.sluice.infra.runbook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the stacks of a stream are, by their templates: outputs, functions, schedules, alarms.
final class Deployment {
    private final JsonNode pipeline;
    private final JsonNode storage;
    private final Map<String, JsonNode> outputs = new HashMap<>();

    Deployment(Way way) {
        pipeline = Synthesis.of(way).pipeline();
        storage = Synthesis.of(way).storage();
        for (JsonNode template : List.of(storage, pipeline)) {
            template.path("Outputs").properties().forEach(each -> outputs.put(each.getKey(), each.getValue()));
        }
    }

    /// The logical id of what an output names; empty where there is no such output.
    Optional<String> named(String output) {
        return Optional.ofNullable(outputs.get(output)).map(each -> each.path("Value"))
                .map(value -> value.has("Ref") ? value.path("Ref").asText() : Synthesis.text(value));
    }

    /// What the storage stack is made of, by logical id.
    Map<String, JsonNode> storage() {
        var resources = new TreeMap<String, JsonNode>();
        storage.path("Resources").properties().forEach(each -> resources.put(each.getKey(), each.getValue()));
        resources.remove("CDKMetadata");
        return resources;
    }

    private JsonNode resource(String logicalId, String type) {
        JsonNode resource = pipeline.at("/Resources/" + logicalId);
        if (!resource.path("Type").asText().equals(type)) {
            throw new AssertionError(logicalId + " is no " + type + " but " + resource.path("Type"));
        }
        return resource.path("Properties");
    }

    /// How long an invocation of a function may take.
    Duration timeout(String function) {
        return Duration.ofSeconds(resource(function, "AWS::Lambda::Function").path("Timeout").asLong());
    }

    /// The alias by which a function is called.
    String alias(String function) {
        return Synthesis.resources(pipeline, "AWS::Lambda::Alias").values().stream()
                .map(each -> each.path("Properties"))
                .filter(each -> each.at("/FunctionName/Ref").asText().equals(function)).findFirst().orElseThrow()
                .path("Name").asText();
    }

    /// All schedules as they are deployed, by logical id.
    Map<String, ObjectNode> schedules() {
        var schedules = new HashMap<String, ObjectNode>();
        Synthesis.resources(pipeline, "AWS::Scheduler::Schedule").forEach((id, resource) -> {
            ObjectNode schedule = resource.path("Properties").deepCopy();
            schedule.put("Name", id);
            schedules.put(id, schedule);
        });
        return schedules;
    }

    /// The properties of an alarm of the page.
    JsonNode alarm(String name) {
        return Synthesis.resources(pipeline, "AWS::CloudWatch::Alarm").entrySet().stream()
                .filter(entry -> entry.getKey().matches("StreamAlarms" + name + "[0-9A-F]{8}"))
                .map(Map.Entry::getValue).findFirst().orElseThrow(() -> new AssertionError("no alarm " + name))
                .path("Properties");
    }
}
