package io.sluice.local.serve.replica;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.KeyRing;
import io.sluice.local.serve.endpoint.Capacity;
import io.sluice.local.serve.endpoint.HttpEndpoint.Listening;
import java.util.List;
import java.util.Map;

/// The settings of a replica.
///
/// @param configurations of the streams that it serves; one at least
/// @param environment    the variables by which deployed functions find their stores, but for `SLUICE_CONFIG`
/// @param listening      where it listens
/// @param keys           who may call
/// @param capacity       of its endpoint
public record ReplicaSettings(List<ObjectNode> configurations, Map<String, String> environment, Listening listening,
        KeyRing keys, Capacity capacity) {
    public ReplicaSettings {
        configurations = List.copyOf(configurations);
        environment = Map.copyOf(environment);
    }
}
