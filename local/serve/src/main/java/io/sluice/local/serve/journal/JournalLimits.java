package io.sluice.local.serve.journal;

import java.time.Duration;

/// The bounds of a journal.
///
/// @param bytesMax     of all its files; puts beyond it are refused until records are staged
/// @param fileBytesMax after which a file is ended and the next begun; files are removed as wholes
/// @param callsMax     calls that are remembered, at most
/// @param callsFor     how long a call is remembered
public record JournalLimits(long bytesMax, long fileBytesMax, int callsMax, Duration callsFor) {
    public JournalLimits {
        if (fileBytesMax < 1 || bytesMax < 2 * fileBytesMax) {
            throw new IllegalArgumentException("a journal of " + bytesMax + " bytes can't have files of " + fileBytesMax
                    + ": it needs two at least");
        }
    }

    /// Bytes of the calls that are remembered, at most: every trim carries them over, and they must leave room for
    /// records.
    long callBytesMax() {
        return bytesMax / 4;
    }

    /// Of `bytesMax` bytes, with what else is usual: calls are remembered for 10 minutes, 200,000 at most,
    /// in a quarter of them.
    public static JournalLimits ofBytes(long bytesMax) {
        return new JournalLimits(bytesMax, Math.clamp(bytesMax / 8, 1L << 16, 64L << 20), 200_000,
                Duration.ofMinutes(10));
    }
}
