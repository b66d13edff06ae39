package io.sluice.jq.builtin;

import io.sluice.jq.value.JqError;
import java.util.ArrayDeque;
import java.util.Deque;

/// Refuses regular expressions that joni takes otherwise than the Oniguruma 6.9 that jq 1.6 uses: a key must not depend
/// on which of the two matched. One pass over the expression; what it does not know it lets through.
public final class RegexDifferences {
    private static final String NOT_SUPPORTED = "Regex failure: not supported: ";
    /// Escapes that joni takes for letters.
    private static final String ESCAPES = "KRXNOyY";
    private static final String ANCHOR_ESCAPES = "bBAzZG";
    /// Options in groups that only Ruby's Oniguruma knows.
    private static final String OPTIONS = "adu";

    /// Whether a group so far holds nothing but anchors, and whether it is a look-around itself.
    private static final class Group {
        private final boolean anchor;
        private boolean onlyAnchors = true;

        Group(boolean anchor) {
            this.anchor = anchor;
        }
    }

    private final String expression;
    private final Deque<Group> groups = new ArrayDeque<>();
    private boolean ignoresCase;
    private boolean usesProperty;
    private int at;

    private RegexDifferences(String expression, boolean ignoresCase) {
        this.expression = expression;
        this.ignoresCase = ignoresCase;
        groups.push(new Group(false));
    }

    /// @param ignoresCase whether the flag `i` is set
    /// @throws JqError the expression is not supported; says why
    static void refuse(String expression, boolean ignoresCase) {
        RegexDifferences scan = new RegexDifferences(expression, ignoresCase);
        while (scan.at < expression.length()) {
            scan.atom();
        }
        if (scan.ignoresCase && scan.usesProperty) {
            throw notSupported("a character property without regard to case");
        }
    }

    static JqError notSupported(String what) {
        return new JqError(NOT_SUPPORTED + what);
    }

    public static boolean isNotSupported(JqError error) {
        return error.getMessage().startsWith(NOT_SUPPORTED);
    }

    private void atom() {
        char c = expression.charAt(at);
        switch (c) {
            case '\\' -> escape();
            case '[' -> {
                characterClass();
                after(false);
            }
            case '(' -> open();
            case ')' -> {
                at++;
                Group closed = groups.size() > 1 ? groups.pop() : groups.getFirst();
                after(closed.anchor || closed.onlyAnchors);
            }
            case '^', '$' -> {
                at++;
                after(true);
            }
            case '}' -> {
                boolean interval = at > 0
                        && (Character.isDigit(expression.charAt(at - 1)) || expression.charAt(at - 1) == ',');
                if (interval && expression.startsWith("+", at + 1)) {
                    throw notSupported("an interval followed by +");
                }
                at++;
            }
            default -> {
                at++;
                after(false);
            }
        }
    }

    private void escape() {
        char escaped = at + 1 < expression.length() ? expression.charAt(at + 1) : 0;
        if (escaped != 0 && ESCAPES.indexOf(escaped) >= 0) {
            throw notSupported("\\" + escaped);
        }
        usesProperty |= escaped == 'p' || escaped == 'P';
        at += 2;
        int close = expression.startsWith("{", at) && "xopPk".indexOf(escaped) >= 0 ? expression.indexOf('}', at) : -1;
        at = close < 0 ? at : close + 1;
        after(escaped != 0 && ANCHOR_ESCAPES.indexOf(escaped) >= 0);
    }

    /// To the end of a class, in which another may be nested.
    private void characterClass() {
        int depth = 0;
        do {
            char c = expression.charAt(at);
            if (expression.startsWith("[:punct:]", at) || expression.startsWith("[:^punct:]", at)) {
                throw notSupported("[:punct:]");
            }
            if (c == '\\') {
                at++;
                usesProperty |= at < expression.length() && (expression.charAt(at) | 0x20) == 'p';
            } else if (c == '[') {
                depth++;
                at += expression.startsWith("[^", at) ? 1 : 0;
                at += expression.startsWith("]", at + 1) ? 1 : 0; // a bracket that comes first stands for itself
            } else if (c == ']') {
                depth--;
            }
            at++;
        } while (depth > 0 && at < expression.length());
    }

    private void open() {
        boolean look = expression.startsWith("(?=", at) || expression.startsWith("(?!", at)
                || expression.startsWith("(?<=", at) || expression.startsWith("(?<!", at);
        if (expression.startsWith("(?-", at)) {
            throw notSupported("options that are only switched off, (?-…)");
        }
        for (int i = at + 2; expression.startsWith("(?", at) && i < expression.length(); i++) {
            char option = expression.charAt(i);
            if (option != '-' && !Character.isLetter(option)) {
                break;
            }
            if (OPTIONS.indexOf(option) >= 0) {
                throw notSupported("the option " + option + " of a group");
            }
            ignoresCase |= option == 'i';
        }
        groups.push(new Group(look));
        at = Math.min(expression.length(), expression.startsWith("(?", at) ? at + 3 : at + 1);
    }

    private void after(boolean anchor) {
        Group group = groups.getFirst();
        group.onlyAnchors &= anchor;
        if (anchor && at < expression.length() && "*+?".indexOf(expression.charAt(at)) >= 0) {
            throw notSupported("a repeated anchor");
        }
    }
}
