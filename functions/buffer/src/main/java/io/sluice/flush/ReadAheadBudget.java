package io.sluice.flush;

/// Bound on the staged bytes that a flush run has in memory at any time. What fits it is one read-ahead, so that each
/// segment is read once; what does not goes in read-aheads of half the budget, of which one is read while the one
/// before is written.
///
/// @param bytes at least 1
public record ReadAheadBudget(long bytes) {
    public ReadAheadBudget {
        if (bytes < 1) {
            throw new IllegalArgumentException("a budget of " + bytes + " bytes");
        }
    }

    /// The bytes of a read-ahead where there are several.
    long half() {
        return Math.max(1, bytes / 2);
    }

    /// The number of read-aheads that so many staged bytes are, objects that do not fit evenly left aside.
    public double readAheads(double stagedBytes) {
        return stagedBytes <= bytes ? 1 : Math.ceil(stagedBytes / half());
    }
}
