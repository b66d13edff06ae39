package io.sluice.infra.iam;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A statement of a policy, with everything in it resolved.
///
/// @param effect     `Allow` or `Deny`
/// @param conditions operator → key → values
record Statement(String effect, List<String> actions, List<String> resources, JsonNode conditions) {
    private static final Set<String> MEMBERS = Set.of("Sid", "Effect", "Principal", "Action", "Resource", "Condition");

    /// What a condition says of a permission.
    enum Answer {
        HOLDS, FAILS, UNKNOWN
    }

    static Statement of(JsonNode statement) {
        statement.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                throw new AssertionError("no one judges " + name + " yet: " + statement);
            }
        });
        return new Statement(statement.path("Effect").asText(), texts(statement.path("Action")),
                texts(statement.path("Resource")), statement.path("Condition"));
    }

    static List<String> texts(JsonNode oneOrMany) {
        List<String> texts = new ArrayList<>();
        if (oneOrMany.isArray()) {
            oneOrMany.forEach(each -> texts.add(each.asText()));
        } else {
            texts.add(oneOrMany.asText());
        }
        return texts;
    }

    boolean allows() {
        return switch (effect) {
            case "Allow" -> true;
            case "Deny" -> false;
            default -> throw new AssertionError("effect " + effect);
        };
    }

    static boolean speaksOf(String action, String resource, Permission permission) {
        return Wildcards.matches(action.toLowerCase(Locale.ROOT), permission.action().toLowerCase(Locale.ROOT))
                && Wildcards.matches(resource, permission.resource());
    }

    boolean speaksOf(Permission permission) {
        return actions.stream().anyMatch(action -> resources.stream()
                .anyMatch(resource -> speaksOf(action, resource, permission)));
    }

    /// All conditions together.
    Answer conditionsOn(Permission permission) {
        Answer all = Answer.HOLDS;
        for (var operator : conditions.properties()) {
            for (var key : operator.getValue().properties()) {
                Answer one = condition(operator.getKey(), key.getKey(), texts(key.getValue()), permission);
                if (one == Answer.FAILS) {
                    return Answer.FAILS;
                }
                all = one == Answer.UNKNOWN ? one : all;
            }
        }
        return all;
    }

    /// A key that a request does not have makes an ordinary operator fail, and one for all values hold.
    private static Answer condition(String operator, String key, List<String> wanted, Permission permission) {
        Set<String> has = permission.context().getOrDefault(key, Set.of());
        return switch (operator) {
            case "StringEquals", "Bool" -> answer(!has.isEmpty() && wanted.containsAll(has));
            case "ForAllValues:StringEquals" -> answer(wanted.containsAll(has));
            case "StringLike" -> answer(!has.isEmpty() && areLike(has, wanted));
            case "ForAllValues:StringLike" -> answer(areLike(has, wanted));
            case "NumericLessThan" -> answer(!has.isEmpty() && has.stream().allMatch(value -> wanted.stream()
                    .anyMatch(bound -> Double.parseDouble(value) < Double.parseDouble(bound))));
            default -> Answer.UNKNOWN;
        };
    }

    private static boolean areLike(Set<String> values, List<String> patterns) {
        return values.stream().allMatch(value -> patterns.stream()
                .anyMatch(pattern -> Wildcards.matches(pattern, value)));
    }

    private static Answer answer(boolean holds) {
        return holds ? Answer.HOLDS : Answer.FAILS;
    }
}
