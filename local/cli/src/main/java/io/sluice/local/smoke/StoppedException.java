package io.sluice.local.smoke;

/// The user ended the run: what was made is to be taken down.
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException() {
        super("the run was interrupted");
    }
}
