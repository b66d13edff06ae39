package io.sluice.infra;

import io.sluice.infra.Change.Gone;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The part of `docs/internals/deploy-tests.md` about options of an app that are asked for later.
final class OptionsPage {
    private OptionsPage() {}

    static String text() {
        return """
                ### Options of an app of one's own

                Each option of `PlatformOptions`, asked for of streams that are deployed without it (one that Firehose \
                calls, one of log groups, one of uploads)
                and taken away again, and what that deletes or replaces (`OptionChangesTest`). No bucket, table or \
                stream is among it, and no queue of whole events.

                | option | asked for | taken away |
                |---|---|---|
                %s
                | `storageStack` | refused by CloudFormation: the buffer's bucket is exported under the stream's name, \
                which the stack of before still has. [Drain and take the stack down first]\
                (../how-to/operations.md#storage-in-a-stack-of-its-own) | the same |"""
                .formatted(Arrays.stream(OptionChange.values()).map(OptionsPage::row)
                        .collect(Collectors.joining("\n")));
    }

    private static String row(OptionChange option) {
        return "| `%s` | %s |".formatted(option.option(), option.bothWays().stream().map(OptionsPage::gone)
                .collect(Collectors.joining(" | ")));
    }

    private static String gone(Change change) {
        var types = change.gone().stream().map(Gone::resource).map(each -> each.type().replace("AWS::", "")
                .replace("::", " ")).collect(Collectors.toCollection(TreeSet::new));
        return types.isEmpty() ? "nothing" : String.join(", ", types);
    }
}
