package io.sluice.layout;

import java.time.temporal.ChronoUnit;

/// Units of a `date` projection's interval, named as Athena names them.
public enum DateUnit {
    YEARS(ChronoUnit.YEARS), MONTHS(ChronoUnit.MONTHS), WEEKS(ChronoUnit.WEEKS), DAYS(ChronoUnit.DAYS), HOURS(
            ChronoUnit.HOURS), MINUTES(ChronoUnit.MINUTES), SECONDS(ChronoUnit.SECONDS);

    private final ChronoUnit chronoUnit;

    DateUnit(ChronoUnit chronoUnit) {
        this.chronoUnit = chronoUnit;
    }

    public ChronoUnit chronoUnit() {
        return chronoUnit;
    }
}
