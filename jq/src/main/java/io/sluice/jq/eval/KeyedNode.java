package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `group_by(key)` and its like, where the key has one output at most: the elements of an array are compared by their
/// keys themselves, where the definition compares arrays of each element's keys. That decides for other inputs and in
/// path expressions.
public final class KeyedNode extends Node.Single {
    private final Native function;
    private final Node key;
    private final Node definition;

    /// @param function of the array and its elements' keys
    public KeyedNode(Native function, Node key, Node definition) {
        this.function = function;
        this.key = key;
        this.definition = definition;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        return in instanceof JqArray array
                ? function.apply(machine, in, new JqValue[]{JqArray.of(keys(machine, env, array))})
                : definition.one(machine, env, in);
    }

    /// As soon as an element has no key, each is in an array.
    private JqValue[] keys(Machine machine, @Nullable Env env, JqArray array) {
        JqValue[] keys = new JqValue[array.size()];
        boolean inArrays = false;
        for (int i = 0; i < keys.length; i++) {
            machine.step();
            machine.allocateSlots(2);
            JqValue found = key.one(machine, env, array.at(i));
            if (found == null && !inArrays) {
                inArrays = true;
                for (int before = 0; before < i; before++) {
                    keys[before] = JqArray.of(keys[before]);
                }
            }
            if (found == null) {
                keys[i] = JqArray.EMPTY;
            } else {
                keys[i] = inArrays ? JqArray.of(found) : found;
            }
        }
        return keys;
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        definition.paths(machine, env, in, trail, out);
    }
}
