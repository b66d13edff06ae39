package io.sluice.jq;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses what operators join: terms with their suffixes, strings, object constructors and the patterns behind `as`.
final class TermParser {
    private static final Syntax NULL = new Syntax.Constant(JqNull.NULL);

    private final Parser parser;

    TermParser(Parser parser) {
        this.parser = parser;
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
            return object();
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

    private Syntax string() {
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

    private Syntax object() {
        List<Syntax.Member> members = new ArrayList<>();
        while (!parser.accept("}")) {
            members.add(member());
            if (!parser.accept(",")) {
                parser.expect("}");
                break;
            }
        }
        return constantObject(members);
    }

    private static Syntax constantObject(List<Syntax.Member> members) {
        JqObject.Builder object = JqObject.builder();
        for (Syntax.Member member : members) {
            if (!(member.key() instanceof Syntax.Constant(JqString(String key)))
                    || !(member.value() instanceof Syntax.Constant(JqValue value))) {
                return new Syntax.ObjectOf(members);
            }
            object.put(key, value);
        }
        return new Syntax.Constant(object.buildConstant());
    }

    private Syntax.Member member() {
        Token token = parser.peek();
        if (parser.accept("$")) {
            int position = parser.peek().position();
            String name = parser.expectIdentifier();
            return new Syntax.Member(text(name), new Syntax.Variable(name, position));
        }
        if (parser.accept("(")) {
            Syntax key = objectKey();
            parser.expect(":");
            return new Syntax.Member(key, memberValue());
        }
        if (token.is(Token.Kind.IDENTIFIER)) {
            parser.next();
            Syntax key = text(token.text());
            return new Syntax.Member(key, parser.accept(":") ? memberValue() : null);
        }
        if (token.is(Token.Kind.KEYWORD)) {
            parser.next();
            parser.expect(":");
            return new Syntax.Member(text(token.text()), memberValue());
        }
        Syntax key = string();
        return new Syntax.Member(key, parser.accept(":") ? memberValue() : null);
    }

    /// The value in an object constructor: terms with `-` before and `|` between them, nothing else.
    private Syntax memberValue() {
        Token token = parser.peek();
        Syntax value = memberOperand(token);
        return parser.accept("|") ? new Syntax.Pipe(value, memberValue()) : value;
    }

    private Syntax memberOperand(Token token) {
        return parser.accept("-")
                ? new Syntax.Pipe(memberOperand(parser.peek()), new Syntax.Call("_negate", List.of(), token.position()))
                : term();
    }

    /// A key in parentheses, up to the closing one; constants must be strings.
    private Syntax objectKey() {
        int position = parser.peek().position();
        Syntax key = parser.expression(0);
        parser.expect(")");
        if (key instanceof Syntax.Constant(JqValue value) && !(value instanceof JqString)) {
            throw parser.error("Cannot use " + value.typeName() + " (" + JsonWriter.shortened(value, 15)
                    + ") as object key", position);
        }
        return key;
    }

    List<Syntax.Pattern> patterns() {
        List<Syntax.Pattern> patterns = new ArrayList<>();
        do {
            patterns.add(pattern());
        } while (parser.accept("?//"));
        return patterns;
    }

    private Syntax.Pattern pattern() {
        if (parser.accept("$")) {
            return new Syntax.Pattern.Name(parser.expectIdentifier());
        }
        if (parser.accept("[")) {
            List<Syntax.Pattern> elements = new ArrayList<>();
            do {
                elements.add(pattern());
            } while (parser.accept(","));
            parser.expect("]");
            return new Syntax.Pattern.Elements(elements);
        }
        parser.expect("{");
        List<Syntax.Pattern.Entry> entries = new ArrayList<>();
        do {
            entries.add(entry());
        } while (parser.accept(","));
        parser.expect("}");
        return new Syntax.Pattern.Members(entries);
    }

    private Syntax.Pattern.Entry entry() {
        Token token = parser.peek();
        if (parser.accept("$")) {
            String name = parser.expectIdentifier();
            Syntax.@Nullable Pattern value = parser.accept(":") ? pattern() : null;
            return new Syntax.Pattern.Entry(text(name), name, value);
        }
        Syntax key;
        if (token.is(Token.Kind.IDENTIFIER) || token.is(Token.Kind.KEYWORD)) {
            parser.next();
            key = text(token.text());
        } else {
            key = parser.accept("(") ? objectKey() : string();
        }
        parser.expect(":");
        return new Syntax.Pattern.Entry(key, null, pattern());
    }

    private static JqValue value(Token token) {
        JqValue value = token.value();
        return value == null ? JqNull.NULL : value;
    }

    private static Syntax text(String text) {
        return new Syntax.Constant(JqString.of(text));
    }
}
