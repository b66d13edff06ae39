package io.sluice.layout;

/// Writes the canonical text of a bound prefix: literal text as is, open parts as `!{namespace:value}`, and every `{`
/// that follows a literal `!` as `{!}`. So `!{` opens an expression unless `!{!}` stands there, whatever the key
/// values.
final class BoundText {
    /// The text that stands for a literal `!{`.
    static final String ESCAPED_OPEN = "!{!}";

    private final StringBuilder text = new StringBuilder(128);

    BoundText literal(String literal) {
        if (literal.indexOf('{') < 0) {
            text.append(literal);
            return this;
        }
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            text.append(c);
            if (c == '{' && followsBang()) {
                text.append("!}");
            }
        }
        return this;
    }

    BoundText timestamp(TimestampPattern pattern) {
        text.append("!{timestamp:").append(pattern.text()).append('}');
        return this;
    }

    BoundText randomString() {
        text.append("!{firehose:random-string}");
        return this;
    }

    /// Tests whether the brace just written follows a `!`. That `!` is always literal: open parts and escapes end in
    /// `}`.
    private boolean followsBang() {
        int length = text.length();
        return length >= 2 && text.charAt(length - 2) == '!';
    }

    BoundPrefix toPrefix() {
        return new BoundPrefix(text.toString());
    }
}
