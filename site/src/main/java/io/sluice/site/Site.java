package io.sluice.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/// All pages of a checkout, written to a folder: plain files that need no server. The same checkout gives the same
/// bytes.
final class Site {
    /// Lists what stands in the table of contents, in its order.
    static final Path CONTENTS = Path.of("docs/README.md");

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    /// What no page is made of: what builds leave behind, and templates of pages.
    private static final List<String> LEFT_OUT = List.of("target", "out", "node_modules", "cdk.out");
    private static final String SCRIPTS = "/META-INF/resources/webjars/lunr/2.3.9/lunr.min.js";

    private final Path checkout;
    private final Path folder;
    private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();

    /// @param folder what is there is written over, nothing is removed
    Site(Path checkout, Path folder) {
        this.checkout = checkout;
        this.folder = folder;
    }

    /// @throws IllegalArgumentException when a page links to what is not there, or the contents name no page
    /// @throws IOException              when a file can't be read or written
    void write() throws IOException {
        Map<Path, Page> pages = pages();
        Contents contents = Contents.of(page(pages, CONTENTS));
        contents.groups().forEach(group -> group.entries().forEach(entry -> page(pages, entry.page())));
        Map<String, String> commands = Commands.help();
        List<Section> sections = new ArrayList<>();
        pages.values().forEach(page -> sections.addAll(page.sections()));
        Frame frame = new Frame(contents, List.copyOf(commands.keySet()));
        Links links = new Links(checkout);
        for (Page page : pages.values()) {
            links.turn(page);
            write(page.target(), frame.around(page.target(), page.title(), html(page)));
        }
        for (Map.Entry<String, String> each : commands.entrySet()) {
            Path target = Frame.command(each.getKey());
            String title = "sluice " + each.getKey();
            write(target, frame.around(target, title, Frame.preformatted(title, each.getValue())));
            sections.add(new Section(target.toString(), title, "Commands", each.getValue()));
        }
        for (Path file : links.files()) {
            Path target = Links.shown(file);
            write(target, frame.around(target, file.toString(),
                    Frame.preformatted(file.toString(), Files.readString(checkout.resolve(file)))));
        }
        for (Path each : links.folders()) {
            Path target = each.resolve("index.html");
            write(target, frame.around(target, each.toString(), Frame.list(each, pages.values())));
        }
        write(Path.of("search-index.js"), SearchIndex.script(sections));
        copy("site.css", "/io/sluice/site/site.css");
        copy("find.js", "/io/sluice/site/find.js");
        copy("search.js", "/io/sluice/site/search.js");
        copy("lunr.min.js", SCRIPTS);
    }

    private Map<Path, Page> pages() throws IOException {
        Map<Path, Page> pages = new TreeMap<>();
        try (Stream<Path> files = Files.walk(checkout)) {
            for (Path file : files.map(checkout::relativize).filter(Site::isPage).sorted().toList()) {
                pages.put(file, new Page(file, parser.parse(Files.readString(checkout.resolve(file)))));
            }
        }
        return pages;
    }

    private static boolean isPage(Path file) {
        for (Path part : file) {
            String name = part.toString();
            if (LEFT_OUT.contains(name) || name.startsWith(".")) {
                return false;
            }
        }
        return file.toString().endsWith(".md");
    }

    private static Page page(Map<Path, Page> pages, Path source) {
        Page page = pages.get(source);
        if (page == null) {
            throw new IllegalArgumentException(CONTENTS + " lists " + source + ", which is not there");
        }
        return page;
    }

    private static String html(Page page) {
        AttributeProvider anchors = (node, _, attributes) -> {
            if (node instanceof Heading heading) {
                attributes.put("id", page.anchor(heading));
            }
        };
        return HtmlRenderer.builder().extensions(EXTENSIONS).attributeProviderFactory(_ -> anchors).build()
                .render(page.document());
    }

    private void write(Path target, String text) throws IOException {
        Path file = folder.resolve(target);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void copy(String name, String resource) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            write(Path.of(name), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
