package io.sluice.jq.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Parses jq 1.6 programs: the grammar's precedences by climbing, its terms by recursive descent. Object constructors,
/// patterns and terms have parsers of their own.
public final class Parser {
    private static final int NESTING_MAX = 600;
    private static final int PIPE = 1;
    private static final int COMMA = 2;
    private static final int ALTERNATIVE = 3;
    private static final int ASSIGN = 4;
    private static final int OR = 5;
    private static final int AND = 6;
    private static final int COMPARE = 7;
    private static final int ADD = 8;
    private static final int MULTIPLY = 9;
    private static final int OPTIONAL = 10;
    private static final int PREFIX_ONLY = 11;
    private static final Map<String, Integer> PRECEDENCE = Map.ofEntries(Map.entry("|", PIPE), Map.entry(",", COMMA),
            Map.entry("//", ALTERNATIVE), Map.entry("=", ASSIGN), Map.entry("|=", ASSIGN), Map.entry("+=", ASSIGN),
            Map.entry("-=", ASSIGN), Map.entry("*=", ASSIGN), Map.entry("/=", ASSIGN), Map.entry("%=", ASSIGN),
            Map.entry("//=", ASSIGN), Map.entry("or", OR), Map.entry("and", AND), Map.entry("==", COMPARE),
            Map.entry("!=", COMPARE), Map.entry("<", COMPARE), Map.entry(">", COMPARE), Map.entry("<=", COMPARE),
            Map.entry(">=", COMPARE), Map.entry("+", ADD), Map.entry("-", ADD), Map.entry("*", MULTIPLY),
            Map.entry("/", MULTIPLY), Map.entry("%", MULTIPLY), Map.entry("?", OPTIONAL));

    private final String program;
    private final List<Token> tokens;
    private final TermParser terms = new TermParser(this);
    private int at;
    private int nesting;

    private Parser(String program) {
        this.program = program;
        this.tokens = Lexer.tokens(program);
    }

    /// The tree of `program`; definitions without an expression after them stand before `.`.
    ///
    /// @throws JqSyntaxError it is no jq program, or not a supported one
    public static Syntax parse(String program) {
        Parser parser = new Parser(program);
        parser.refuseModules();
        Syntax syntax = parser.peek().is(Token.Kind.END) ? new Syntax.Identity() : parser.expression(0);
        if (!parser.peek().is(Token.Kind.END)) {
            throw parser.unexpected();
        }
        return syntax;
    }

    /// Returns the line and column of `position` in `program`, for messages.
    public static String where(String program, int position) {
        int line = 1 + (int) program.substring(0, position).chars().filter(c -> c == '\n').count();
        int column = position - program.lastIndexOf('\n', position - 1);
        return "at line " + line + ", column " + column;
    }

    private void refuseModules() {
        for (String word : List.of("import", "include", "module")) {
            if (peek().is(word)) {
                throw new JqSyntaxError(word
                        + " is not supported: a key expression is self-contained, put its definitions into the "
                        + "program");
            }
        }
    }

    Token peek() {
        return tokens.get(at);
    }

    Token next() {
        return tokens.get(at++);
    }

    boolean accept(String operatorOrKeyword) {
        boolean matches = peek().is(operatorOrKeyword);
        at += matches ? 1 : 0;
        return matches;
    }

    void expect(String operatorOrKeyword) {
        if (!accept(operatorOrKeyword)) {
            throw unexpected();
        }
    }

    String expectIdentifier() {
        if (!peek().is(Token.Kind.IDENTIFIER)) {
            throw unexpected();
        }
        return next().text();
    }

    JqSyntaxError unexpected() {
        Token token = peek();
        return error("syntax error, unexpected " + token.label(), token.position());
    }

    JqSyntaxError error(String problem, int position) {
        return new JqSyntaxError(problem + " " + where(program, position) + " of the jq program: " + program);
    }

    int line(int position) {
        return 1 + (int) program.substring(0, position).chars().filter(c -> c == '\n').count();
    }

    /// An expression of operators that bind at least as tightly as `least`.
    Syntax expression(int least) {
        if (++nesting > NESTING_MAX) {
            throw error("expressions are nested deeper than " + NESTING_MAX + " levels", peek().position());
        }
        Syntax left = prefix();
        int nonAssociative = 0;
        while (true) {
            Token operator = peek();
            int precedence = operator.is(Token.Kind.OPERATOR) || operator.is(Token.Kind.KEYWORD)
                    ? PRECEDENCE.getOrDefault(operator.text(), 0)
                    : 0;
            if (precedence == 0 || precedence < least) {
                nesting--;
                return left;
            }
            if (precedence == nonAssociative) {
                throw unexpected();
            }
            at++;
            if (precedence == OPTIONAL) {
                left = new Syntax.Try(left, null);
            } else {
                boolean toTheRight = precedence == PIPE || precedence == ALTERNATIVE;
                left = Operators.apply(this, operator, left, expression(toTheRight ? precedence : precedence + 1));
                nonAssociative = precedence == COMPARE || precedence == ASSIGN ? precedence : 0;
            }
        }
    }

    private Syntax prefix() {
        Token token = peek();
        if (token.is(Token.Kind.KEYWORD)) {
            switch (token.text()) {
                case "def" -> {
                    return definition();
                }
                case "reduce" -> {
                    return reduce();
                }
                case "foreach" -> {
                    return foreach();
                }
                case "if" -> {
                    return conditional();
                }
                case "try" -> {
                    at++;
                    Syntax body = expression(PREFIX_ONLY);
                    return new Syntax.Try(body, accept("catch") ? expression(PREFIX_ONLY) : null);
                }
                case "label" -> {
                    at++;
                    expect("$");
                    String name = expectIdentifier();
                    expect("|");
                    return new Syntax.Label(name, expression(PIPE));
                }
                default -> {
                }
            }
        }
        if (accept("-")) {
            return new Syntax.Pipe(expression(MULTIPLY), new Syntax.Call("_negate", List.of(), token.position()));
        }
        Syntax term = terms.term();
        if (accept("as")) {
            List<Syntax.Pattern> patterns = terms.patterns();
            expect("|");
            return new Syntax.As(term, patterns, expression(PIPE));
        }
        return term;
    }

    private Syntax definition() {
        Syntax.Function function = function();
        boolean last = peek().is(Token.Kind.END);
        return new Syntax.Definition(function, last ? new Syntax.Identity() : expression(0));
    }

    private Syntax.Function function() {
        expect("def");
        String name = expectIdentifier();
        List<String> parameters = new ArrayList<>();
        if (accept("(")) {
            do {
                parameters.add((accept("$") ? "$" : "") + expectIdentifier());
            } while (accept(";"));
            expect(")");
        }
        expect(":");
        Syntax body = expression(0);
        expect(";");
        return new Syntax.Function(name, parameters, body);
    }

    private Syntax reduce() {
        expect("reduce");
        Syntax source = terms.term();
        expect("as");
        List<Syntax.Pattern> patterns = terms.patterns();
        expect("(");
        Syntax init = expression(0);
        expect(";");
        Syntax update = expression(0);
        expect(")");
        return new Syntax.Reduce(source, patterns, init, update);
    }

    private Syntax foreach() {
        expect("foreach");
        Syntax source = terms.term();
        expect("as");
        List<Syntax.Pattern> patterns = terms.patterns();
        expect("(");
        Syntax init = expression(0);
        expect(";");
        Syntax update = expression(0);
        Syntax extract = accept(";") ? expression(0) : new Syntax.Identity();
        expect(")");
        return new Syntax.Foreach(source, patterns, init, update, extract);
    }

    /// `if … then …` and what follows; the token before is `if` or `elif`.
    private Syntax conditional() {
        at++;
        Syntax condition = expression(0);
        expect("then");
        Syntax then = expression(0);
        if (peek().is("elif")) {
            return new Syntax.If(condition, then, conditional());
        }
        expect("else");
        Syntax otherwise = expression(0);
        expect("end");
        return new Syntax.If(condition, then, otherwise);
    }
}
