package io.sluice.jq.syntax;

import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parses what stands in braces: object constructors, and the patterns after `as`.
final class MemberParser {
    private final Parser parser;
    private final TermParser terms;

    MemberParser(Parser parser, TermParser terms) {
        this.parser = parser;
        this.terms = terms;
    }

    /// The members up to the closing brace, which has been opened.
    Syntax object() {
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
            return new Syntax.Member(TermParser.text(name), new Syntax.Variable(name, position));
        }
        if (parser.accept("(")) {
            Syntax key = objectKey();
            parser.expect(":");
            return new Syntax.Member(key, memberValue());
        }
        if (token.is(Token.Kind.IDENTIFIER)) {
            parser.next();
            Syntax key = TermParser.text(token.text());
            return new Syntax.Member(key, parser.accept(":") ? memberValue() : null);
        }
        if (token.is(Token.Kind.KEYWORD)) {
            parser.next();
            parser.expect(":");
            return new Syntax.Member(TermParser.text(token.text()), memberValue());
        }
        Syntax key = terms.string();
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
                : terms.term();
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
            return new Syntax.Pattern.Entry(TermParser.text(name), name, value);
        }
        Syntax key;
        if (token.is(Token.Kind.IDENTIFIER) || token.is(Token.Kind.KEYWORD)) {
            parser.next();
            key = TermParser.text(token.text());
        } else {
            key = parser.accept("(") ? objectKey() : terms.string();
        }
        parser.expect(":");
        return new Syntax.Pattern.Entry(key, null, pattern());
    }
}
