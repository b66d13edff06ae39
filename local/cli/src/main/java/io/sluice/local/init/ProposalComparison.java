package io.sluice.local.init;

import io.sluice.local.Sizes;
import io.sluice.local.plan.Forecast;
import io.sluice.local.plan.ObjectForecast;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Proposals side by side, each with what `plan` says of its objects and its cost. The first is the one that is
/// proposed.
public final class ProposalComparison {
    private static final String FORM = "%3s  %-NAMEs  %15s  %12s  %11s";

    private final List<Row> rows;

    private record Row(Proposal proposal, Forecast forecast) {}

    private ProposalComparison(List<Row> rows) {
        this.rows = rows;
    }

    /// A maker of forecasts.
    public interface Planner {
        Forecast plan(Proposal proposal);
    }

    /// Compares `proposals`, as far as they deliver anything of the sample.
    public static ProposalComparison of(List<Proposal> proposals, Planner planner) {
        return new ProposalComparison(proposals.stream().map(proposal -> new Row(proposal, planner.plan(proposal)))
                .filter(row -> row.forecast.counts().delivered() > 0).toList());
    }

    /// Tests whether there is nothing to choose between.
    public boolean isOfOne() {
        return rows.size() < 2;
    }

    /// The proposals, in the order of the lines.
    List<Proposal> proposals() {
        return rows.stream().map(Row::proposal).toList();
    }

    /// A heading and a line for each proposal, by its number.
    ///
    /// Where partitions still grow with the sample, the figures are those of no further one: there may be more objects,
    /// which then are smaller, for more money.
    public List<String> lines() {
        int width = rows.stream().mapToInt(row -> row.proposal.title().length()).max().orElse(0);
        String form = FORM.replace("NAME", Integer.toString(Math.max(width, 4)));
        List<String> lines = new ArrayList<>();
        lines.add(form.formatted("", "keys", "objects a day", "average size", "a month"));
        for (int i = 0; i < rows.size(); i++) {
            lines.add(line(form, Integer.toString(i + 1), rows.get(i)));
        }
        return lines;
    }

    private static String line(String form, String number, Row row) {
        Forecast forecast = row.forecast.ifGrowthEnds().orElse(row.forecast);
        boolean grows = row.forecast.ifGrowthEnds().isPresent();
        ObjectForecast objects = forecast.objects();
        double days = forecast.cadence().effective().toMillis() / (double) Duration.ofDays(1).toMillis();
        String more = grows ? "≥ " : "";
        return String.format(Locale.ROOT, form, number, row.proposal.title(),
                more + Sizes.count(Math.round(objects.count() / days)),
                (grows ? "≤ " : "") + Sizes.bytes(Math.round(objects.meanBytes())),
                more + Sizes.dollars(forecast.cost().sluice()));
    }
}
