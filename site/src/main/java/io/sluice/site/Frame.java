package io.sluice.site;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/// What stands around each page: contents, search, style.
///
/// @param commands names of commands, as `retention set`
record Frame(Contents contents, List<String> commands) {
    /// A whole page.
    String around(Path target, String title, String content) {
        String root = "../".repeat(target.getNameCount() - 1);
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%2$s</title>
                <link rel="stylesheet" href="%1$ssite.css">
                <script>const root = "%1$s";</script>
                <script src="%1$slunr.min.js" defer></script>
                <script src="%1$ssearch-index.js" defer></script>
                <script src="%1$sfind.js" defer></script>
                <script src="%1$ssearch.js" defer></script>
                </head>
                <body>
                <a class="skip" href="#content">To the content</a>
                <header>
                <a href="%1$sindex.html">Sluice</a>
                <input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
                <ul id="found" aria-live="polite" hidden></ul>
                </header>
                <nav aria-label="Contents">
                <details>
                <summary>Contents</summary>
                %3$s</details>
                </nav>
                <main id="content">
                %4$s</main>
                </body>
                </html>
                """.formatted(root, escaped(title + " · Sluice"), navigation(target), content);
    }

    private String navigation(Path target) {
        StringBuilder html = new StringBuilder();
        for (Contents.Group group : contents.groups()) {
            html.append("<h2>").append(escaped(group.title())).append("</h2>\n<ul>\n");
            group.entries().forEach(entry -> html.append(item(target, Page.target(entry.page()), entry.title())));
            html.append("</ul>\n");
        }
        html.append("<h2>Commands</h2>\n<ul>\n");
        commands.forEach(each -> html.append(item(target, command(each), each)));
        return html.append("</ul>\n").toString();
    }

    private static String item(Path from, Path target, String title) {
        String current = from.equals(target) ? " aria-current=\"page\"" : "";
        return "<li><a href=\"%s\"%s>%s</a></li>\n".formatted(escaped(Links.between(from, target)), current,
                escaped(title));
    }

    /// The page of a command.
    static Path command(String name) {
        return Path.of("commands", name.replace(' ', '-') + ".html");
    }

    /// A text as it is, under a title.
    static String preformatted(String title, String text) {
        return "<h1>%s</h1>\n<pre><code>%s</code></pre>\n".formatted(escaped(title), escaped(text));
    }

    /// The pages that lie in a folder.
    static String list(Path folder, Collection<Page> pages) {
        StringBuilder html = new StringBuilder("<h1>%s</h1>\n<ul>\n".formatted(escaped(folder.toString())));
        Path index = folder.resolve("index.html");
        pages.stream().filter(page -> page.source().startsWith(folder))
                .forEach(page -> html.append(item(index, page.target(), page.title())));
        return html.append("</ul>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
