package io.sluice.jq;

/// Compact JSON text, set out as jq does without `-c`: a member or element on a line, after an indent for each level.
final class IndentedJson {
    private static final String TAB = "\t";

    private final String compact;
    private final String level;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private IndentedJson(String compact, String level) {
        this.compact = compact;
        this.level = level;
    }

    /// @param indent spaces a level; 0: `compact` as it is; -1: a tab a level
    static String of(String compact, int indent) {
        return indent == 0 ? compact : new IndentedJson(compact, indent < 0 ? TAB : " ".repeat(indent)).text();
    }

    private String text() {
        for (int i = 0; i < compact.length(); i++) {
            char c = compact.charAt(i);
            switch (c) {
                case '"' -> {
                    int end = stringEnd(i);
                    out.append(compact, i, end);
                    i = end - 1;
                }
                case '[', '{' -> {
                    out.append(c);
                    if (compact.charAt(i + 1) == c + 2) { // in ASCII each bracket closes two further on
                        out.append(compact.charAt(++i));
                    } else {
                        depth++;
                        line();
                    }
                }
                case ']', '}' -> {
                    depth--;
                    line();
                    out.append(c);
                }
                case ',' -> {
                    out.append(c);
                    line();
                }
                case ':' -> out.append(stripped(i) ? ":" : ": ");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /// Tests whether a colon is of the text that stands for what is too deep.
    private boolean stripped(int colon) {
        return compact.startsWith("<stripped", colon - "<stripped".length());
    }

    private void line() {
        out.append('\n').repeat(level, depth);
    }

    private int stringEnd(int quote) {
        int at = quote + 1;
        while (compact.charAt(at) != '"') {
            at += compact.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
