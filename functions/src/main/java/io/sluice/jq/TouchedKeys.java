package io.sluice.jq;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which members of its input a program can see: `{a: .x.y, b: (.z | length)}` sees `x` and `z`. What a record holds
/// besides need only be checked to be JSON, not built.
final class TouchedKeys {
    /// Builtins that see nothing of their input but what their arguments see.
    private static final Set<String> BLIND = Set.of("_plus", "_minus", "_multiply", "_divide", "_mod", "_equal",
            "_notequal", "_less", "_greater", "_lesseq", "_greatereq", "empty", "now", "nan", "infinite");

    private final Set<String> keys = new HashSet<>();

    private TouchedKeys() {}

    /// The members; empty when it may be all of the input.
    static Optional<Set<String>> of(Syntax program) {
        TouchedKeys touched = new TouchedKeys();
        return touched.collect(program) ? Optional.of(Set.copyOf(touched.keys)) : Optional.empty();
    }

    /// Adds what `syntax` sees of the input; false when it may see all of it.
    private boolean collect(Syntax syntax) {
        return switch (syntax) {
            case Syntax.Constant _,Syntax.Variable _,Syntax.Break _ -> true;
            case Syntax.Index(Syntax.Identity _, Syntax.Constant(JqString(String key)), boolean _) -> {
                keys.add(key);
                yield true;
            }
            case Syntax.Index(Syntax target, Syntax key, boolean _) -> collect(target) && collect(key);
            case Syntax.Slice(Syntax target, Syntax from, Syntax to, boolean _) -> collect(target) && collect(from)
                    && collect(to);
            case Syntax.Each(Syntax target, boolean _) -> collect(target);
            case Syntax.Pipe(Syntax left, Syntax _) -> collect(left);
            case Syntax.Comma(Syntax left, Syntax right) -> collect(left) && collect(right);
            case Syntax.And(Syntax left, Syntax right) -> collect(left) && collect(right);
            case Syntax.Or(Syntax left, Syntax right) -> collect(left) && collect(right);
            case Syntax.Alternative(Syntax left, Syntax right) -> collect(left) && collect(right);
            case Syntax.Collect(Syntax body) -> collect(body);
            case Syntax.Try(Syntax body, Syntax _) -> collect(body);
            case Syntax.If(Syntax condition, Syntax then, Syntax otherwise) -> collect(condition) && collect(then)
                    && collect(otherwise);
            case Syntax.As(Syntax source, List<Syntax.Pattern> _, Syntax body) -> collect(source) && collect(body);
            case Syntax.Reduce(Syntax source, List<Syntax.Pattern> _, Syntax init, Syntax _) -> collect(source)
                    && collect(init);
            case Syntax.Foreach(Syntax source, List<Syntax.Pattern> _, Syntax init, Syntax _, Syntax _) ->
                collect(source) && collect(init);
            case Syntax.Label(String _, Syntax body) -> collect(body);
            case Syntax.ObjectOf(List<Syntax.Member> members) -> members.stream().allMatch(this::collect);
            case Syntax.Call(String name, List<Syntax> arguments, int _) -> BLIND.contains(name)
                    && arguments.stream().allMatch(this::collect);
            case Syntax.Identity _,Syntax.Definition _ -> false;
        };
    }

    private boolean collect(Syntax.Member member) {
        Syntax value = member.value();
        if (value != null) {
            return collect(member.key()) && collect(value);
        }
        if (member.key() instanceof Syntax.Constant(JqString(String key))) {
            keys.add(key);
            return true;
        }
        return false;
    }
}
