package io.sluice.infra.runbook;

import io.sluice.infra.runbook.RunbookPage.Procedure;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The part of `docs/internals/deploy-tests.md` on procedures that were rehearsed.
public final class RunbooksPage {
    private RunbooksPage() {}

    public static String text() {
        Map<String, Procedure> typed = RunbookPage.read().procedures().stream()
                .collect(Collectors.toMap(Procedure::heading, Function.identity()));
        long commands = typed.values().stream().mapToLong(each -> each.commands().size()).sum();
        long tests = Runbook.ALL.stream().flatMap(each -> each.tests().stream()).distinct().count();
        return """
                ## Runbooks

                Each procedure of [operations](../how-to/operations.md) is rehearsed at each build on a stream that \
                is at work: records are staged, delivered and on their way, the fault is made,
                and the page's commands (%d in %d procedures) are typed into bash as they stand there. `aws` and `npx` \
                are stand-ins that run the real functions against the embedded DynamoDB and S3; what they do
                not know fails the test, as does a command that nobody rehearses (`RunbooksTest`). In the end a reader \
                of its own looks for every record, once, in its place, and the alarm is off, where there is one.
                Nothing of this ran on AWS.

                | procedure | commands | what %d tests show | not by the real thing |
                |---|---|---|---|
                %s"""
                .formatted(commands, typed.size(), tests,
                        Runbook.ALL.stream().map(each -> row(each, typed)).collect(Collectors.joining("\n")));
    }

    private static String row(Runbook runbook, Map<String, Procedure> typed) {
        var procedure = typed.get(runbook.heading());
        return "| " + runbook.heading() + " | " + (procedure == null ? 0 : procedure.commands().size()) + " | "
                + runbook.tests().stream().map(Runbook::sentence).collect(Collectors.joining(". ")) + " | "
                + (runbook.notHere().isEmpty() ? "–" : runbook.notHere()) + " |";
    }
}
