package io.sluice.simulation;

/// Ends an actor as a killed process ends: no code catches it, and nothing is written on the way out.
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
        super("crashed", null, false, false);
    }
}
