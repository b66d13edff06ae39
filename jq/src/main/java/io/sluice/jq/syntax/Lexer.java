package io.sluice.jq.syntax;

import io.sluice.jq.json.JsonNumbers;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Splits a jq program into tokens, with jq 1.6's rules: the longest match wins, a carriage return is not white space,
/// and `.5`, `1..2` or `.e1` are read as numbers before anything else.
final class Lexer {
    private static final Set<String> KEYWORDS = Set.of("as", "import", "include", "module", "def", "if", "then", "else",
            "elif", "and", "or", "end", "reduce", "foreach", "try", "catch", "label", "break", "__loc__");
    private static final List<String> OPERATORS = List.of("?//", "//=", "!=", "==", "//", "|=", "+=", "-=", "*=", "/=",
            "%=", "<=", ">=", "..");
    private static final String SINGLE = ".?=;,:|+-*/%$<>";

    private final String program;
    private final List<Token> tokens = new ArrayList<>();
    /// The brackets that are open, `"` for an interpolation's.
    private final Deque<Character> open = new ArrayDeque<>();
    private int at;

    private Lexer(String program) {
        this.program = program;
    }

    /// The tokens of `program`, an end token last. What no rule matches becomes an `INVALID` token.
    ///
    /// @throws JqSyntaxError a number or an escape in a string is malformed
    static List<Token> tokens(String program) {
        Lexer lexer = new Lexer(program);
        while (lexer.at < program.length()) {
            lexer.token();
        }
        lexer.add(Token.Kind.END, "", null, program.length());
        return lexer.tokens;
    }

    private void token() {
        char c = program.charAt(at);
        if (c == ' ' || c == '\n' || c == '\t') {
            at++;
        } else if (c == '#') {
            while (at < program.length() && program.charAt(at) != '\n' && program.charAt(at) != '\r') {
                at++;
            }
        } else if (c == '"') {
            add(Token.Kind.STRING_START, "\"", null, at++);
            string();
        } else if (c == '[' || c == '{' || c == '(') {
            open.push(c);
            add(Token.Kind.OPERATOR, String.valueOf(c), null, at++);
        } else if (c == ']' || c == '}' || c == ')') {
            close(c);
        } else if (c == '@' && at + 1 < program.length() && isWord(program.charAt(at + 1))) {
            word(Token.Kind.FORMAT, at + 1);
        } else if (isWordStart(c)) {
            identifier();
        } else {
            numberOrOperator(c);
        }
    }

    private void close(char c) {
        Character opening = open.peek();
        boolean matches = opening != null
                && (c == ']' ? opening == '[' : c == '}' ? opening == '{' : opening == '(' || opening == '"');
        if (!matches) {
            add(Token.Kind.INVALID, String.valueOf(c), null, at++);
            return;
        }
        open.pop();
        if (opening == '"') {
            add(Token.Kind.INTERPOLATION_END, ")", null, at++);
            string();
        } else {
            add(Token.Kind.OPERATOR, String.valueOf(c), null, at++);
        }
    }

    private void identifier() {
        int start = at;
        int end = wordEnd(start);
        while (program.startsWith("::", end) && end + 2 < program.length() && isWordStart(program.charAt(end + 2))) {
            end = wordEnd(end + 2);
        }
        String text = program.substring(start, end);
        at = end;
        add(KEYWORDS.contains(text) ? Token.Kind.KEYWORD : Token.Kind.IDENTIFIER, text, null, start);
    }

    private void word(Token.Kind kind, int start) {
        int position = at;
        at = wordEnd(start);
        add(kind, program.substring(start, at), null, position);
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < program.length() && isWord(program.charAt(end))) {
            end++;
        }
        return end;
    }

    private void numberOrOperator(char c) {
        int numberEnd = numberEnd();
        String operator = operatorAt(c);
        boolean field = c == '.' && at + 1 < program.length() && isWordStart(program.charAt(at + 1));
        if (field && wordEnd(at + 1) > numberEnd) {
            word(Token.Kind.FIELD, at + 1);
        } else if (numberEnd - at > operator.length()) {
            String text = program.substring(at, numberEnd);
            JqNumber number = JsonNumbers.parse(text);
            if (number == null) {
                throw new JqSyntaxError("Invalid numeric literal '" + text + "' " + Parser.where(program, at));
            }
            add(Token.Kind.LITERAL, text, number, at);
            at = numberEnd;
        } else if (operator.isEmpty()) {
            add(Token.Kind.INVALID, new String(Character.toChars(program.codePointAt(at))), null, at);
            at += Character.charCount(program.codePointAt(at));
        } else {
            add(Token.Kind.OPERATOR, operator, null, at);
            at += operator.length();
        }
    }

    private String operatorAt(char c) {
        for (String operator : OPERATORS) {
            if (program.startsWith(operator, at)) {
                return operator;
            }
        }
        return SINGLE.indexOf(c) >= 0 ? String.valueOf(c) : "";
    }

    private int numberEnd() {
        int end = at;
        while (end < program.length() && (isDigit(program.charAt(end)) || program.charAt(end) == '.')) {
            end++;
        }
        if (end > at && end < program.length() && (program.charAt(end) == 'e' || program.charAt(end) == 'E')) {
            int exponent = end + 1;
            if (exponent < program.length() && (program.charAt(exponent) == '+' || program.charAt(exponent) == '-')) {
                exponent++;
            }
            int digits = exponent;
            while (digits < program.length() && isDigit(program.charAt(digits))) {
                digits++;
            }
            end = digits > exponent ? digits : end;
        }
        return end;
    }

    /// The inside of a string, up to its closing quote or the next interpolation.
    private void string() {
        while (at < program.length()) {
            int start = at;
            char c = program.charAt(at);
            if (c == '"') {
                add(Token.Kind.STRING_END, "\"", null, at++);
                return;
            }
            if (program.startsWith("\\(", at)) {
                open.push('"');
                add(Token.Kind.INTERPOLATION_START, "\\(", null, at);
                at += 2;
                return;
            }
            if (c == '\\') {
                escapes();
            } else {
                while (at < program.length() && program.charAt(at) != '"' && program.charAt(at) != '\\') {
                    at++;
                }
                String text = program.substring(start, at);
                add(Token.Kind.STRING_TEXT, text, JqString.of(text), start);
            }
        }
    }

    /// A run of escapes, which jq hands to its JSON parser together: that is how surrogate pairs are joined.
    private void escapes() {
        int start = at;
        while (at + 1 < program.length() && program.charAt(at) == '\\' && program.charAt(at + 1) != '(') {
            if (program.charAt(at + 1) == 'u') {
                int end = at + 2;
                while (end < program.length() && end < at + 6 && Character.isLetterOrDigit(program.charAt(end))
                        && program.charAt(end) < 0x80) {
                    end++;
                }
                at = end;
            } else {
                at += 1 + Character.charCount(program.codePointAt(at + 1));
            }
        }
        if (at == start) {
            add(Token.Kind.INVALID, "\\", null, at++);
            return;
        }
        String run = program.substring(start, at);
        byte[] json = ('"' + run + '"').getBytes(StandardCharsets.UTF_8);
        try {
            JqValue value = JsonText.parseOne(json);
            add(Token.Kind.STRING_TEXT, run, value, start);
        } catch (JqError e) {
            throw new JqSyntaxError(e.getMessage() + " " + Parser.where(program, start));
        }
    }

    private void add(Token.Kind kind, String text, @Nullable JqValue value, int position) {
        tokens.add(new Token(kind, text, value, position));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isWord(char c) {
        return isWordStart(c) || isDigit(c);
    }
}
