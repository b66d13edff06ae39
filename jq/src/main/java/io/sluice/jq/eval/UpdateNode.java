package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `place |= update`, where the place is members and elements one in another (`.a[$i]`) and the update has one output
/// at most: it is gone to and set again without a path. Gives what the definition of `_modify` gives, which is there
/// for path expressions.
public final class UpdateNode extends Node.Single {
    /// From the outermost container inwards.
    private final Node[] keys;
    private final Node update;
    private final Node definition;

    private UpdateNode(Node[] keys, Node update, Node definition) {
        this.keys = keys;
        this.update = update;
        this.definition = definition;
    }

    /// @param definition the call of `_modify`
    /// @return empty where the place may be several ones or none, or the update have several outputs
    public static Optional<Node> of(Node place, Node update, Node definition) {
        List<Node> keys = new ArrayList<>();
        Node at = place;
        while (at instanceof IndexNode index && index.isPlain()) {
            keys.addFirst(index.key());
            at = index.target();
        }
        return at instanceof IdentityNode && update.single()
                ? Optional.of(new UpdateNode(keys.toArray(new Node[0]), update, definition))
                : Optional.empty();
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue[] path = new JqValue[keys.length];
        for (int i = keys.length - 1; i >= 0; i--) {
            JqValue key = keys[i].one(machine, env, in);
            if (key == null) {
                return in;
            }
            path[i] = key;
        }
        machine.step();
        machine.nextLabel();
        JqValue[] containers = new JqValue[path.length];
        JqValue value = in;
        for (int i = 0; i < path.length; i++) {
            containers[i] = value;
            value = Access.index(value, path[i]);
        }
        JqValue updated = update.one(machine, env, value);
        if (updated == null) {
            return Paths.delete(machine, in, JqArray.of(JqArray.of(path)));
        }
        for (int i = path.length - 1; i >= 0; i--) {
            updated = Access.set(machine, containers[i], path[i], updated);
        }
        return updated;
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        definition.paths(machine, env, in, trail, out);
    }
}
