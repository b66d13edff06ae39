package io.sluice.jq.eval;

import org.jspecify.annotations.Nullable;

/// The compiled body of a function, for one combination of arguments with and without several outputs. The body is set
/// after the function's calls of itself have been compiled.
public final class FunctionBody {
    private @Nullable Node body;
    private boolean single = true;

    /// Tests whether calls have at most one output; assumed until the body is known.
    boolean single() {
        return single;
    }

    public void assumeMany() {
        single = false;
    }

    public void body(Node body) {
        this.body = body;
    }

    public Node body() {
        if (body == null) {
            throw new IllegalStateException("the function is still being compiled");
        }
        return body;
    }
}
