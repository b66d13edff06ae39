package io.sluice.local.report;

import io.sluice.config.StreamConfiguration;

/// What Lambda bills the functions' time by: their memory, in GB of 2^30 bytes. As the module `infra` deploys them
/// (`SluicePipeline`, `Flusher`).
///
/// @param transform the transform function's: one vCPU
/// @param flush     the flusher's: it grows with `WaveSizeInMBs`
public record LambdaMemory(double transform, double flush) {
    private static final double TRANSFORM_MIB = 1_769;
    private static final long FLUSH_MIB_MIN = 1_024;
    private static final long FLUSH_MIB_MAX = 10_240;

    public static LambdaMemory of(StreamConfiguration configuration) {
        long waveMib = configuration.sluice().waveBytesMax() >> 20;
        return new LambdaMemory(TRANSFORM_MIB / 1_024,
                Math.clamp(512 + 4 * waveMib, FLUSH_MIB_MIN, FLUSH_MIB_MAX) / 1_024.0);
    }
}
