package io.sluice.local.serve.power;

/// The end of a process: nothing that it does reaches the disk any more.
final class PowerCut extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PowerCut() {
        super("the process has ended", null, false, false);
    }
}
