package io.sluice.jq.compile;

import io.sluice.jq.eval.FunctionBody;
import io.sluice.jq.syntax.Syntax;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The meaning of names at one place of a program, innermost first. `depth` is how many environment cells are bound
/// there.
///
/// @param binding what this level adds; null only in the outermost scope
record Scope(@Nullable Binding binding, @Nullable Scope outer, int depth) {
    static final Scope OUTERMOST = new Scope(null, null, 0);

    /// The name that a level of scope adds; all but functions take a cell of the environment.
    sealed interface Binding {
        record Variable(String name) implements Binding {}

        record Label(String name) implements Binding {}

        /// @param single whether the argument has at most one output
        record Parameter(String name, boolean single) implements Binding {}

        /// A function with its compiled bodies, by which of its arguments have at most one output.
        record Function(Syntax.Function syntax, Map<Long, FunctionBody> codes) implements Binding {
            Function(Syntax.Function syntax) {
                this(syntax, new HashMap<>());
            }
        }
    }

    Scope with(Binding inner) {
        return new Scope(inner, this, inner instanceof Binding.Function ? depth : depth + 1);
    }

    /// The number of cells between a place at `here` and this level's own.
    int levelsFrom(Scope here) {
        return here.depth - depth;
    }

    @Nullable
    Scope variable(String name) {
        Scope at = this;
        while (at != null && !(at.binding instanceof Binding.Variable(String bound) && bound.equals(name))) {
            at = at.outer;
        }
        return at;
    }

    @Nullable
    Scope label(String name) {
        Scope at = this;
        while (at != null && !(at.binding instanceof Binding.Label(String bound) && bound.equals(name))) {
            at = at.outer;
        }
        return at;
    }

    /// The scope that binds a function or parameter of that name and number of arguments.
    @Nullable
    Scope function(String name, int arity) {
        Scope at = this;
        while (at != null && !at.binds(name, arity)) {
            at = at.outer;
        }
        return at;
    }

    private boolean binds(String name, int arity) {
        return switch (binding) {
            case Binding.Parameter(String bound, boolean _) -> arity == 0 && bound.equals(name);
            case Binding.Function(Syntax.Function function, Map<Long, FunctionBody> _) -> function.name().equals(name)
                    && function.parameters().size() == arity;
            case null, default -> false;
        };
    }
}
