package io.sluice.local.plan;

import io.sluice.flush.Slicing;
import java.util.ArrayList;
import java.util.List;

/// The load that one buffer bears, beside what is asked of it: the highest rate, and the most objects an interval, at
/// which a run of the flusher ends within half an interval of a minute, so that no record is older than 1.5 intervals
/// in its object.
///
/// The constants are the table *What `plan` warns from* in `docs/reference/scale.md`, which `./sluice bench sustain`
/// measured.
///
/// @param bytesPerSecond     the highest rate at these partitions
/// @param objectsPerInterval the most objects
/// @param invocations        of the flusher that such a run shares its work out among
/// @param passed             what is asked beyond it; mostly nothing
public record Ceiling(double bytesPerSecond, double objectsPerInterval, int invocations, List<Passed> passed) {
    /// So many at a flusher of one invocation and an interval of a minute.
    static final double OBJECTS = 28_000;
    /// By partitions, rising.
    static final List<Rung> RUNGS = List.of(new Rung(100, 100, 350, "network"),
            new Rung(3_000, 15, 120, "processor"));

    /// Invocations of the second measurement.
    private static final int SLICES = 8;
    private static final double MEGABYTE = 1e6;
    private static final double MEASURED_INTERVAL = 60;

    public Ceiling {
        passed = List.copyOf(passed);
    }

    /// The highest rates at so many partitions that have records in each batch.
    ///
    /// @param one   MB/s of one invocation
    /// @param eight MB/s of eight
    /// @param limit what runs out first
    record Rung(int partitions, double one, double eight, String limit) {
        /// Between one and eight invocations, and beyond, it goes up evenly by ratio.
        private double megabytesPerSecond(int invocations) {
            return one * Math.pow(invocations, Math.min(1, Math.log(eight / one) / Math.log(SLICES)));
        }
    }

    /// The bound that is passed.
    public enum Passed {
        /// The rate.
        RATE,
        /// The number of objects in an interval.
        OBJECTS
    }

    /// @param partitions      that are buffered at once
    /// @param objects         of an interval
    /// @param intervalSeconds the interval in effect
    /// @param stagedBytes     of an interval
    /// @param slicing         how the flusher shares its work out
    static Ceiling of(double bytesPerSecond, double partitions, double objects, double intervalSeconds,
            double stagedBytes, Slicing slicing) {
        double weight = Math.max(objects / slicing.objectsEach(), stagedBytes / slicing.bytesEach());
        int invocations = (int) Math.clamp(Math.ceil(weight), 1, slicing.invocationsMax());
        double rate = MEGABYTE * megabytesPerSecond(partitions, invocations);
        double most = invocations * OBJECTS * intervalSeconds / MEASURED_INTERVAL;
        List<Passed> passed = new ArrayList<>();
        if (bytesPerSecond > rate) {
            passed.add(Passed.RATE);
        }
        if (objects > most) {
            passed.add(Passed.OBJECTS);
        }
        return new Ceiling(rate, most, invocations, passed);
    }

    /// Between two rungs it goes down evenly by ratio; outside of them the nearest one is taken.
    static double megabytesPerSecond(double partitions, int invocations) {
        Rung lower = RUNGS.getFirst();
        for (Rung upper : RUNGS) {
            if (partitions <= upper.partitions) {
                double from = lower.megabytesPerSecond(invocations);
                double way = partitions <= lower.partitions
                        ? 0
                        : Math.log(partitions / lower.partitions)
                                / Math.log((double) upper.partitions / lower.partitions);
                return from * Math.pow(upper.megabytesPerSecond(invocations) / from, way);
            }
            lower = upper;
        }
        return lower.megabytesPerSecond(invocations);
    }

    /// Returns what runs out first at that rate: the nearest rung's.
    static String limit(double partitions) {
        return RUNGS.stream().filter(rung -> partitions <= rung.partitions).findFirst().orElse(RUNGS.getLast()).limit;
    }

    /// Buffers that bear so much, each with its part of the batches and every partition.
    static int buffers(double bytesPerSecond, double ceiling) {
        return (int) Math.ceil(bytesPerSecond / ceiling);
    }
}
