package io.sluice.jq.eval;

import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import org.jspecify.annotations.Nullable;

/// `target[]`
public final class EachNode extends Node {
    private final Node target;
    private final boolean optional;

    /// @param optional a target that cannot be iterated over is no output
    public EachNode(Node target, boolean optional) {
        this.target = target;
        this.optional = optional;
    }

    @Override
    public boolean single() {
        return false;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (target.single()) {
            JqValue container = target.one(machine, env, in);
            if (container != null) {
                each(machine, container, out);
            }
        } else {
            target.run(machine, env, in, container -> each(machine, container, out));
        }
    }

    private void each(Machine machine, JqValue container, Sink out) {
        switch (container) {
            case JqArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    machine.step();
                    out.accept(array.at(i));
                }
            }
            case JqObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    machine.step();
                    out.accept(object.value(i));
                }
            }
            default -> refuse(container);
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        target.paths(machine, env, in, trail, (container, there) -> {
            there.requireIteration(container);
            each(machine, container, there, out);
        });
    }

    private void each(Machine machine, JqValue container, Trail there, TrailSink out) {
        switch (container) {
            case JqArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    machine.step();
                    out.accept(array.at(i), there.to(JqNumber.of(i), array.at(i)));
                }
            }
            case JqObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    machine.step();
                    out.accept(object.value(i), there.to(JqString.of(object.key(i)), object.value(i)));
                }
            }
            default -> refuse(container);
        }
    }

    private void refuse(JqValue container) {
        if (!optional) {
            throw new JqError("Cannot iterate over " + container.typeName() + " ("
                    + JsonWriter.shortened(container, 15) + ")");
        }
    }
}
