package io.sluice.jq.builtin;

import io.sluice.jq.value.JqStop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Refuses regular expressions that joni takes otherwise than the Oniguruma 6.9 that jq 1.6 uses: a key must not depend
/// on which of the two matched. One pass over the expression; what it does not know it lets through.
public final class RegexDifferences {
    private static final String NOT_SUPPORTED = "Regex failure: not supported: ";
    /// Escapes that joni takes for letters, or that depend on where a search began.
    private static final String ESCAPES = "KRXNOyYG";
    private static final String ANCHOR_ESCAPES = "bBAzZ";
    private static final Pattern INTERVAL = Pattern.compile("\\{(?:[0-9]+(?:,[0-9]*)?|,[0-9]+)\\}");
    private static final Pattern NONE = Pattern.compile("\\{(?:0+|0*,0+)\\}");
    /// Options that hold to the end of the group around them.
    private static final Pattern ISOLATED = Pattern.compile("\\(\\?[a-z-]+\\)");
    /// Options in groups that only Ruby's Oniguruma knows.
    private static final String OPTIONS = "adu";

    /// Where a group's content begins, whether it so far holds nothing but anchors, whether it is a look-around itself,
    /// and whether it looks after.
    private static final class Group {
        private final int start;
        private final boolean anchor;
        private final boolean behind;
        private boolean onlyAnchors = true;

        Group(int start, boolean anchor, boolean behind) {
            this.start = start;
            this.anchor = anchor;
            this.behind = behind;
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
        groups.push(new Group(0, false, false));
    }

    /// @param ignoresCase whether the flag `i` is set
    /// @throws JqStop the expression is not supported; says why
    static void refuse(String expression, boolean ignoresCase) {
        RegexDifferences scan = new RegexDifferences(expression, ignoresCase);
        while (scan.at < expression.length()) {
            scan.atom();
        }
        if (scan.ignoresCase && scan.usesProperty) {
            throw notSupported("a character property without regard to case");
        }
    }

    static JqStop notSupported(String what) {
        return JqStop.unsupported(NOT_SUPPORTED + what);
    }

    /// Whether joni and Oniguruma agree on this expression at a place inside of a character: nothing in it takes any
    /// byte for a character. To such places jq comes after a match of nothing.
    static boolean isSafeInsideCharacters(String expression) {
        return expression.chars()
                .allMatch(c -> c >= 0x80 || Character.isLetterOrDigit(c) || " ^$|?*+():,-".indexOf(c) >= 0);
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
            case '|' -> {
                if (groups.getFirst().behind) {
                    throw notSupported("a choice in a look-behind");
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
        boolean behind = expression.startsWith("(?<=", at) || expression.startsWith("(?<!", at);
        boolean look = behind || expression.startsWith("(?=", at) || expression.startsWith("(?!", at);
        if (groups.getFirst().behind) {
            throw notSupported("a group in a look-behind");
        }
        boolean first = at == groups.getFirst().start;
        if (!first && ISOLATED.matcher(expression).region(at, expression.length()).lookingAt()
                && expression.indexOf('|', at) >= 0) {
            throw notSupported("a choice after options that begin within a group");
        }
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
        int length = behind ? 4 : expression.startsWith("(?", at) ? 3 : 1;
        at = Math.min(expression.length(), at + length);
        groups.push(new Group(at, look, behind));
    }

    private void after(boolean anchor) {
        Group group = groups.getFirst();
        group.onlyAnchors &= anchor;
        int end = quantifierEnd(at);
        if (end == at) {
            return;
        }
        if (anchor) {
            throw notSupported("a repeated anchor");
        }
        if (group.behind) {
            throw notSupported("a repeat in a look-behind");
        }
        if (NONE.matcher(expression).region(at, end).matches()) {
            throw notSupported("a repeat of zero times");
        }
        boolean interval = expression.charAt(at) == '{';
        at = !interval && expression.startsWith("?", end) ? end + 1 : end;
        if (quantifierEnd(at) > at) {
            throw notSupported("a quantifier after a quantifier");
        }
    }

    /// The end of the quantifier at `from`; `from` when there is none.
    private int quantifierEnd(int from) {
        if (from < expression.length() && "*+?".indexOf(expression.charAt(from)) >= 0) {
            return from + 1;
        }
        Matcher interval = INTERVAL.matcher(expression).region(from, expression.length());
        return interval.lookingAt() ? interval.end() : from;
    }
}
