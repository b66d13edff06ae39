package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// `getpath(path)`, the one function besides the accesses themselves that extends a path expression.
public final class GetPathNode extends NativeNode {
    public GetPathNode(Node[] arguments) {
        super((machine, in, values) -> Paths.get(in, values[0]), arguments);
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        arguments[0].run(machine, env, in, path -> {
            JqValue value = Paths.get(in, path);
            boolean onTrail = trail.leadsTo(in) && path instanceof JqArray;
            out.accept(value, onTrail ? new Trail(trail.path().concat((JqArray) path), value) : trail);
        });
    }
}
