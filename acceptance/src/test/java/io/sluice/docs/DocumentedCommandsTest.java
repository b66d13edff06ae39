package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Every command of the documentation is run as it stands, page by page in a fresh checkout, as real processes with
/// relative paths, and what the page shows is compared with what is printed; or a comment says why it is not run
/// ([PageReader]).
@Tag("long")
final class DocumentedCommandsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyCommandIsRunOrSaysWhyNot() throws IOException {
        List<Page> pages = Page.all(Checkout.ROOT);
        assertEquals(List.of(), pages.stream().flatMap(each -> each.faults().stream()).toList());
        assertTrue(
                pages.stream().map(Page::name).toList()
                        .containsAll(List.of("CONTRIBUTING.md", "README.md", "benchmarks/README.md",
                                "docs/internals/INVARIANTS.md",
                                "docs/decisions/0001-buffer-protocol.md", "docs/internals/design/README.md",
                                "jq/README.md")),
                pages.toString());
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> whatAPageShowsIsWhatHappens() throws IOException {
        return Page.all(Checkout.ROOT).stream().filter(page -> !page.run().isEmpty())
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> {
                    Path parent = folder.resolve(page.name().replace('/', '-'));
                    List<String> findings = PageRun.findings(page, Checkout.create(parent));
                    assertTrue(findings.isEmpty(), () -> String.join("\n", findings));
                }));
    }

    @Test
    void everyCommandLineThatAPageNamesIsOne() throws IOException {
        var commands = new NamedCommands();
        assertEquals(List.of(),
                Page.all(Checkout.ROOT).stream().flatMap(each -> commands.findings(each).stream()).toList());
    }
}
