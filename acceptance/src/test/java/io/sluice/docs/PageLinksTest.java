package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Links between pages lead somewhere, and a reader finds every page by the index.
final class PageLinksTest {
    @Test
    void everyLinkLeadsToAFileAndToAHeadingOfIt() throws IOException {
        List<Page> pages = Page.all(Checkout.ROOT);
        PageLinks links = new PageLinks(Checkout.ROOT, pages);
        assertEquals(List.of(), links.broken());
        long count = pages.stream().mapToLong(each -> links.targets(each).size()).sum();
        assertTrue(count > 500, "only " + count + " links");
    }

    @Test
    void theIndexListsEveryPageOfTheDocumentation() throws IOException {
        List<Page> pages = Page.all(Checkout.ROOT);
        Page index = pages.stream().filter(each -> each.name().equals("docs/README.md")).findFirst().orElseThrow();
        TreeSet<String> unlisted = pages.stream().map(Page::name)
                .filter(name -> name.startsWith("docs/") && !name.startsWith("docs/decisions/0"))
                .collect(Collectors.toCollection(TreeSet::new));
        unlisted.remove(index.name());
        new PageLinks(Checkout.ROOT, pages).files(index).forEach(file -> unlisted.remove(file.toString()));
        assertEquals(new TreeSet<String>(), unlisted);
    }

    @Test
    void aLinkToNothingIsFound(@TempDir Path checkout) throws IOException {
        Files.createDirectories(checkout.resolve("docs"));
        Files.writeString(checkout.resolve("README.md"), """
                # Start

                [There](docs/a.md#the-first-of-a), [not there](docs/b.md), [no such heading](docs/a.md#second),
                ![gone](a.png), `[no link](x.md)`, [elsewhere](https://example.com/b.md).
                ```sh
                echo '[no link](y.md)'
                ```
                """);
        Files.writeString(checkout.resolve("docs/a.md"), """
                # A

                ## The *first* of `a`

                [Back](../README.md#begin)
                """);
        assertEquals(
                List.of("README.md -> a.png", "README.md -> docs/a.md#second", "README.md -> docs/b.md",
                        "docs/a.md -> ../README.md#begin"),
                new PageLinks(checkout, Page.all(checkout)).broken());
    }
}
