package io.sluice.jq.record;

import io.sluice.jq.syntax.InputPaths;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.value.JqString;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Puts something else in place of each `.path.of.names` by which a program looks at its input.
final class RecordAccess {
    /// Builtins that see nothing of their input but what their arguments see.
    private static final Set<String> BLIND = Set.of("_plus", "_minus", "_multiply", "_divide", "_mod", "_equal",
            "_notequal", "_less", "_greater", "_lesseq", "_greatereq", "empty", "now", "nan", "infinite");

    private final Function<List<String>, Syntax> replacement;

    private RecordAccess(Function<List<String>, Syntax> replacement) {
        this.replacement = replacement;
    }

    /// The program with all paths replaced; null when it may look at its input in another way.
    static @Nullable Syntax rewrite(Syntax program, Function<List<String>, Syntax> replacement) {
        try {
            return new RecordAccess(replacement).rewritten(program);
        } catch (WholeInput e) {
            return null;
        }
    }

    /// Replaces in what runs on the program's own input; what runs on other values, as after a `|`, is kept.
    private Syntax rewritten(Syntax syntax) {
        return switch (syntax) {
            case Syntax.Constant _,Syntax.Variable _,Syntax.Break _ -> syntax;
            case Syntax.Index index -> index(index);
            case Syntax.Slice(Syntax target, Syntax from, Syntax to, boolean optional) -> new Syntax.Slice(
                    rewritten(target), rewritten(from), rewritten(to), optional);
            case Syntax.Each(Syntax target, boolean optional) -> new Syntax.Each(rewritten(target), optional);
            case Syntax.Pipe(Syntax left, Syntax right) -> new Syntax.Pipe(rewritten(left), right);
            case Syntax.Comma(Syntax left, Syntax right) -> new Syntax.Comma(rewritten(left), rewritten(right));
            case Syntax.And(Syntax left, Syntax right) -> new Syntax.And(rewritten(left), rewritten(right));
            case Syntax.Or(Syntax left, Syntax right) -> new Syntax.Or(rewritten(left), rewritten(right));
            case Syntax.Alternative(Syntax left, Syntax right) -> new Syntax.Alternative(rewritten(left),
                    rewritten(right));
            case Syntax.Collect(Syntax body) -> new Syntax.Collect(rewritten(body));
            case Syntax.Try(Syntax body, Syntax handler) -> new Syntax.Try(rewritten(body), handler);
            case Syntax.If(Syntax condition, Syntax then, Syntax otherwise) -> new Syntax.If(rewritten(condition),
                    rewritten(then), rewritten(otherwise));
            case Syntax.As(Syntax source, List<Syntax.Pattern> patterns, Syntax body) -> new Syntax.As(
                    rewritten(source), patterns, rewritten(body));
            case Syntax.Reduce(Syntax source, List<Syntax.Pattern> patterns, Syntax init, Syntax update) ->
                new Syntax.Reduce(rewritten(source), patterns, single(init), update);
            case Syntax.Foreach(var source, var patterns, var init, var update, var extract) ->
                new Syntax.Foreach(rewritten(source), patterns, single(init), update, extract);
            case Syntax.Label(String name, Syntax body) -> new Syntax.Label(name, rewritten(body));
            case Syntax.ObjectOf(List<Syntax.Member> members) -> new Syntax.ObjectOf(
                    members.stream().map(this::rewritten).toList());
            case Syntax.Call(String name, List<Syntax> arguments, int position) when BLIND.contains(name) ->
                new Syntax.Call(name, arguments.stream().map(this::rewritten).toList(), position);
            case Syntax.Call _,Syntax.Identity _,Syntax.Definition _,Syntax.Slot _ -> throw new WholeInput();
        };
    }

    /// Replaces in the `init` of a loop. After a second output of it the loop's source sees null: then the value of a
    /// path is not what the source looks at.
    private Syntax single(Syntax init) {
        Syntax rewritten = rewritten(init);
        if (rewritten instanceof Syntax.Constant || rewritten instanceof Syntax.Slot) {
            return rewritten;
        }
        throw new WholeInput();
    }

    /// A `?` on the path to a value that is read is about values that are no objects, and a record that has one there
    /// is not read this way. What leads on from a value that was read keeps its own.
    private Syntax index(Syntax.Index index) {
        return InputPaths.path(index).map(replacement).map(access -> optional(access, index)).orElseGet(
                () -> new Syntax.Index(rewritten(index.target()), rewritten(index.key()), index.optional()));
    }

    private static Syntax optional(Syntax access, Syntax path) {
        return access instanceof Syntax.Index(Syntax target, Syntax key, boolean _)
                && path instanceof Syntax.Index(Syntax before, Syntax _, boolean isOptional)
                        ? new Syntax.Index(optional(target, before), key, isOptional)
                        : access;
    }

    private Syntax.Member rewritten(Syntax.Member member) {
        Syntax value = member.value();
        if (value != null) {
            return new Syntax.Member(rewritten(member.key()), rewritten(value));
        }
        if (member.key() instanceof Syntax.Constant(JqString(String name))) {
            return new Syntax.Member(member.key(), replacement.apply(List.of(name)));
        }
        throw new WholeInput();
    }

    /// The program looks at its input as a whole.
    private static final class WholeInput extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private WholeInput() {
            super(null, null, false, false);
        }
    }
}
