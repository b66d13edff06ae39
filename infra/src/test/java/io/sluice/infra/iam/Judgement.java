package io.sluice.infra.iam;

import io.sluice.infra.iam.Deployment.Function;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a function's calls and its role's policies have to say of one another.
///
/// @param calls    how many were judged
/// @param needs    different permissions that they need
/// @param denied   what IAM would deny
/// @param unjudged what depends on a condition that is not understood here
/// @param granted  all that the role is allowed
/// @param unneeded what of it no call needs
public record Judgement(int calls, int needs, Set<Permission> denied, Set<Permission> unjudged, Set<Grant> granted,
        Set<Grant> unneeded) {
    private static final Map<String, String> VARIABLES = Map.of("SLUICE_DATA_BUCKET", "data", "SLUICE_STAGING_BUCKET",
            "staging", "SLUICE_INDEX_TABLE", "index");

    /// @param here the variables that the function had as its calls were recorded
    public static Judgement of(Function function, Collection<Call> calls, Map<String, String> here) {
        Names names = names(function, here);
        Set<Permission> needs = new LinkedHashSet<>();
        calls.forEach(call -> needs.addAll(Needs.of(call, names)));
        Set<Permission> denied = new LinkedHashSet<>();
        Set<Permission> unjudged = new LinkedHashSet<>();
        needs.forEach(need -> {
            switch (function.role().judge(need)) {
                case ALLOWED -> {
                }
                case DENIED -> denied.add(need);
                case UNKNOWN -> unjudged.add(need);
            }
        });
        Set<Grant> granted = new TreeSet<>();
        Set<Grant> unneeded = new TreeSet<>();
        for (Statement statement : function.role().own().stream().filter(Statement::allows).toList()) {
            grants(function, statement, needs, granted, unneeded);
        }
        return new Judgement(calls.size(), needs.size(), denied, unjudged, granted, unneeded);
    }

    private static Names names(Function function, Map<String, String> here) {
        Map<String, String> deployed = new HashMap<>();
        Map<String, String> keys = new TreeMap<>(function.keys());
        VARIABLES.keySet().stream().filter(function.variables()::containsKey).forEach(
                variable -> deployed.put(here.getOrDefault(variable, ""),
                        function.variables().getOrDefault(variable, "")));
        return new Names(deployed, keys);
    }

    private static void grants(Function function, Statement statement, Set<Permission> needs, Set<Grant> granted,
            Set<Grant> unneeded) {
        List<Permission> met = needs.stream().filter(need -> statement.conditionsOn(need) == Statement.Answer.HOLDS)
                .toList();
        for (String action : statement.actions()) {
            for (String resource : statement.resources()) {
                Grant grant = new Grant(function.what(), action + under(statement), called(function, resource));
                granted.add(grant);
                if (met.stream().noneMatch(need -> Statement.speaksOf(action, resource, need))) {
                    unneeded.add(grant);
                }
            }
        }
    }

    /// A key's grants differ by the service that they are used through.
    private static String under(Statement statement) {
        String service = statement.conditions().at("/StringEquals/kms:ViaService").asText();
        return service.isEmpty() ? "" : "@" + service.substring(0, service.indexOf('.'));
    }

    /// Of what is none of the variables' the kind alone.
    private static String called(Function function, String resource) {
        String text = resource;
        for (var variable : VARIABLES.entrySet()) {
            String name = function.variables().getOrDefault(variable.getKey(), "");
            if (!name.isEmpty()) {
                for (String arn : List.of("arn:aws:s3:::" + name, World.arn("dynamodb", "table/" + name))) {
                    if (text.equals(arn) || text.startsWith(arn + "/")) {
                        text = variable.getValue() + text.substring(arn.length());
                    }
                }
            }
        }
        return text.startsWith("arn:aws:") ? text.split(":", -1)[2] : text;
    }
}
