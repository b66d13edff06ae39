package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
record Knobs(int batches, int steps, int faults) {
    static final Knobs USUAL = new Knobs(6, 200, 1_000);
}
