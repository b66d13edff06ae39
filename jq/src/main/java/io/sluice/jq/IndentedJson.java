package io.sluice.jq;

/// Compact JSON text, set out as jq does without `-c`: two spaces for each level, a member or element on a line.
final class IndentedJson {
    private final String compact;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private IndentedJson(String compact) {
        this.compact = compact;
    }

    static String of(String compact) {
        return new IndentedJson(compact).text();
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

    /// Whether a colon is of the text that stands for what is too deep.
    private boolean stripped(int colon) {
        return compact.startsWith("<stripped", colon - "<stripped".length());
    }

    private void line() {
        out.append('\n').repeat(' ', 2 * depth);
    }

    private int stringEnd(int quote) {
        int at = quote + 1;
        while (compact.charAt(at) != '"') {
            at += compact.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
