package io.sluice.infra;

import io.sluice.infra.Variant.Bucket;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variants.Step;
import io.sluice.infra.runbook.RunbooksPage;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `docs/internals/deploy-tests.md`, as the tests find things.
final class DeployTestsPage {
    private static final String SAFE = "safe";

    private DeployTestsPage() {}

    static String text() {
        return String.join("\n\n",
                """
                        # What deployments are tested for

                        <!-- Written by DeployTestsPageTest; see there. -->

                        Every choice that a deployment has, beside every other one, and every change from one to \
                        another, as the CDK app
                        synthesises them and `MatrixTest` and `ChangeTest` look at them, and what each function may. \
                        Nothing here ran on AWS.
                        What is deployed to an emulator and used there, and what of it is real, is told \
                        [elsewhere](../how-to/deploy.md#without-an-account).""",
                matrix(),
                "## Changes", introduction(), between(Delivery.BUFFER, Delivery.BUFFER),
                between(Delivery.FIREHOSE, Delivery.FIREHOSE), between(Delivery.BUFFER, Delivery.FIREHOSE),
                between(Delivery.FIREHOSE, Delivery.BUFFER), others(), legend(), OptionsPage.text(), GrantsPage.text(),
                AlarmsPage.text(), RunbooksPage.text()) + "\n";
    }

    private static String matrix() {
        List<Variant> all = Variants.deployable();
        Set<Variant> chosen = Variants.matrix();
        var rows = new StringBuilder("| axis | its values |\n|---|---|\n");
        for (int i = 0; i < Variant.AXES.size(); i++) {
            int axis = i;
            rows.append("| ").append(Variant.AXES.get(i)).append(" | ").append(chosen.stream()
                    .map(variant -> Variant.word(variant.values().get(axis))).distinct().sorted()
                    .collect(Collectors.joining(", "))).append(" |\n");
        }
        var refused = Variant.product().flatMap(each -> each.refusal().stream()).collect(Collectors.toCollection(
                TreeSet::new));
        int types = CreateOnly.types().size();
        return """
                ## The matrix

                %s
                Of the %d combinations Sluice refuses %d at synth, for these reasons, and deploys %d:

                %s

                %d of these are synthesised in one process in continuous integration, among them
                every two values that go together (%d pairs); the full product takes minutes. cdk-nag's \
                AwsSolutions rules find nothing in them that is not excepted in writing.
                `build/deploy/lint` runs cfn-lint and checkov over the same templates. \
                They have resources of %d types."""
                .formatted(rows, Variant.product().count(), Variant.product().count() - all.size(),
                        all.size(),
                        refused.stream().map(each -> "* " + each + " …").collect(Collectors.joining("\n")),
                        chosen.size(), Variants.pairs(all).size(), types);
    }

    private static String introduction() {
        List<Step> steps = Variants.steps();
        long safe = steps.stream().filter(step -> step.change().findings().isEmpty()).count();
        long refused = steps.stream()
                .filter(step -> step.change().findings().stream().anyMatch(ChangeFinding::isRefusal)).count();
        return """
                %d changes, found by comparing templates: exports that another stack imports, create-only \
                properties (out of AWS's resource schemas), resources that go.
                **%d are safe**, %d are safe with the steps of their letters, and %d are refused by CloudFormation \
                or the service, with the way to go beside them.
                No change deletes or replaces a bucket, a table or a Kinesis stream, and none takes the buffer or a \
                Kinesis stream out of its stack while a pipeline reads it.
                What changes together has the letters of both; which stack can go first may differ then, so change \
                a bucket alone. A change that Sluice itself refuses is one to a combination that is none (above).

                Rows are what is deployed, columns what comes. **Bold**: refused as it stands; where an N, P or X \
                is among several, its way is the one to go."""
                .formatted(steps.size(), safe, steps.size() - safe - refused, refused);
    }

    private static String between(Delivery from, Delivery to) {
        List<Variant> rows = of(from);
        List<Variant> columns = of(to);
        var table = new StringBuilder("### Sources, delivery `%s`%s\n\n".formatted(Variant.word(from),
                from == to ? "" : " to `" + Variant.word(to) + "`")).append("| |").append(columns.stream()
                        .map(each -> " " + Variant.word(each.source()) + " |").collect(Collectors.joining()))
                .append("\n|---|").append("---|".repeat(columns.size())).append('\n');
        for (Variant row : rows) {
            table.append("| ").append(Variant.word(row.source())).append(" |");
            columns.forEach(column -> table.append(' ').append(row.equals(column)
                    ? "·"
                    : cell(new Step(row, column).change().findings())).append(" |"));
            table.append('\n');
        }
        return table.toString().stripTrailing();
    }

    private static List<Variant> of(Delivery delivery) {
        return Variants.bases().stream().filter(each -> each.delivery() == delivery).toList();
    }

    private static String cell(Collection<ChangeFinding> findings) {
        if (findings.isEmpty()) {
            return SAFE;
        }
        return findings.stream().map(each -> each.isRefusal() ? "**" + each.code() + "**" : "" + each.code())
                .collect(Collectors.joining(" "));
    }

    /// Changes of one axis, with any source and delivery.
    private static String others() {
        var buckets = Variants.bases().stream().flatMap(base -> Stream.of(
                new Step(base.with(Bucket.NEW), base.with(Bucket.OWN)),
                new Step(base.with(Bucket.OWN), base.with(Bucket.NEW))));
        Map<String, Map<Delivery, Set<String>>> rows = new LinkedHashMap<>();
        Stream.of(buckets, Variants.singleSteps().stream(), Variants.formatSteps().stream()).flatMap(each -> each)
                .forEach(step -> rows.computeIfAbsent(change(step), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(step.from().delivery(), _ -> new LinkedHashSet<>())
                        .add(cell(step.change().findings())));
        var table = new StringBuilder("""
                ### Everything else, with any source

                | change | `buffer` | `firehose` |
                |---|---|---|
                """);
        rows.forEach((change, cells) -> table.append("| ").append(change).append(" | ").append(of(cells,
                Delivery.BUFFER)).append(" | ").append(of(cells, Delivery.FIREHOSE)).append(" |\n"));
        Stream.of(true, false).forEach(head -> table
                .append(head ? "| text before the first expression of a prefix" : "| text behind it")
                .append(" | ").append(prefix(Delivery.BUFFER, head)).append(" | ")
                .append(prefix(Delivery.FIREHOSE, head)).append(" |\n"));
        return table.toString().stripTrailing();
    }

    private static String prefix(Delivery delivery, boolean head) {
        return PrefixChange.ALL.stream().filter(each -> each.delivery() == delivery && each.isOfHead() == head)
                .map(each -> cell(each.change().findings())).distinct().collect(Collectors.joining(" or "));
    }

    private static String of(Map<Delivery, Set<String>> cells, Delivery delivery) {
        return String.join(" or ", cells.getOrDefault(delivery, Set.of("–")));
    }

    private static String change(Step step) {
        for (int i = 0; i < Variant.AXES.size(); i++) {
            Enum<?> from = step.from().values().get(i);
            Enum<?> to = step.to().values().get(i);
            if (from != to) {
                return Variant.AXES.get(i) + ": " + Variant.word(from) + " → " + Variant.word(to);
            }
        }
        throw new AssertionError("nothing changes: " + step);
    }

    private static String legend() {
        var rows = new StringBuilder("### The letters\n\n| | |\n|---|---|\n");
        EnumSet.allOf(ChangeFinding.class).forEach(each -> rows.append("| ").append(cell(List.of(each))).append(" | ")
                .append(each.meaning()).append(" |\n"));
        return rows
                .append("""

                        How to drain, to deploy one stack, and to tell that everything is read: \
                        [operations](../how-to/operations.md#change).""")
                .toString();
    }
}
