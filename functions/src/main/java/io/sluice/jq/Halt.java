package io.sluice.jq;

/// `halt`: the program ends, with the outputs that it gave so far and no error. No `try` catches it.
final class Halt extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Halt() {
        super(null, null, false, false);
    }
}
