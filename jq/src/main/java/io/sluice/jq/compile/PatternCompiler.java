package io.sluice.jq.compile;

import io.sluice.jq.eval.Binder;
import io.sluice.jq.eval.Node;
import io.sluice.jq.syntax.Syntax;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Gives the variables of patterns their positions. A name that comes twice in a pattern is the first one that jq
/// binds, which in an array is the last written; across alternatives (`?//`) one name is one variable.
final class PatternCompiler {
    private final List<String> names = new ArrayList<>();
    private final boolean alternatives;
    private final Function<Syntax, Node> compile;

    PatternCompiler(boolean alternatives, Function<Syntax, Node> compile) {
        this.alternatives = alternatives;
        this.compile = compile;
    }

    /// The names by position; hidden duplicates have the empty name.
    List<String> names() {
        return names;
    }

    Binder.Matcher compile(Syntax.Pattern pattern) {
        return switch (pattern) {
            case Syntax.Pattern.Name(String name) -> new Binder.Matcher.Store(slot(name));
            case Syntax.Pattern.Elements(List<Syntax.Pattern> elements) -> {
                List<Binder.Matcher> matchers = new ArrayList<>();
                for (Syntax.Pattern element : elements.reversed()) {
                    matchers.addFirst(compile(element));
                }
                yield new Binder.Matcher.Elements(matchers);
            }
            case Syntax.Pattern.Members(List<Syntax.Pattern.Entry> entries) -> new Binder.Matcher.Members(
                    entries.stream().map(this::entry).toList());
        };
    }

    private Binder.Matcher.Entry entry(Syntax.Pattern.Entry entry) {
        Node key = compile.apply(entry.key());
        String name = entry.name();
        Syntax.Pattern value = entry.value();
        int slot = name == null ? -1 : slot(name);
        return new Binder.Matcher.Entry(key, slot, value == null ? null : compile(value));
    }

    private int slot(String name) {
        int known = names.indexOf(name);
        if (known >= 0 && alternatives) {
            return known;
        }
        names.add(known >= 0 ? "" : name);
        return names.size() - 1;
    }
}
