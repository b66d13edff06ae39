package io.sluice.deployment;

import java.util.List;
import java.util.Map;

/// A statement of a policy that allows something.
///
/// @param actions    as IAM calls them
/// @param resources  ARNs and patterns of ARNs, with [DeployedName]s
/// @param conditions operator → key → values; a single value is a text
public record Right(List<String> actions, List<String> resources, Map<String, Map<String, Object>> conditions) {
    public Right {
        actions = List.copyOf(actions);
        resources = List.copyOf(resources);
        conditions = Map.copyOf(conditions);
    }

    /// A right without a condition.
    public static Right of(List<String> actions, List<String> resources) {
        return new Right(actions, resources, Map.of());
    }

    /// A right on one resource.
    public static Right of(List<String> actions, Object resource) {
        return of(actions, List.of(resource.toString()));
    }
}
