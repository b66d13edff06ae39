package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
/// @param lakes   days are repartitioned and objects removed in one world of so many
/// @param losses  times that the table is lost and made again of the staging bucket, in worlds without a lake
record Knobs(int batches, int steps, int faults, int lakes, int losses) {
    static final Knobs USUAL = new Knobs(6, 200, 1_000, 8, 0);
    /// Every world has a lake.
    static final Knobs LAKES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1, 0);
    /// In every world the table is lost, up to three times.
    static final Knobs LOSSES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, Integer.MAX_VALUE, 3);

    Knobs withBatches(int fewer) {
        return new Knobs(Math.max(1, fewer), steps, faults, lakes, losses);
    }

    Knobs withSteps(int fewer) {
        return new Knobs(batches, fewer, faults, lakes, losses);
    }

    Knobs withFaults(int fewer) {
        return new Knobs(batches, steps, Math.max(0, fewer), lakes, losses);
    }
}
