package io.sluice.local.plan;

/// Elements of a page that is HTML and well-formed XML at once. Not safe for concurrent use.
final class Markup {
    private final StringBuilder text = new StringBuilder(16_384);

    /// An element's start, as `p` or `g class="grid"`: its name and attributes, whose values are not from outside.
    Markup open(String element) {
        text.append('<').append(element).append('>');
        return this;
    }

    Markup close(String element) {
        text.append("</").append(element).append(">\n");
        return this;
    }

    /// An element without content: its name and attributes, as at [#open].
    Markup empty(String element) {
        text.append('<').append(element).append("/>\n");
        return this;
    }

    /// Text from anywhere.
    Markup text(String content) {
        text.append(content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
        return this;
    }

    Markup element(String element, String content) {
        String name = element.split(" ", 2)[0];
        return open(element).text(content).close(name);
    }

    /// Adds what needs no escapes: a style sheet, or JSON without `<`, `>` and `&`.
    Markup verbatim(String content) {
        text.append(content);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
