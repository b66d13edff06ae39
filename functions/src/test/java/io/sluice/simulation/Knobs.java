package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
/// @param lakes   days are repartitioned and objects removed in one world of so many
/// @param kinesis of the others, one of so many reads a Kinesis stream
record Knobs(int batches, int steps, int faults, int lakes, int kinesis) {
    static final Knobs USUAL = new Knobs(6, 200, 1_000, 8, 4);
    /// Every world has a lake.
    static final Knobs LAKES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1, USUAL.kinesis);
    /// Every world reads a Kinesis stream.
    static final Knobs KINESIS = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, Integer.MAX_VALUE, 1);

    Knobs withBatches(int fewer) {
        return new Knobs(Math.max(1, fewer), steps, faults, lakes, kinesis);
    }

    Knobs withSteps(int fewer) {
        return new Knobs(batches, fewer, faults, lakes, kinesis);
    }

    Knobs withFaults(int fewer) {
        return new Knobs(batches, steps, Math.max(0, fewer), lakes, kinesis);
    }
}
