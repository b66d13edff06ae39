package io.sluice.jq.eval;

import io.sluice.jq.value.JqValue;
import org.jspecify.annotations.Nullable;

/// A call of a function that is defined in jq. A call in tail position is handed to the enclosing call, which carries
/// it out in a loop: such recursion does not grow the stack.
public final class CallNode extends Node {
    private final FunctionBody code;
    private final int levels;
    private final Node[] arguments;
    private final boolean tail;
    private final boolean single;

    /// @param levels how far out the function is defined
    public CallNode(FunctionBody code, int levels, Node[] arguments, boolean tail) {
        this.code = code;
        this.levels = levels;
        this.arguments = arguments;
        this.tail = tail;
        this.single = code.single();
    }

    @Override
    public boolean single() {
        return single;
    }

    private @Nullable Env calleeEnv(@Nullable Env env) {
        Env callee = Env.outer(env, levels);
        for (Node argument : arguments) {
            callee = Env.push(callee,
                    argument instanceof ParameterNode p ? p.closure(env) : new Closure(argument, env));
        }
        return callee;
    }

    @Override
    @Nullable
    public JqValue one(Machine machine, @Nullable Env env, JqValue in) {
        Env callee = calleeEnv(env);
        if (tail) {
            machine.tail(new Machine.TailCall(code, callee, in, null));
            return Machine.TAIL;
        }
        machine.enter();
        JqValue output = machine.needsDeepStack()
                ? machine.onDeepStack(() -> loop(machine, callee, in))
                : loop(machine, callee, in);
        machine.leave();
        return output;
    }

    private @Nullable JqValue loop(Machine machine, @Nullable Env callee, JqValue in) {
        JqValue output = code.body().one(machine, callee, in);
        while (output == Machine.TAIL) {
            Machine.TailCall next = machine.takeTail();
            if (next == null) {
                throw new IllegalStateException("no tail call is pending");
            }
            machine.step();
            output = next.code().body().one(machine, next.env(), next.in());
        }
        return output;
    }

    @Override
    public void run(Machine machine, @Nullable Env env, JqValue in, Sink out) {
        if (single && !tail) {
            JqValue output = one(machine, env, in);
            if (output != null) {
                out.accept(output);
            }
            return;
        }
        Env callee = calleeEnv(env);
        if (tail) {
            machine.tail(new Machine.TailCall(code, callee, in, out));
            return;
        }
        machine.enter();
        if (machine.needsDeepStack()) {
            machine.onDeepStack(() -> {
                runLoop(machine, callee, in, out);
                return null;
            });
        } else {
            runLoop(machine, callee, in, out);
        }
        machine.leave();
    }

    private void runLoop(Machine machine, @Nullable Env callee, JqValue in, Sink out) {
        code.body().run(machine, callee, in, out);
        Machine.TailCall next = machine.takeTail();
        while (next != null) {
            machine.step();
            Sink sink = next.out();
            next.code().body().run(machine, next.env(), next.in(), sink == null ? out : sink);
            next = machine.takeTail();
        }
    }

    @Override
    void paths(Machine machine, @Nullable Env env, JqValue in, Trail trail, TrailSink out) {
        Env callee = calleeEnv(env);
        machine.enter();
        if (machine.needsDeepStack()) {
            machine.onDeepStack(() -> {
                code.body().paths(machine, callee, in, trail, out);
                return null;
            });
        } else {
            code.body().paths(machine, callee, in, trail, out);
        }
        machine.leave();
    }
}
