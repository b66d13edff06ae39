package io.sluice.local.cli;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.plan.Forecast;
import io.sluice.local.plan.Forecaster;
import io.sluice.local.plan.Prices;
import io.sluice.local.plan.Sample;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Forecasts of what `init` proposes, by the reckoning of `plan` on the first of the sample's records. The transform
/// function's work is assumed, where `plan` measures it: proposals differ by their keys alone, and a sample has the
/// same figures each time.
final class ProposalPlanner {
    private static final int RECORDS_MAX = 3_000;
    private static final Duration PER_MEGABYTE = Duration.ofMillis(15);

    private final Sample sample;
    private final Prices prices = Prices.load();

    ProposalPlanner(Sample sample) {
        this.sample = sample.first(RECORDS_MAX);
    }

    Forecast plan(StreamConfiguration proposed) {
        return new Forecaster(proposed, List.of(), prices, InstantSource.system(), () -> 0, Optional.of(PER_MEGABYTE))
                .forecast(sample, Optional.empty());
    }
}
