package io.sluice.simulation;

/// How large a world is. A run that fails is made smaller by turning them down.
///
/// @param batches different batches, at least 1
/// @param steps   steps until faults stop and everything must come out right
/// @param faults  faults that happen at most
/// @param lakes   days are repartitioned and objects removed in one world of so many
/// @param losses  times that the table is lost and made again of the staging bucket, in worlds without a lake
/// @param kinesis of the worlds without a lake, one of so many reads a Kinesis stream
/// @param rots    of the worlds without a lake, staged bytes rot in one of so many
record Knobs(int batches, int steps, int faults, int lakes, int losses, int kinesis, int rots) {
    private static final int NEVER = Integer.MAX_VALUE;
    static final Knobs USUAL = new Knobs(6, 200, 1_000, 8, 0, 4, 5);
    /// Every world has a lake.
    static final Knobs LAKES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, 1, 0, USUAL.kinesis, NEVER);
    /// In every world the table is lost, up to three times.
    static final Knobs LOSSES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, 3, NEVER, NEVER);
    /// In every world the table is lost, and a Kinesis stream read.
    static final Knobs KINESIS_LOSSES = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, 3, 1, NEVER);
    /// Every world reads a Kinesis stream.
    static final Knobs KINESIS = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, 0, 1, USUAL.rots);
    /// In every world staged bytes rot.
    static final Knobs ROT = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, 0, NEVER, 1);
    /// In every world staged bytes rot, and a Kinesis stream is read.
    static final Knobs KINESIS_ROT = new Knobs(USUAL.batches, USUAL.steps, USUAL.faults, NEVER, 0, 1, 1);

    Knobs withBatches(int fewer) {
        return new Knobs(Math.max(1, fewer), steps, faults, lakes, losses, kinesis, rots);
    }

    Knobs withSteps(int fewer) {
        return new Knobs(batches, fewer, faults, lakes, losses, kinesis, rots);
    }

    Knobs withFaults(int fewer) {
        return new Knobs(batches, steps, Math.max(0, fewer), lakes, losses, kinesis, rots);
    }
}
