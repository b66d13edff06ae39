package io.sluice.jq.eval;

import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Binds the variables of the patterns after `as`. With several patterns (`?//`) the next one is tried when a pattern,
/// or anything that comes after it, raises an error; variables of the others are `null`.
public final class Binder {

    /// A pattern with the positions of its variables among the binder's.
    public sealed interface Matcher {
        record Store(int slot) implements Matcher {}

        record Elements(List<Matcher> elements) implements Matcher {}

        record Members(List<Entry> entries) implements Matcher {}

        /// @param slot  of the variable that takes the member's value, or -1
        /// @param value what else is to be matched with it, if anything
        record Entry(Node key, int slot, @Nullable Matcher value) {}
    }

    /// The continuation with the variables bound.
    interface Body {
        void run(@Nullable Env env);
    }

    /// The continuation in a path expression.
    interface PathBody {
        void run(@Nullable Env env, @Nullable Trail trail);
    }

    private interface Then {
        void run(@Nullable Trail trail);
    }

    private final List<Matcher> alternatives;
    private final int variables;
    private final boolean single;

    public Binder(List<Matcher> alternatives, int variables) {
        this.alternatives = alternatives;
        this.variables = variables;
        this.single = alternatives.size() == 1 && single(alternatives.getFirst());
    }

    private static boolean single(Matcher matcher) {
        return switch (matcher) {
            case Matcher.Store _ -> true;
            case Matcher.Elements(List<Matcher> elements) -> elements.stream().allMatch(Binder::single);
            case Matcher.Members(List<Matcher.Entry> entries) -> entries.stream()
                    .allMatch(e -> e.key() instanceof ConstantNode && (e.value() == null || single(e.value())));
        };
    }

    /// Tests whether there is exactly one way to bind.
    public boolean single() {
        return single;
    }

    @Nullable
    Env bindOne(Machine machine, @Nullable Env env, JqValue value) {
        if (alternatives.getFirst() instanceof Matcher.Store) {
            return Env.push(env, value);
        }
        @Nullable
        Env[] bound = new Env[1];
        bind(machine, env, value, inner -> bound[0] = inner);
        return bound[0];
    }

    void bind(Machine machine, @Nullable Env env, JqValue value, Body body) {
        bindWith(machine, env, value, null, (inner, trail) -> body.run(inner));
    }

    /// Like `bind` inside of a path expression, where the accesses of the patterns move the trail too, as in jq 1.6.
    void bindPaths(Machine machine, @Nullable Env env, JqValue value, Trail trail,
            java.util.function.BiConsumer<@Nullable Env, Trail> body) {
        bindWith(machine, env, value, trail, (inner, there) -> body.accept(inner, there == null ? trail : there));
    }

    private void bindWith(Machine machine, @Nullable Env env, JqValue value, @Nullable Trail trail, PathBody body) {
        int last = alternatives.size() - 1;
        for (int i = 0; i < last; i++) {
            int depth = machine.depth();
            try {
                match(alternatives.get(i), machine, env, value, trail, body);
                return;
            } catch (JqError e) {
                machine.depth(depth);
            }
        }
        match(alternatives.get(last), machine, env, value, trail, body);
    }

    private void match(Matcher matcher, Machine machine, @Nullable Env env, JqValue value, @Nullable Trail trail,
            PathBody body) {
        JqValue[] slots = new JqValue[variables];
        Arrays.fill(slots, JqNull.NULL);
        new Match(machine, env, slots).match(matcher, value, trail, there -> {
            Env inner = env;
            for (JqValue slot : slots) {
                inner = Env.push(inner, slot);
            }
            body.run(inner, there);
        });
    }

    /// One attempt at a pattern.
    private record Match(Machine machine, @Nullable Env env, JqValue[] slots) {

        void match(Matcher matcher, JqValue value, @Nullable Trail trail, Then then) {
            switch (matcher) {
                case Matcher.Store(int slot) -> {
                    slots[slot] = value;
                    then.run(trail);
                }
                case Matcher.Elements(List<Matcher> elements) ->
                    elements(elements, elements.size() - 1, value, trail, then);
                case Matcher.Members(List<Matcher.Entry> entries) -> members(entries, 0, value, trail, then);
            }
        }

        /// The last element first, as jq does it.
        private void elements(List<Matcher> elements, int index, JqValue value, @Nullable Trail trail, Then then) {
            if (index < 0) {
                then.run(trail);
                return;
            }
            access(value, JqNumber.of(index), trail, (element, there) -> match(elements.get(index), element, there,
                    last -> elements(elements, index - 1, value, last, then)));
        }

        private void members(List<Matcher.Entry> entries, int index, JqValue value, @Nullable Trail trail, Then then) {
            if (index == entries.size()) {
                then.run(trail);
                return;
            }
            Matcher.Entry entry = entries.get(index);
            entry.key().run(machine, env, value, key -> access(value, key, trail, (member, there) -> {
                if (entry.slot() >= 0) {
                    slots[entry.slot()] = member;
                }
                Matcher inner = entry.value();
                if (inner == null) {
                    members(entries, index + 1, value, there, then);
                } else {
                    match(inner, member, there, last -> members(entries, index + 1, value, last, then));
                }
            }));
        }

        private void access(JqValue container, JqValue key, @Nullable Trail trail, Accessed then) {
            if (trail != null) {
                trail.requireAccess(container, key);
            }
            JqValue value = Access.index(container, key);
            then.accept(value, trail == null ? null : trail.to(key, value));
        }
    }

    private interface Accessed {
        void accept(JqValue value, @Nullable Trail trail);
    }
}
