package io.sluice.infra;

import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;

/// The condition on which an alarm goes off.
///
/// @param threshold what breaches
/// @param periods   that are looked at
/// @param breaching periods of these that breach
/// @param missing   what a period without data means
record AlarmRule(ComparisonOperator comparison, double threshold, int periods, int breaching,
        TreatMissingData missing) {
    static AlarmRule above(double threshold, int periods) {
        return new AlarmRule(ComparisonOperator.GREATER_THAN_THRESHOLD, threshold, periods, periods,
                TreatMissingData.NOT_BREACHING);
    }

    static AlarmRule below(double threshold, int periods, TreatMissingData missing) {
        return new AlarmRule(ComparisonOperator.LESS_THAN_THRESHOLD, threshold, periods, periods, missing);
    }

    /// Goes off when [StreamMetrics#going] is 0 in two periods of three. Where none of them has a value the state stays
    /// as it is: that of a new alarm, until something has happened for the first time, and ALARM, until it does again.
    static AlarmRule silence() {
        return new AlarmRule(ComparisonOperator.LESS_THAN_THRESHOLD, 1, 3, 2, TreatMissingData.IGNORE);
    }
}
