package io.sluice.local.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The content of an average window of the stream of a given length, partition by partition.
///
/// A window that is shorter than the sample is the average of as many as the sample has room for. A longer one is the
/// sample scaled up: its data by the lengths' ratio, its partitions by [Growth#factor], so that each partition of the
/// sample stands for several alike.
///
/// @param shares what it holds of each partition
record SampleWindow(List<Share> shares) {
    SampleWindow {
        shares = List.copyOf(shares);
    }

    /// The content of partitions of one size.
    ///
    /// @param times    how many such partitions there are, on average
    /// @param rawBytes of one of them, before compression
    /// @param records  of one of them
    /// @param errors   whether these are error records
    record Share(double times, double rawBytes, double records, boolean errors) {}

    /// @param sourceBytes the window's length in bytes of source records, more than 0
    static SampleWindow of(Trace trace, Growth growth, double sourceBytes) {
        double scale = sourceBytes / trace.sourceBytes();
        if (scale <= 1) {
            return shorter(trace, sourceBytes);
        }
        double factor = growth.factor(scale);
        List<Share> whole = new Cutting(trace, trace.sourceBytes(), 1).shares();
        return new SampleWindow(whole.stream().map(share -> {
            double more = share.errors ? 1 : factor;
            return new Share(share.times * more, share.rawBytes * scale / more, share.records * scale / more,
                    share.errors);
        }).toList());
    }

    private static SampleWindow shorter(Trace trace, double sourceBytes) {
        long count = (long) Math.floor(trace.sourceBytes() / sourceBytes);
        return new SampleWindow(new Cutting(trace, sourceBytes, count).shares());
    }

    /// Partitions of data.
    double partitions() {
        return shares.stream().filter(share -> !share.errors).mapToDouble(Share::times).sum();
    }

    /// Partitions of data and of error records.
    double allPartitions() {
        return shares.stream().mapToDouble(Share::times).sum();
    }

    double rawBytes() {
        return shares.stream().mapToDouble(share -> share.times * share.rawBytes).sum();
    }

    /// Of data alone, before compression.
    double dataBytes() {
        return shares.stream().filter(share -> !share.errors).mapToDouble(share -> share.times * share.rawBytes).sum();
    }

    double records() {
        return shares.stream().mapToDouble(share -> share.times * share.records).sum();
    }

    /// Cuts a trace into windows of equal length; what is left at its end is in none. A record belongs to the window
    /// that its source record ends in.
    private static final class Cutting {
        private final Trace trace;
        private final double length;
        private final long count;
        private final List<Share> shares = new ArrayList<>();
        private final long[] bytes;
        private final int[] records;
        private int[] touched = new int[16];
        private int touchedCount;

        Cutting(Trace trace, double length, long count) {
            this.trace = trace;
            this.length = length;
            this.count = count;
            this.bytes = new long[trace.errors().length];
            this.records = new int[trace.errors().length];
        }

        List<Share> shares() {
            long open = 0;
            for (int i = 0; i < trace.records(); i++) {
                long window = (long) Math.ceil(trace.endOf()[i] / length) - 1;
                if (window != open) {
                    close();
                    open = window;
                }
                if (window < count) {
                    add(trace.partitionOf()[i], trace.bytesOf()[i]);
                }
            }
            close();
            return shares;
        }

        private void add(int partition, int more) {
            if (records[partition] == 0) {
                if (touchedCount == touched.length) {
                    touched = Arrays.copyOf(touched, 2 * touchedCount);
                }
                touched[touchedCount++] = partition;
            }
            bytes[partition] += more;
            records[partition]++;
        }

        private void close() {
            for (int i = 0; i < touchedCount; i++) {
                int partition = touched[i];
                shares.add(new Share(1.0 / count, bytes[partition], records[partition], trace.errors()[partition]));
                bytes[partition] = 0;
                records[partition] = 0;
            }
            touchedCount = 0;
        }
    }
}
