package io.sluice.infra;

import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;

/// The condition on which an alarm goes off.
///
/// @param threshold what breaches
/// @param periods   breaching periods in a row
/// @param missing   what a period without data means
record AlarmRule(ComparisonOperator comparison, double threshold, int periods, TreatMissingData missing) {
    static AlarmRule above(double threshold, int periods) {
        return new AlarmRule(ComparisonOperator.GREATER_THAN_THRESHOLD, threshold, periods,
                TreatMissingData.NOT_BREACHING);
    }

    static AlarmRule below(double threshold, int periods, TreatMissingData missing) {
        return new AlarmRule(ComparisonOperator.LESS_THAN_THRESHOLD, threshold, periods, missing);
    }
}
