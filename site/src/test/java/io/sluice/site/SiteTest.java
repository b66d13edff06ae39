package io.sluice.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The site of this checkout, read by a parser of HTML.
final class SiteTest {
    private static final Path CHECKOUT = Path.of("..");

    @TempDir
    private static Path folder = Path.of("");
    private static final Map<Path, Document> PAGES = new TreeMap<>();

    @BeforeAll
    static void write() throws IOException {
        new Site(CHECKOUT, folder).write();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".html")).toList()) {
                PAGES.put(file, Jsoup.parse(file));
            }
        }
    }

    @Test
    void everyLinkLeadsToAPageAndToAPlaceOnIt() {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Map.Entry<Path, Document> page : PAGES.entrySet()) {
            for (Element link : page.getValue().select("a[href], link[href], script[src]")) {
                URI address = URI.create(link.hasAttr("href") ? link.attr("href") : link.attr("src"));
                if (address.getScheme() == null) {
                    links++;
                    if (!leadsSomewhere(page.getKey(), address)) {
                        broken.add(folder.relativize(page.getKey()) + " -> " + address);
                    }
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > PAGES.size() * 20, "only " + links + " links");
    }

    private static boolean leadsSomewhere(Path page, URI address) {
        Path target = address.getPath().isEmpty() ? page : page.resolveSibling(address.getPath()).normalize();
        if (!target.startsWith(folder) || !Files.isRegularFile(target)) {
            return false;
        }
        Document document = PAGES.get(target);
        return address.getFragment() == null
                || (document != null && document.getElementById(address.getFragment()) != null);
    }

    private static Document page(String target) {
        return Objects.requireNonNull(PAGES.get(folder.resolve(target)), target);
    }

    @Test
    void noPageHasTwoPlacesOfOneName() {
        PAGES.forEach((file, page) -> {
            Map<String, Integer> times = new HashMap<>();
            page.select("[id]").forEach(each -> times.merge(each.id(), 1, Integer::sum));
            times.values().removeIf(count -> count == 1);
            assertEquals(Map.of(), times, file.toString());
        });
    }

    /// Markdown passes HTML on: what is not in the code of a page would vanish from it, or take the rest with it.
    @Test
    void pagesHaveNoElementsThatNobodyMeant() {
        List<String> known = List.of("h1", "h2", "h3", "h4", "p", "a", "ul", "ol", "li", "pre", "code", "em", "strong",
                "table", "thead", "tbody", "tr", "th", "td", "hr", "br", "blockquote", "img", "main");
        PAGES.forEach((file, page) -> page.select("main, main *")
                .forEach(each -> assertTrue(known.contains(each.tagName()), file + ": <" + each.tagName() + ">")));
    }

    @Test
    void everyPageIsInTheContentsOrListedWithItsFolder() throws IOException {
        TreeSet<Path> listed = new TreeSet<>();
        page("index.html").select("nav a").forEach(link -> listed.add(folder.resolve(link.attr("href")).normalize()));
        try (Stream<Path> docs = Files.list(CHECKOUT.resolve("docs"))) {
            docs.filter(each -> each.toString().endsWith(".md") && !each.endsWith("README.md"))
                    .forEach(each -> assertTrue(
                            listed.contains(folder.resolve(Page.target(CHECKOUT.relativize(each)))),
                            "docs/README.md doesn't list " + each.getFileName()));
        }
        PAGES.keySet().stream().filter(page -> page.startsWith(folder.resolve("commands")))
                .forEach(page -> assertTrue(listed.contains(page), page.toString()));
    }

    @Test
    void whatIsListedIsNamedAsItsLinkIs() {
        List<String> names = page("index.html").select("nav a").eachText();
        assertTrue(names.containsAll(List.of("What Sluice is", "Every record once: verify", "run")), names.toString());
        names.forEach(name -> assertFalse(name.contains(".md"), name));
    }

    @Test
    void aCommandHasAPageThatIsItsHelp() {
        for (String command : List.of("run", "check", "verify", "retention-set")) {
            Document page = page("commands/" + command + ".html");
            assertTrue(page.select("main pre").text().contains("--help"), command);
        }
    }

    @Test
    void aPageLoadsNothingFromElsewhere() {
        PAGES.forEach((file, page) -> page.select("script[src], link[href], img[src]").forEach(each -> {
            String address = each.hasAttr("src") ? each.attr("src") : each.attr("href");
            assertFalse(address.contains("//"), file + " loads " + address);
        }));
    }

    /// The scripts of the pages, in Node.js.
    @Test
    void theSearchFindsWordsBeginningsAndMistypedOnes() throws IOException, InterruptedException {
        assertTrue(found("erase customer").startsWith("docs/retention.html#"), found("erase customer"));
        assertTrue(found("dropped ticks").startsWith("docs/"), found("dropped ticks"));
        assertTrue(found("reparti").contains("repartition"), found("reparti"));
        assertTrue(found("repartitoin").contains("repartition"), found("repartitoin"));
        assertEquals("nothing", found("qqqqzzzz"));
    }

    private static String found(String words) throws IOException, InterruptedException {
        String script = """
                import vm from "node:vm";
                import fs from "node:fs";
                for (const file of ["lunr.min.js", "search-index.js", "find.js"]) {
                  vm.runInThisContext(fs.readFileSync(process.argv[1] + "/" + file, "utf8"), { filename: file });
                }
                const place = vm.runInThisContext("words => sections[find(words)[0]?.ref]?.place");
                console.log(place(process.argv[2]) ?? "nothing");
                """;
        Process node = new ProcessBuilder("node", "--input-type=module", "-e", script, folder.toString(), words)
                .redirectErrorStream(true)
                .start();
        String out = new String(node.getInputStream().readAllBytes(), UTF_8).strip();
        assertEquals(0, node.waitFor(), out);
        return out;
    }

    @Test
    void theSameCheckoutGivesTheSameBytes(@TempDir Path again) throws IOException {
        new Site(CHECKOUT, again).write();
        try (Stream<Path> files = Files.walk(again)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertEquals(-1, Files.mismatch(file, folder.resolve(again.relativize(file))), file.toString());
            }
        }
    }

    @Test
    void aLinkToNothingStopsIt(@TempDir Path checkout, @TempDir Path out) throws IOException {
        Files.createDirectories(checkout.resolve("docs"));
        Files.writeString(checkout.resolve("README.md"), "# Start\n\n[a page](docs/gone.md)\n");
        Files.writeString(checkout.resolve("docs/README.md"), "# All\n\n- [Start](../README.md)\n");
        Exception refused = assertThrows(IllegalArgumentException.class, () -> new Site(checkout, out).write());
        assertEquals("README.md links to docs/gone.md, which is not there", refused.getMessage());
    }

    @Test
    void contentsThatListNoPageStopIt(@TempDir Path checkout, @TempDir Path out) throws IOException {
        Files.createDirectories(checkout.resolve("docs"));
        Files.writeString(checkout.resolve("docs/README.md"), "# All\n\n- [Start](../README.md)\n");
        Exception refused = assertThrows(IllegalArgumentException.class, () -> new Site(checkout, out).write());
        assertEquals("docs/README.md lists README.md, which is not there", refused.getMessage());
    }
}
