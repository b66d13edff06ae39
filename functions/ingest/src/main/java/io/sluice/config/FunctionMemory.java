package io.sluice.config;

/// The memory that a stream's functions are deployed with, in MiB; Lambda bills their time by it, and gives CPU in
/// proportion. Why these sizes: `docs/decisions/0006-function-sizing.md`.
///
/// @param transform the transform function's
/// @param flush     the flusher's: it grows with `FlushMemoryInMBs`
public record FunctionMemory(int transform, int flush) {
    private static final int ONE_VCPU = 1_769;
    private static final int FLUSH_MIN = 1_024;
    private static final int FLUSH_MAX = 10_240;
    private static final long MIB = 1 << 20;

    /// One vCPU for what is work: transforming, and flushing where records are converted. Otherwise the flusher has
    /// room for its staged bytes, with the rest of their share for what a commit takes and for the collector, beside a
    /// heap that idles at a quarter GiB.
    public static FunctionMemory of(StreamConfiguration stream) {
        return of(stream, stream.sluice().flushMemoryBytesMax());
    }

    /// The same with another `FlushMemoryInMBs`, in bytes.
    public static FunctionMemory of(StreamConfiguration stream, long flushMemoryBytesMax) {
        long readAhead = Math.ceilDiv(flushMemoryBytesMax, MIB);
        int least = stream.conversion().isPresent() ? ONE_VCPU : FLUSH_MIN;
        return new FunctionMemory(ONE_VCPU, Math.clamp(512 + 4 * readAhead, least, FLUSH_MAX));
    }

    /// The transform function's, in the unit of Lambda's bill: 2^30 bytes.
    public double transformGigabytes() {
        return transform / 1_024.0;
    }

    /// The flusher's, in the same unit.
    public double flushGigabytes() {
        return flush / 1_024.0;
    }
}
