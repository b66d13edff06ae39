package io.sluice.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/// A page of Markdown.
final class Page {
    private final Path source;
    private final Node document;
    private final IdentityHashMap<Heading, String> anchors = new IdentityHashMap<>();
    private final List<Heading> headings = new ArrayList<>();

    /// @param source the file, from the checkout
    Page(Path source, Node document) {
        this.source = source;
        this.document = document;
        IdGenerator ids = IdGenerator.builder().build();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                headings.add(heading);
                anchors.put(heading, ids.generateId(Words.of(heading)));
            }
        });
        if (headings.isEmpty()) {
            throw new IllegalArgumentException(source + " has no heading, which would be the page's title");
        }
    }

    Path source() {
        return source;
    }

    Node document() {
        return document;
    }

    /// Where it is written, from the site's root: the README of a folder is the folder's index.
    Path target() {
        return target(source);
    }

    static Path target(Path source) {
        String name = String.valueOf(source.getFileName());
        return source.resolveSibling(name.equals("README.md") ? "index.html" : name.replaceFirst("\\.md$", ".html"));
    }

    String title() {
        return Words.of(headings.getFirst());
    }

    /// A heading's id, as GitHub makes it.
    String anchor(Heading heading) {
        return String.valueOf(anchors.get(heading));
    }

    /// The text below each heading, up to the next.
    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        for (Heading heading : headings) {
            StringBuilder text = new StringBuilder();
            for (Node next = heading.getNext(); next != null && !(next instanceof Heading); next = next.getNext()) {
                text.append(Words.of(next)).append('\n');
            }
            sections.add(new Section(target() + "#" + anchor(heading), Words.of(heading), title(), text.toString()));
        }
        return sections;
    }
}
