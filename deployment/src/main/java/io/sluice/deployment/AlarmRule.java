package io.sluice.deployment;

/// The condition on which an alarm goes off.
///
/// @param threshold what breaches
/// @param periods   breaching periods in a row
/// @param missing   what a period without data means
public record AlarmRule(Comparison comparison, double threshold, int periods, Missing missing) {
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
        FINE("notBreaching"), BREACHING("breaching");

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
        return new AlarmRule(Comparison.ABOVE, threshold, periods, Missing.FINE);
    }

    static AlarmRule below(double threshold, int periods, Missing missing) {
        return new AlarmRule(Comparison.BELOW, threshold, periods, missing);
    }
}
