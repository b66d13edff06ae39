package io.sluice.jq.builtin;

import io.sluice.jq.value.JqStop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keeps joni to what the Oniguruma 6.9 that jq 1.6 uses makes of an expression: a key must not depend on which of the
/// two matched. Says the same in joni's words where they differ, and refuses what cannot be said. One pass over the
/// expression; what it does not know it lets through.
public final class RegexDifferences {
    private static final String NOT_SUPPORTED = "Regex failure: not supported: ";
    /// Escapes that joni takes for letters, or that depend on where a search began.
    private static final String ESCAPES = "KRXNOyYG";
    private static final String ANCHOR_ESCAPES = "bBAzZ";
    private static final String NUMBERED = "xou01234567";
    private static final Pattern INTERVAL = Pattern.compile("\\{(?:[0-9]+(?:,[0-9]*)?|,[0-9]+)\\}");
    private static final Pattern NONE = Pattern.compile("\\{(?:0+|0*,0+)\\}");
    /// Options that hold to the end of the group around them.
    private static final Pattern ISOLATED = Pattern.compile("\\(\\?[a-z-]+\\)");
    /// In a class. joni folds nothing into it; Oniguruma the long s and the sign of Kelvin.
    private static final Pattern ASCII = Pattern
            .compile("(?i)\\[:\\^?ascii:\\]|\\\\p\\{\\^?[ _-]*a[ _-]*s[ _-]*c[ _-]*i[ _-]*i[ _-]*\\}");
    private static final Pattern BACK_REFERENCE = Pattern.compile("\\\\[1-9k]");
    private static final Pattern OPTION_I = Pattern.compile("\\(\\?[a-z]*i");
    /// Options in groups that only Ruby's Oniguruma knows.
    private static final String OPTIONS = "adu";
    /// What begins groups of a kind that joni has not: absent, conditional, with code, called by name; or that it has
    /// and Oniguruma has not.
    private static final String KINDS = "~({&R^";
    /// Characters by several numbers, or by a range of them.
    private static final Pattern NUMBERS = Pattern.compile("\\\\x\\{[0-9A-Fa-f]*[^0-9A-Fa-f}]");

    private final String expression;
    private final Deque<RegexGroup> groups = new ArrayDeque<>();
    private boolean ignoresCase;
    private boolean looksBehind;
    private boolean endsAtEnd;
    private boolean unbounded;
    private final StringBuilder adapted = new StringBuilder();
    /// Up to where the expression is in `adapted`.
    private int adaptedTo;
    private int at;

    private RegexDifferences(String expression, boolean ignoresCase) {
        this.expression = expression;
        this.ignoresCase = ignoresCase;
        groups.push(new RegexGroup(0, false, false, false));
    }

    /// The expression for joni.
    ///
    /// @param ignoresCase whether the flag `i` is set
    /// @throws JqStop the expression is not supported; says why
    static String adapt(String expression, boolean ignoresCase) {
        RegexDifferences scan = new RegexDifferences(expression, ignoresCase);
        while (scan.at < expression.length()) {
            scan.atom();
        }
        if (scan.looksBehind && scan.endsAtEnd && !scan.unbounded) {
            throw notSupported("a look-behind before the end of the text, of which Oniguruma sees too little");
        }
        return scan.adapted.append(expression, scan.adaptedTo, expression.length()).toString();
    }

    static JqStop notSupported(String what) {
        return JqStop.unsupported(NOT_SUPPORTED + what);
    }

    /// Whether the expression refers back to a group without regard to case: Oniguruma then compares as many bytes as
    /// the group took, joni as many characters, which is the same in ASCII alone.
    static boolean refersBackWithoutCase(String expression, boolean ignoresCase) {
        return BACK_REFERENCE.matcher(expression).find() && (ignoresCase || OPTION_I.matcher(expression).find());
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
                RegexGroup closed = groups.size() > 1 ? groups.pop() : groups.getFirst();
                closed.choiceEnds(at);
                at++;
                after(closed.isAnchor());
            }
            case '^', '$' -> {
                endsAtEnd |= c == '$';
                at++;
                after(true);
            }
            case '|' -> {
                if (groups.getFirst().behind) {
                    throw notSupported("a choice in a look-behind");
                }
                groups.getFirst().choiceEnds(at);
                at++;
            }
            default -> {
                if (groups.getFirst().behind && ignoresCase && hasLongerCase(at)) {
                    throw notSupported("a character of several letters in a look-behind without regard to case");
                }
                at++;
                after(false);
            }
        }
    }

    /// Whether the character at `from` is several in another case: SS for ß.
    private boolean hasLongerCase(int from) {
        String one = Character.toString(expression.codePointAt(from));
        return one.toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).length() > one.length();
    }

    private void escape() {
        char escaped = at + 1 < expression.length() ? expression.charAt(at + 1) : 0;
        if (escaped != 0 && ESCAPES.indexOf(escaped) >= 0) {
            throw notSupported("\\" + escaped);
        }
        refuseNumbers();
        if (groups.getFirst().behind && ignoresCase && NUMBERED.indexOf(escaped) >= 0) {
            throw notSupported("a character by its number in a look-behind without regard to case");
        }
        endsAtEnd |= escaped == 'z' || escaped == 'Z';
        int from = at;
        at += 2;
        int close = expression.startsWith("{", at) && "xopPk".indexOf(escaped) >= 0 ? expression.indexOf('}', at) : -1;
        at = close < 0 ? at : close + 1;
        if (close >= 0 && ignoresCase && (escaped == 'p' || escaped == 'P')) {
            withCase(from);
        }
        after(escaped != 0 && ANCHOR_ESCAPES.indexOf(escaped) >= 0);
    }

    /// A property that stands for itself, up to here: Oniguruma folds no case in it, as it does in a class.
    private void withCase(int from) {
        if (expression.contains("\\Q")) {
            throw notSupported("a property, or what is quoted like one, without regard to case");
        }
        adapted.append(expression, adaptedTo, from).append("(?-i:").append(expression, from, at).append(')');
        adaptedTo = at;
    }

    private void refuseNumbers() {
        if (NUMBERS.matcher(expression).region(at, expression.length()).lookingAt()) {
            throw notSupported("characters by several numbers, \\x{… …}");
        }
    }

    /// To the end of a class, in which another may be nested.
    private void characterClass() {
        int depth = 0;
        do {
            char c = expression.charAt(at);
            if (ignoresCase && ASCII.matcher(expression).region(at, expression.length()).lookingAt()) {
                throw notSupported("a class of all of ASCII without regard to case");
            }
            if (c == '\\') {
                refuseNumbers();
                at++;
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
        if (expression.startsWith("(*", at)) {
            throw notSupported("a callout, (*…)");
        }
        if (expression.startsWith("(?", at) && at + 2 < expression.length()
                && KINDS.indexOf(expression.charAt(at + 2)) >= 0) {
            throw notSupported("a group that begins with " + expression.substring(at, at + 3));
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
        looksBehind |= behind;
        boolean plain = expression.startsWith("(?:", at);
        int length = behind ? 4 : expression.startsWith("(?", at) ? 3 : 1;
        at = Math.min(expression.length(), at + length);
        groups.push(new RegexGroup(at, look, behind, plain));
    }

    private void after(boolean anchor) {
        RegexGroup group = groups.getFirst();
        group.atom(anchor);
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
        boolean open = interval ? expression.startsWith(",}", end - 2) : expression.charAt(at) != '?';
        unbounded |= open && groups.stream().noneMatch(outer -> outer.look);
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
