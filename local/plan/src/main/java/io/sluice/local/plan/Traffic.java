package io.sluice.local.plan;

/// The traffic that a stream brings, on average.
///
/// @param recordsPerSecond source records a second
/// @param bytesPerSecond   their bytes a second
/// @param basis            where the rate is from
public record Traffic(double recordsPerSecond, double bytesPerSecond, Basis basis) {
    /// Seconds in an average month: 730 hours, as AWS's price calculator has it.
    public static final double MONTH_SECONDS = 730 * 3_600.0;

    private static final double ASSUMED_BYTES_PER_SECOND = 1e6;

    /// The origin of a rate.
    public enum Basis {
        GIVEN, SAMPLE, ASSUMED
    }

    /// The rate that the user gives.
    public static Traffic of(Rate rate, Sample sample) {
        return switch (rate) {
            case Rate.Records(double perSecond) ->
                new Traffic(perSecond, perSecond * sample.meanBytes(), Basis.GIVEN);
            case Rate.Bytes(double perSecond) -> new Traffic(perSecond / sample.meanBytes(), perSecond, Basis.GIVEN);
        };
    }

    /// The sample's own rate by its arrival times; where these span no time, 1 MB/s.
    public static Traffic of(Sample sample) {
        double seconds = sample.span().toMillis() / 1e3;
        return seconds > 0
                ? new Traffic(sample.records().size() / seconds, sample.bytes() / seconds, Basis.SAMPLE)
                : new Traffic(ASSUMED_BYTES_PER_SECOND / sample.meanBytes(), ASSUMED_BYTES_PER_SECOND, Basis.ASSUMED);
    }

    public double gigabytesPerMonth() {
        return bytesPerSecond * MONTH_SECONDS / (1L << 30);
    }
}
