package io.sluice.jq.syntax;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;

/// Parses what operators join: terms with their suffixes, calls and strings.
final class TermParser {
    private static final Syntax NULL = new Syntax.Constant(JqNull.NULL);

    private final Parser parser;
    private final MemberParser members;

    TermParser(Parser parser) {
        this.parser = parser;
        this.members = new MemberParser(parser, this);
    }

    Syntax term() {
        Syntax term = primary();
        while (true) {
            Token token = parser.peek();
            if (token.is(Token.Kind.FIELD)) {
                parser.next();
                term = new Syntax.Index(term, text(token.text()), parser.accept("?"));
            } else if (token.is(".")) {
                parser.next();
                term = new Syntax.Index(term, string(), parser.accept("?"));
            } else if (token.is("[")) {
                term = bracket(term);
            } else {
                return term;
            }
        }
    }

    List<Syntax.Pattern> patterns() {
        return members.patterns();
    }

    private Syntax bracket(Syntax target) {
        parser.expect("[");
        if (parser.accept("]")) {
            return new Syntax.Each(target, parser.accept("?"));
        }
        if (parser.accept(":")) {
            Syntax to = parser.expression(0);
            parser.expect("]");
            return new Syntax.Slice(target, NULL, to, parser.accept("?"));
        }
        Syntax key = parser.expression(0);
        if (!parser.accept(":")) {
            parser.expect("]");
            return new Syntax.Index(target, key, parser.accept("?"));
        }
        Syntax to = parser.peek().is("]") ? NULL : parser.expression(0);
        parser.expect("]");
        return new Syntax.Slice(target, key, to, parser.accept("?"));
    }

    private Syntax primary() {
        Token token = parser.peek();
        switch (token.kind()) {
            case LITERAL -> {
                parser.next();
                return new Syntax.Constant(value(token));
            }
            case FIELD -> {
                parser.next();
                return new Syntax.Index(new Syntax.Identity(), text(token.text()), parser.accept("?"));
            }
            case STRING_START -> {
                return string();
            }
            case FORMAT -> {
                return format();
            }
            case IDENTIFIER -> {
                return call();
            }
            default -> {
                return punctuated(token);
            }
        }
    }

    private Syntax punctuated(Token token) {
        if (parser.accept("..")) {
            return new Syntax.Call("recurse", List.of(), token.position());
        }
        if (parser.accept(".")) {
            boolean named = parser.peek().is(Token.Kind.STRING_START) || parser.peek().is(Token.Kind.FORMAT);
            return named
                    ? new Syntax.Index(new Syntax.Identity(), string(), parser.accept("?"))
                    : new Syntax.Identity();
        }
        if (parser.accept("(")) {
            Syntax inner = parser.expression(0);
            parser.expect(")");
            return inner;
        }
        if (parser.accept("[")) {
            return array();
        }
        if (parser.accept("{")) {
            return members.object();
        }
        if (parser.accept("break")) {
            parser.expect("$");
            return new Syntax.Break(parser.expectIdentifier(), token.position());
        }
        if (parser.accept("$")) {
            if (parser.accept("__loc__")) {
                return new Syntax.Constant(JqObject.builder().put("file", JqString.of("<top-level>"))
                        .put("line", JqNumber.of(parser.line(token.position()))).buildConstant());
            }
            return new Syntax.Variable(parser.expectIdentifier(), token.position());
        }
        throw parser.unexpected();
    }

    private Syntax call() {
        Token name = parser.next();
        List<Syntax> arguments = new ArrayList<>();
        if (parser.accept("(")) {
            do {
                arguments.add(parser.expression(0));
            } while (parser.accept(";"));
            parser.expect(")");
        } else {
            switch (name.text()) {
                case "true" -> {
                    return new Syntax.Constant(JqBoolean.TRUE);
                }
                case "false" -> {
                    return new Syntax.Constant(JqBoolean.FALSE);
                }
                case "null" -> {
                    return NULL;
                }
                default -> {
                }
            }
        }
        return new Syntax.Call(name.text(), arguments, name.position());
    }

    private Syntax array() {
        if (parser.accept("]")) {
            return new Syntax.Constant(JqArray.EMPTY);
        }
        Syntax body = parser.expression(0);
        parser.expect("]");
        List<JqValue> constants = new ArrayList<>();
        return collectConstants(body, constants)
                ? new Syntax.Constant(JqArray.of(constants))
                : new Syntax.Collect(body);
    }

    /// The elements of a list of constants without parentheses in it, which jq folds.
    private static boolean collectConstants(Syntax body, List<JqValue> into) {
        return switch (body) {
            case Syntax.Constant(JqValue value) -> into.add(value);
            case Syntax.Comma(Syntax left, Syntax.Constant(JqValue value)) -> collectConstants(left, into)
                    && into.add(value);
            default -> false;
        };
    }

    /// A format applied to the input (`@base64`) or to the interpolations of a string (`@base64 "…"`).
    private Syntax format() {
        Token format = parser.next();
        if (parser.peek().is(Token.Kind.STRING_START)) {
            return string(format.text());
        }
        return new Syntax.Call("format", List.of(text(format.text())), format.position());
    }

    Syntax string() {
        if (parser.peek().is(Token.Kind.FORMAT)) {
            return string(parser.next().text());
        }
        return string("text");
    }

    private Syntax string(String format) {
        if (!parser.peek().is(Token.Kind.STRING_START)) {
            throw parser.unexpected();
        }
        parser.next();
        Syntax string = text("");
        while (!parser.peek().is(Token.Kind.STRING_END)) {
            Token piece = parser.next();
            if (piece.is(Token.Kind.STRING_TEXT)) {
                string = Operators.binary("+", string, new Syntax.Constant(value(piece)), piece.position());
            } else if (piece.is(Token.Kind.INTERPOLATION_START)) {
                Syntax inner = parser.expression(0);
                if (!parser.peek().is(Token.Kind.INTERPOLATION_END)) {
                    throw parser.unexpected();
                }
                parser.next();
                string = Operators.binary("+", string, new Syntax.Pipe(inner,
                        new Syntax.Call("format", List.of(text(format)), piece.position())), piece.position());
            } else {
                throw parser.error("syntax error, unexpected " + piece.label(), piece.position());
            }
        }
        parser.next();
        return string;
    }

    private static JqValue value(Token token) {
        JqValue value = token.value();
        return value == null ? JqNull.NULL : value;
    }

    static Syntax text(String text) {
        return new Syntax.Constant(JqString.of(text));
    }
}
