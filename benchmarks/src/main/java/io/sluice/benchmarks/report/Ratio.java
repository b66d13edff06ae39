package io.sluice.benchmarks.report;

import io.sluice.benchmarks.rounds.Spread;

/// A figure beside another one of the same run.
///
/// @param value  the ratio
/// @param beside what the other one is of
/// @param other  the other one, in the figure's unit
public record Ratio(Spread value, String beside, double other) {}
