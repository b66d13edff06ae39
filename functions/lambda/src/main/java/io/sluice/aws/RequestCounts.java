package io.sluice.aws;

import java.util.concurrent.atomic.AtomicLong;

/// Counts what the adapters ask of AWS: calls as billed, the SDK's own retries aside. Safe for concurrent use.
public final class RequestCounts {
    private final AtomicLong s3Puts = new AtomicLong();
    private final AtomicLong s3Gets = new AtomicLong();
    private final AtomicLong s3Deletes = new AtomicLong();
    private final AtomicLong s3Lists = new AtomicLong();
    private final AtomicLong writeMilliUnits = new AtomicLong();
    private final AtomicLong readMilliUnits = new AtomicLong();

    /// The counts at one moment.
    ///
    /// @param s3Puts     PUT, and each request of a multipart upload
    /// @param s3Gets     GET and HEAD
    /// @param s3Deletes  DELETE requests, each of up to 1,000 keys; free of charge
    /// @param writeUnits DynamoDB write units consumed
    /// @param readUnits  DynamoDB read units consumed
    public record Snapshot(long s3Puts, long s3Gets, long s3Deletes, long s3Lists, double writeUnits,
            double readUnits) {}

    public Snapshot snapshot() {
        return new Snapshot(s3Puts.get(), s3Gets.get(), s3Deletes.get(), s3Lists.get(), writeMilliUnits.get() / 1e3,
                readMilliUnits.get() / 1e3);
    }

    void s3Put() {
        s3Puts.incrementAndGet();
    }

    void s3Get() {
        s3Gets.incrementAndGet();
    }

    void s3Delete() {
        s3Deletes.incrementAndGet();
    }

    void s3List() {
        s3Lists.incrementAndGet();
    }

    void writeUnits(double units) {
        writeMilliUnits.addAndGet(Math.round(units * 1e3));
    }

    void readUnits(double units) {
        readMilliUnits.addAndGet(Math.round(units * 1e3));
    }
}
