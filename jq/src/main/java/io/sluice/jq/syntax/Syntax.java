package io.sluice.jq.syntax;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Slice;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The syntax tree of a jq program, operators reduced to calls of the functions that jq defines them by (`a + b` is
/// `_plus(a; b)`).
public sealed interface Syntax {

    record Identity() implements Syntax {}

    /// A value that was read of the record beforehand; stands in a `RecordQuery` alone.
    record Slot(int number) implements Syntax {}

    /// A constant, literals joined by constant operators included.
    record Constant(JqValue value) implements Syntax {}

    record Call(String name, List<Syntax> arguments, int position) implements Syntax {}

    record Variable(String name, int position) implements Syntax {}

    record Pipe(Syntax left, Syntax right) implements Syntax {}

    record Comma(Syntax left, Syntax right) implements Syntax {}

    /// `target[key]`; with `optional`, an error of the access itself is no output.
    record Index(Syntax target, Syntax key, boolean optional) implements Syntax {}

    record Slice(Syntax target, Syntax from, Syntax to, boolean optional) implements Syntax {}

    record Each(Syntax target, boolean optional) implements Syntax {}

    record Collect(Syntax body) implements Syntax {}

    record ObjectOf(List<Member> members) implements Syntax {}

    /// A member of an object constructor; without a value it takes the input's member of that name (`{"a"}`).
    record Member(Syntax key, @Nullable Syntax value) {}

    /// `try body catch handler`; without a handler, an error is no output.
    record Try(Syntax body, @Nullable Syntax handler) implements Syntax {}

    record If(Syntax condition, Syntax then, Syntax otherwise) implements Syntax {}

    record And(Syntax left, Syntax right) implements Syntax {}

    record Or(Syntax left, Syntax right) implements Syntax {}

    /// `left // right`.
    record Alternative(Syntax left, Syntax right) implements Syntax {}

    /// `source as p1 ?// p2 | body`.
    record As(Syntax source, List<Pattern> patterns, Syntax body) implements Syntax {}

    record Reduce(Syntax source, List<Pattern> patterns, Syntax init, Syntax update) implements Syntax {}

    record Foreach(Syntax source, List<Pattern> patterns, Syntax init, Syntax update, Syntax extract)
            implements
                Syntax {}

    record Definition(Function function, Syntax rest) implements Syntax {}

    record Label(String name, Syntax body) implements Syntax {}

    record Break(String name, int position) implements Syntax {}

    /// `def name(parameters): body;` – a parameter that starts with `$` binds a variable too.
    record Function(String name, List<String> parameters, Syntax body) {}

    /// `body` with constants around it: each by its name, and all of them as `$ARGS.named`. Without any it is `body`
    /// itself.
    static Syntax bound(Map<String, JqValue> named, List<JqValue> positional, Syntax body) {
        if (named.isEmpty() && positional.isEmpty()) {
            return body;
        }
        JqObject.Builder all = JqObject.builder();
        named.forEach(all::put);
        JqValue arguments = JqObject.builder().put("positional", JqArray.of(positional))
                .put("named", all.buildConstant())
                .buildConstant();
        Syntax bound = body;
        for (Map.Entry<String, JqValue> constant : named.entrySet()) {
            bound = new As(new Constant(constant.getValue()), List.of(new Pattern.Name(constant.getKey())), bound);
        }
        return new As(new Constant(arguments), List.of(new Pattern.Name("ARGS")), bound);
    }

    /// The pattern after `as`.
    sealed interface Pattern {
        record Name(String name) implements Pattern {}

        record Elements(List<Pattern> elements) implements Pattern {}

        record Members(List<Entry> entries) implements Pattern {}

        /// `$name`, `key: pattern` or both (`$name: pattern`).
        record Entry(Syntax key, @Nullable String name, @Nullable Pattern value) {}
    }
}
