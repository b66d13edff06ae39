package io.sluice.local.verify;

/// A multiset of units, whatever their order, in 128 bits and two counts. The sums of two multisets that differ are the
/// same with a chance of one in 2^128. Not safe for concurrent use.
final class HashSum {
    private long high;
    private long low;
    private long units;
    private long bytes;

    /// @param unitBytes bytes of the unit
    void add(UnitHash unit, long unitBytes) {
        add(unit.high(), unit.low());
        units++;
        bytes += unitBytes;
    }

    void add(HashSum other) {
        add(other.high, other.low);
        units += other.units;
        bytes += other.bytes;
    }

    /// Takes out what is in `other`; counts can become negative.
    void subtract(HashSum other) {
        high -= other.high + (Long.compareUnsigned(low, other.low) < 0 ? 1 : 0);
        low -= other.low;
        units -= other.units;
        bytes -= other.bytes;
    }

    private void add(long moreHigh, long moreLow) {
        low += moreLow;
        high += moreHigh + (Long.compareUnsigned(low, moreLow) < 0 ? 1 : 0);
    }

    long units() {
        return units;
    }

    long bytes() {
        return bytes;
    }

    boolean isSameAs(HashSum other) {
        return high == other.high && low == other.low && units == other.units && bytes == other.bytes;
    }
}
