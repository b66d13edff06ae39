package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `[body]`
public final class CollectNode extends Node.Single {
    private final Node body;

    public CollectNode(Node body) {
        this.body = body;
    }

    @Override
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        if (body.single()) {
            JqValue output = body.one(machine, env, in);
            return output == null ? JqArray.EMPTY : JqArray.of(output);
        }
        List<JqValue> outputs = new ArrayList<>();
        body.run(machine, env, in, output -> {
            machine.allocateSlots(1);
            outputs.add(output);
        });
        return JqArray.of(outputs);
    }

    /// jq keeps track of the path inside of the brackets too: accesses that are not paths are errors there.
    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        List<JqValue> outputs = new ArrayList<>();
        body.paths(machine, env, in, trail, (output, there) -> {
            machine.allocateSlots(1);
            outputs.add(output);
        });
        out.accept(JqArray.of(outputs), trail);
    }
}
