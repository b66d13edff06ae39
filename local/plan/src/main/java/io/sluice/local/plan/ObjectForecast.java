package io.sluice.local.plan;

import java.util.ArrayList;
import java.util.List;

/// The objects that an interval's data becomes.
///
/// @param count     objects, on average
/// @param bytes     of all of them, compressed
/// @param rawBytes  of all of them, before compression
/// @param records   in all of them
/// @param requests  PUT requests that write them
/// @param histogram how many objects there are of which size
public record ObjectForecast(double count, double bytes, double rawBytes, double records, double requests,
        List<Bucket> histogram) {
    private static final long KB = 1_000;
    private static final long MB = 1_000_000;
    private static final long[] BOUNDS = {10 * KB, 100 * KB, MB, 16 * MB, 64 * MB, 128 * MB, Long.MAX_VALUE};
    /// Larger bodies go up in parts of this size, with a request to begin and one to end (`S3MultipartUpload`).
    private static final double PART_BYTES = 16 << 20;

    public ObjectForecast {
        histogram = List.copyOf(histogram);
    }

    /// Objects of one order of size.
    ///
    /// @param below bytes that they are smaller than; [Long#MAX_VALUE] for the largest
    /// @param count how many, on average
    public record Bucket(long below, double count) {}

    /// @param interval    what is delivered together
    /// @param size        of an object
    /// @param rawBytesMax record bytes at which an object is cut
    static ObjectForecast of(SampleWindow interval, ObjectSize size, double rawBytesMax) {
        Sum sum = new Sum();
        for (SampleWindow.Share share : interval.shares()) {
            double full = Math.floor(share.rawBytes() / rawBytesMax);
            double rest = share.rawBytes() - full * rawBytesMax;
            sum.add(share.times() * full, rawBytesMax, size, share.errors());
            // A partition without a byte (empty records) is an object all the same.
            sum.add(rest > 0 || full == 0 ? share.times() : 0, rest, size, share.errors());
        }
        return new ObjectForecast(sum.count, interval.rawBytes() * size.perByte() + sum.fixed, interval.rawBytes(),
                interval.records(), sum.requests, sum.histogram());
    }

    /// The objects of so many buffers, each of which has as many.
    ObjectForecast times(int buffers) {
        return new ObjectForecast(buffers * count, buffers * bytes, buffers * rawBytes, buffers * records,
                buffers * requests,
                histogram.stream().map(each -> new Bucket(each.below, buffers * each.count)).toList());
    }

    /// Bytes of an average object, compressed; 0 where there is none.
    public double meanBytes() {
        return count == 0 ? 0 : bytes / count;
    }

    /// Records in an average object.
    public double meanRecords() {
        return count == 0 ? 0 : records / count;
    }

    private static final class Sum {
        private final double[] counts = new double[BOUNDS.length];
        private double count;
        private double requests;
        private double fixed;

        void add(double objects, double rawBytes, ObjectSize size, boolean errors) {
            if (objects == 0) {
                return;
            }
            double bytes = size.of(rawBytes, errors);
            fixed += objects * size.of(0, errors);
            int bucket = 0;
            while (bytes >= BOUNDS[bucket]) {
                bucket++;
            }
            counts[bucket] += objects;
            count += objects;
            requests += objects * (bytes <= PART_BYTES ? 1 : Math.ceil(bytes / PART_BYTES) + 2);
        }

        List<Bucket> histogram() {
            List<Bucket> buckets = new ArrayList<>();
            for (int i = 0; i < BOUNDS.length; i++) {
                buckets.add(new Bucket(BOUNDS[i], counts[i]));
            }
            return buckets;
        }
    }
}
