package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A call of a builtin that is written in Java. Arguments are taken from the last to the first, so that the first
/// varies fastest.
public class NativeNode extends Node {
    final Native function;
    final Node[] arguments;
    private final boolean single;

    public NativeNode(Native function, Node[] arguments) {
        this.function = function;
        this.arguments = arguments;
        boolean all = true;
        for (Node argument : arguments) {
            all &= argument.single();
        }
        this.single = all;
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        JqValue[] values = new JqValue[arguments.length];
        for (int i = values.length - 1; i >= 0; i--) {
            JqValue value = arguments[i].one(machine, env, in);
            if (value == null) {
                return null;
            }
            values[i] = value;
        }
        return function.apply(machine, in, values);
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (single) {
            JqValue output = one(machine, env, in);
            if (output != null) {
                out.accept(output);
            }
            return;
        }
        withArguments(arguments.length - 1, new JqValue[arguments.length], machine, env, in, values -> {
            JqValue output = function.apply(machine, in, values);
            if (output != null) {
                out.accept(output);
            }
        });
    }

    /// The function of one combination of arguments.
    interface Application {
        void apply(JqValue[] values);
    }

    void withArguments(int index, JqValue[] values, Machine machine, @Nullable Env env, JqValue in,
            Application application) {
        if (index < 0) {
            application.apply(values.clone());
            return;
        }
        arguments[index].run(machine, env, in, value -> {
            values[index] = value;
            withArguments(index - 1, values, machine, env, in, application);
        });
    }
}
