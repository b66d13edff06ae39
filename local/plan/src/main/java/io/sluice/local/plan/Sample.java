package io.sluice.local.plan;

import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.RecordIds;
import io.sluice.local.records.RecordSource;
import io.sluice.local.records.TimedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Source records of a stream, in the order of the input, held in memory.
///
/// @param bytes of all records
/// @param span  time between the first and the last arrival
/// @param whole false when the input holds more
public record Sample(List<BatchRecord> records, long bytes, Duration span, boolean whole) {
    /// The most that is read of an input, so that a sample of any size fits in memory.
    public static final long BYTES_MAX = 128_000_000;

    private static final int RECORDS_MAX = 1_000_000;

    public Sample {
        records = List.copyOf(records);
    }

    /// Reads at most [#BYTES_MAX] bytes, and a million records, of `source`.
    public static Sample read(RecordSource source) {
        return read(source, RECORDS_MAX);
    }

    /// Reads at most [#BYTES_MAX] bytes, and `recordsMax` records, of `source`.
    public static Sample read(RecordSource source, int recordsMax) {
        RecordIds ids = new RecordIds();
        List<BatchRecord> records = new ArrayList<>();
        long bytes = 0;
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        TimedRecord next = source.next();
        while (next != null && records.size() < recordsMax && bytes + next.record().data().length <= BYTES_MAX) {
            records.add(ids.named(next.record(), next.arrival(), next.refusal()));
            bytes += next.record().data().length;
            first = next.arrival().isBefore(first) ? next.arrival() : first;
            last = next.arrival().isAfter(last) ? next.arrival() : last;
            next = source.next();
        }
        return new Sample(records, bytes, records.isEmpty() ? Duration.ZERO : Duration.between(first, last),
                next == null);
    }

    /// The first of the records, at most so many.
    public Sample first(int recordsMax) {
        if (records.size() <= recordsMax) {
            return this;
        }
        List<BatchRecord> some = records.subList(0, recordsMax);
        return new Sample(some, some.stream().mapToLong(record -> record.data().length).sum(),
                Duration.between(some.getFirst().arrival(), some.getLast().arrival()).abs(), false);
    }

    /// Bytes of an average source record.
    public double meanBytes() {
        return (double) bytes / records.size();
    }
}
