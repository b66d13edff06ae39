package io.sluice.infra.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awscdk.CfnResource;
import software.constructs.IConstruct;

/// Written exceptions from cdk-nag's AwsSolutions rules. They travel in the template's metadata, where an auditor
/// finds the rule, the resource and the reason together.
public final class Suppressions {
    /// Wildcards that end an object key's prefix, or that stand for the rest of a key after its stream.
    private static final String OBJECTS_UNDER_A_PREFIX = "/^Resource::.+\\/.*\\*$/g";

    private Suppressions() {}

    /// Excepts the resources of `construct` from `rule`.
    public static void suppress(IConstruct construct, String rule, String reason) {
        add(construct, new TreeMap<>(Map.of("id", rule, "reason", reason)));
    }

    /// Excepts object-key wildcards, and no others, from the rule on IAM wildcards.
    public static void suppressObjectKeys(IConstruct construct, String reason) {
        suppressMatching(construct, OBJECTS_UNDER_A_PREFIX, reason);
    }

    /// Excepts the findings that `regex` matches, and no others, from the rule on IAM wildcards.
    public static void suppressMatching(IConstruct construct, String regex, String reason) {
        add(construct, new TreeMap<>(Map.of("id", "AwsSolutions-IAM5", "reason", reason, "applies_to",
                List.of(Map.of("regex", regex)))));
    }

    private static void add(IConstruct construct, SortedMap<String, Object> suppression) {
        for (var child : construct.getNode().findAll()) {
            if (child instanceof CfnResource resource) {
                var rules = resource.getMetadata("cdk_nag") instanceof Map<?, ?> earlier
                        && earlier.get("rules_to_suppress") instanceof List<?> list
                                ? new ArrayList<Object>(list)
                                : new ArrayList<Object>();
                rules.add(suppression);
                resource.addMetadata("cdk_nag", Map.of("rules_to_suppress", rules));
            }
        }
    }
}
