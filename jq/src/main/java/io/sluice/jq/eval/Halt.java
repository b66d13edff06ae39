package io.sluice.jq.eval;

/// `halt`: the evaluation of an input ends, with the outputs that it gave so far and no error. No `try` catches it.
public final class Halt extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Halt() {
        super(null, null, false, false);
    }
}
