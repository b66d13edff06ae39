package io.sluice.infra;

import io.sluice.infra.iam.Grant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The part of `docs/internals/deploy-tests.md` about what functions are allowed.
final class GrantsPage {
    private GrantsPage() {}

    static String text() {
        Map<String, Set<Grant>> granted = new TreeMap<>();
        Map<String, Set<Grant>> unneeded = new TreeMap<>();
        Granted.names().stream().map(Granted::judgement).forEach(judgements -> judgements.forEach((what, each) -> {
            granted.computeIfAbsent(what, _ -> new TreeSet<>()).addAll(each.granted());
            unneeded.computeIfAbsent(what, _ -> new TreeSet<>()).addAll(each.unneeded());
        }));
        return """
                ## What the functions may

                While the functions do all kinds of work on the embedded servers - batches of Firehose and of Kinesis, \
                flush runs, drains, slices, sweeps, a lost table and its
                recovery, damage and its discard, somebody else's object, uploads in parts that fail, conversion to \
                Parquet, retention, erasure, repartition - each of their requests is
                written down as it goes over the wire. It is translated into what it needs of IAM and judged by the \
                roles' policies and the buckets', as the templates have them, in %d deployments.
                **Nothing is denied**, with no condition left unjudged (`GrantedCallsTest`). An action that is taken \
                away from any statement is denied, one that is added is unneeded
                (`PlantedPolicyMistakesTest`). Of what SnapStart's hooks read before a snapshot, the transform \
                function's is denied, and it goes without \
                ([how](../decisions/0035-policies-judged-by-recorded-calls.md)).

                | function | actions on resources that it is allowed | asked for by recorded requests | listed below |
                |---|---|---|---|
                %s

                Allowed though no recorded request asks for it:

                | action | functions | why |
                |---|---|---|
                %s"""
                .formatted(Granted.names().size(), rows(granted, unneeded), reasons());
    }

    private static String rows(Map<String, Set<Grant>> granted, Map<String, Set<Grant>> unneeded) {
        return granted.entrySet().stream().map(each -> {
            int listed = unneeded.getOrDefault(each.getKey(), Set.of()).size();
            return "| %s | %d | %d | %d |".formatted(each.getKey(), each.getValue().size(),
                    each.getValue().size() - listed, listed);
        }).collect(Collectors.joining("\n"));
    }

    /// One row for each reason.
    private static String reasons() {
        Map<String, Set<Grant>> byReason = new TreeMap<>();
        UnneededGrants.read().forEach((grant, reason) -> byReason.computeIfAbsent(reason, _ -> new TreeSet<>())
                .add(grant));
        return byReason.entrySet().stream().map(each -> "| %s | %s | %s |".formatted(
                each.getValue().stream().map(grant -> "`" + grant.action() + "`").distinct()
                        .collect(Collectors.joining(", ")),
                each.getValue().stream().map(Grant::function).distinct().collect(Collectors.joining(", ")),
                each.getKey())).collect(Collectors.joining("\n"));
    }
}
