package io.sluice.local.cli;

/// The exit codes that the process gives its caller.
final class ExitStatus {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

    private ExitStatus() {}
}
