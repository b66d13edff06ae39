package io.sluice.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;

/// Turns links between files of the checkout into links between pages. Files that are no pages and are linked get
/// pages that show them.
final class Links {
    private final Path checkout;
    private final Set<Path> files = new TreeSet<>();
    private final Set<Path> folders = new TreeSet<>();

    Links(Path checkout) {
        this.checkout = checkout;
    }

    /// The files that are linked and are no Markdown, from the checkout.
    Set<Path> files() {
        return files;
    }

    /// The folders that are linked and have no README, from the checkout.
    Set<Path> folders() {
        return folders;
    }

    /// Changes the links of a page.
    ///
    /// @throws IllegalArgumentException when one leads nowhere
    void turn(Page page) {
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(turned(page, link.getDestination()));
                visitChildren(link);
            }
        });
    }

    private String turned(Page page, String destination) {
        if (destination.matches("[a-z]+:.*") || destination.startsWith("#")) {
            return destination;
        }
        int hash = destination.indexOf('#');
        String path = hash < 0 ? destination : destination.substring(0, hash);
        String anchor = hash < 0 ? "" : destination.substring(hash);
        Path file = page.source().resolveSibling(path).normalize();
        return between(page.target(), target(page, file)) + anchor;
    }

    private Path target(Page page, Path file) {
        Path absolute = checkout.resolve(file);
        if (Files.isDirectory(absolute)) {
            if (!Files.exists(absolute.resolve("README.md"))) {
                folders.add(file);
            }
            return file.resolve("index.html");
        }
        if (!Files.isRegularFile(absolute)) {
            throw new IllegalArgumentException(page.source() + " links to " + file + ", which is not there");
        }
        if (file.toString().endsWith(".md")) {
            return Page.target(file);
        }
        files.add(file);
        return shown(file);
    }

    /// The page that shows a file.
    static Path shown(Path file) {
        return Path.of("files").resolve(file + ".html");
    }

    /// The relative address of one page on another.
    static String between(Path from, Path target) {
        Path folder = from.getParent();
        Path relative = folder == null ? target : folder.relativize(target);
        return relative.toString().replace('\\', '/');
    }
}
