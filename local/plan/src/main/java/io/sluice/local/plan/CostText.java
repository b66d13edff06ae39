package io.sluice.local.plan;

import io.sluice.local.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The part of a forecast that is about money.
final class CostText {
    private static final double DAYS_A_MONTH = Traffic.MONTH_SECONDS / 86_400;

    private final MonthlyCost month;
    private final Optional<MonthlyCost> ifGrowthEnds;
    private final List<String> lines = new ArrayList<>();

    CostText(Forecast forecast) {
        this.month = forecast.cost();
        this.ifGrowthEnds = forecast.ifGrowthEnds().map(Forecast::cost);
    }

    /// GB-seconds of the transform function in a month.
    static double transformGigabyteSeconds(Forecast forecast) {
        return forecast.requests().transformTime().toMillis() / 1e3 * forecast.memory().transformGigabytes();
    }

    List<String> lines() {
        SluiceCost sluice = month.cost().sluice();
        FirehoseCost firehose = month.cost().firehose();
        lines.add(String.format(Locale.ROOT, "%-48s %12s %14s", "cost, " + month.prices(), "per GB", "per month"));
        row("Sluice, delivery buffer", month.sluice());
        row("  S3: writing the objects", month.objectPuts());
        row("  S3: segments, manifests, reading", sluice.s3() - month.objectPuts());
        row("  DynamoDB", sluice.dynamoDb());
        row("  Lambda, without its free tier", sluice.lambda());
        month.table().ifPresent(table -> row("  of these: commits of the Iceberg table", table));
        row("  CloudWatch: metrics, alarms, dashboard", month.watching());
        month.direct().ifPresent(direct -> {
            row("  Fargate: replicas that take the calls", direct.compute());
            row("  load balancer", direct.balancer());
            row("  traffic between zones", direct.zones());
        });
        row("Firehose's dynamic partitioning", firehose.total());
        row("  data", firehose.data());
        row("  objects, with S3's charge", firehose.objects() + firehose.puts());
        row("  for each hour of jq a day (not in the sum)", month.jqHour() * DAYS_A_MONTH);
        row("Sluice with an index item a batch and partition", month.itemPerPartition());
        row(month.direct().isPresent()
                ? "on top of Firehose's: its ingestion"
                : "on top of each: Firehose's ingestion", month.ingestion().dollarsPerMonth());
        ifGrowthEnds.ifPresent(ended -> lines.add("if no other partition comes: Sluice "
                + Sizes.dollars(ended.perGigabyte(ended.sluice())) + " per GB, Firehose's "
                + Sizes.dollars(ended.perGigabyte(ended.cost().firehose().total()))));
        return lines;
    }

    private void row(String name, double dollars) {
        lines.add(String.format(Locale.ROOT, "%-48s %12s %14s", name, Sizes.dollars(month.perGigabyte(dollars)),
                Sizes.dollars(dollars)));
    }
}
