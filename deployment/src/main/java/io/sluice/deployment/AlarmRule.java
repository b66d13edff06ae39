package io.sluice.deployment;

/// The condition on which an alarm goes off.
///
/// @param threshold what breaches
/// @param periods   that are looked at
/// @param breaching periods of these that breach
/// @param missing   what a period without data means
public record AlarmRule(Comparison comparison, double threshold, int periods, int breaching, Missing missing) {
    /// The side of the threshold that breaches it.
    public enum Comparison {
        ABOVE("GreaterThanThreshold"), BELOW("LessThanThreshold");

        private final String wireName;

        Comparison(String wireName) {
            this.wireName = wireName;
        }

        /// As CloudWatch calls it.
        public String wireName() {
            return wireName;
        }
    }

    /// What a period without data means.
    public enum Missing {
        FINE("notBreaching"), KEPT("ignore");

        private final String wireName;

        Missing(String wireName) {
            this.wireName = wireName;
        }

        /// As CloudWatch calls it.
        public String wireName() {
            return wireName;
        }
    }

    static AlarmRule above(double threshold, int periods) {
        return new AlarmRule(Comparison.ABOVE, threshold, periods, periods, Missing.FINE);
    }

    static AlarmRule below(double threshold, int periods) {
        return new AlarmRule(Comparison.BELOW, threshold, periods, periods, Missing.FINE);
    }

    /// Goes off when [StreamMetrics#going] is 0 in two periods of three. Where none of them has a value the state stays
    /// as it is: that of a new alarm, until something has happened for the first time, and ALARM, until it does again.
    static AlarmRule silence() {
        return new AlarmRule(Comparison.BELOW, 1, 3, 2, Missing.KEPT);
    }

    /// Goes off above the threshold in so many periods, silence being computed as above it as long as there was a value
    /// in one period more. Where none of them has a value the state stays as it is, as that of [#silence] does.
    static AlarmRule aboveOrSilent(double threshold, int breaching) {
        return new AlarmRule(Comparison.ABOVE, threshold, breaching + 1, breaching, Missing.KEPT);
    }
}
