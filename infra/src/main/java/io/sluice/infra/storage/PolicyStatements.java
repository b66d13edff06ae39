package io.sluice.infra.storage;

import io.sluice.deployment.Right;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.services.iam.PolicyStatement;

/// Rights as CDK takes them.
public final class PolicyStatements {
    private PolicyStatements() {}

    /// A right with a deployment's names.
    public static PolicyStatement of(Right right, TokenNames names) {
        var statement = PolicyStatement.Builder.create().actions(right.actions())
                .resources(right.resources().stream().map(names::fill).toList());
        return (right.conditions().isEmpty() ? statement : statement.conditions(conditions(right, names))).build();
    }

    public static List<PolicyStatement> of(List<Right> rights, TokenNames names) {
        return rights.stream().map(right -> of(right, names)).toList();
    }

    private static Map<String, Object> conditions(Right right, TokenNames names) {
        Map<String, Object> conditions = new TreeMap<>();
        right.conditions().forEach((operator, values) -> {
            Map<String, Object> filled = new TreeMap<>();
            values.forEach((key, value) -> filled.put(key, value instanceof String text ? names.fill(text) : value));
            conditions.put(operator, filled);
        });
        return conditions;
    }
}
