package io.sluice.audit;

/// The records that someone says to have taken out of an object, in its order. Not safe for use by several threads.
public final class Taken {
    private final ContentSum sum = new ContentSum();
    private long records;

    public void add(byte[] record) {
        sum.add(record, 0, record.length);
        records++;
    }

    public long records() {
        return records;
    }

    long bytes() {
        return sum.bytes();
    }

    long checksum() {
        return sum.checksum();
    }
}
