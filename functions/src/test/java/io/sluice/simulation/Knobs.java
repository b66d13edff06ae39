package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
/// @param lakes   days are repartitioned and objects removed in one world of so many
record Knobs(int batches, int steps, int faults, int lakes) {
    static final Knobs USUAL = new Knobs(6, 200, 1_000, 8);
    /// Every world has a lake.
    static final Knobs LAKES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1);

    Knobs withBatches(int fewer) {
        return new Knobs(Math.max(1, fewer), steps, faults, lakes);
    }

    Knobs withSteps(int fewer) {
        return new Knobs(batches, fewer, faults, lakes);
    }

    Knobs withFaults(int fewer) {
        return new Knobs(batches, steps, Math.max(0, fewer), lakes);
    }
}
