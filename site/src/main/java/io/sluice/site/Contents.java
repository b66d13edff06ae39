package io.sluice.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;

/// The table of contents beside each page: what a page of Markdown lists under its headings.
///
/// @param groups in the order of the page
record Contents(List<Group> groups) {
    Contents {
        groups = List.copyOf(groups);
    }

    /// @param title   of the group
    /// @param entries its pages
    record Group(String title, List<Entry> entries) {
        Group {
            entries = List.copyOf(entries);
        }
    }

    /// @param title what the link says
    /// @param page  a file of Markdown, from the checkout
    record Entry(String title, Path page) {}

    /// Reads it off a page that has a heading for each group and a link for each entry.
    static Contents of(Page page) {
        List<Group> groups = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        page.document().accept(new AbstractVisitor() {
            private String title = "";

            @Override
            public void visit(Heading heading) {
                close();
                title = Words.of(heading);
            }

            @Override
            public void visit(Link link) {
                Path target = page.source().resolveSibling(link.getDestination()).normalize();
                if (target.toString().endsWith(".md")) {
                    entries.add(new Entry(Words.of(link), target));
                }
            }

            @Override
            public void visit(Document document) {
                visitChildren(document);
                close();
            }

            private void close() {
                if (!entries.isEmpty()) {
                    groups.add(new Group(title, entries));
                    entries.clear();
                }
            }
        });
        return new Contents(groups);
    }
}
