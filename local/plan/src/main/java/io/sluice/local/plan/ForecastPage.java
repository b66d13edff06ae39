package io.sluice.local.plan;

import io.sluice.local.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A forecast as one page: its plots, its text, and its JSON for machines. The page needs nothing but itself: no
/// script, no other file, no network; it is light or dark as its reader likes it.
public final class ForecastPage {
    private final Forecast forecast;
    private final Markup page = new Markup();

    private ForecastPage(Forecast forecast) {
        this.forecast = forecast;
    }

    /// The whole page: HTML that is well-formed XML, too.
    public static String of(Forecast forecast) {
        return new ForecastPage(forecast).page();
    }

    private String page() {
        page.verbatim("<!DOCTYPE html>\n").open("html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"").open("head");
        page.empty("meta charset=\"utf-8\"");
        page.empty("meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"");
        page.empty("meta name=\"color-scheme\" content=\"light dark\"");
        page.element("title", "Plan of " + forecast.stream()).open("style").verbatim(style()).close("style");
        page.close("head").open("body");
        page.element("h1", "Plan of " + forecast.stream());
        page.element("p", Sizes.bytes(Math.round(forecast.traffic().bytesPerSecond())) + "/s, "
                + ForecastText.number(forecast.traffic().recordsPerSecond()) + " source records a second, "
                + ForecastText.number(forecast.traffic().gigabytesPerMonth()) + " GB a month; told from "
                + Sizes.count(forecast.counts().records(), "record") + " of a sample");
        growth();
        sizes();
        forecast.compaction().ifPresent(this::compaction);
        cost();
        whole();
        page.close("body").close("html");
        return page.toString();
    }

    private void growth() {
        Growth growth = forecast.growth();
        page.open("section").element("h2", "Partitions");
        page.element("p", growth.levelledOff()
                ? "They have levelled off in the sample: " + ForecastText.number(forecast.activePartitions())
                        + " are buffered at once" + ForecastText.ofLane(forecast) + "."
                : String.format(Locale.ROOT,
                        "They still grow, as records^%.2f: %s are buffered at once%s if they grow on%s.",
                        growth.exponent(), ForecastText.number(forecast.activePartitions()),
                        ForecastText.ofLane(forecast),
                        forecast.ifGrowthEnds().map(ended -> ", "
                                + ForecastText.number(ended.activePartitions()) + " if no other comes").orElse("")));
        new Plot(page).growth(growth);
        page.close("section");
    }

    private void sizes() {
        ObjectForecast objects = forecast.objects();
        page.open("section").element("h2", "Objects");
        page.element("p", ForecastText.number(objects.count()) + " every "
                + forecast.cadence().effective().toSeconds() + " s, "
                + Sizes.bytes(Math.round(objects.meanBytes())) + " on average. By size:");
        new Plot(page).bars("Objects of an interval by size", objects.histogram().stream()
                .map(each -> new Plot.Bar(each.below() == Long.MAX_VALUE
                        ? "larger"
                        : "below " + Sizes.bytes(each.below()), each.count(), ForecastText.number(each.count()),
                        Plot.Whose.SLUICE))
                .toList());
        page.close("section");
    }

    private void compaction(CompactionForecast compaction) {
        page.open("section").element("h2", "A day, delivered and compacted");
        page.element("p", ForecastText.number(compaction.delivered().objects()) + " objects a day become "
                + ForecastText.number(compaction.compacted().objects()) + switch (compaction.basis()) {
                    case CONFIGURED -> ", for ";
                    case HINT -> ", if Sluice.Compaction joins them, for ";
                } + Sizes.dollars(compaction.perMonth()) + " a month. A query of one key and one day opens:");
        new Plot(page).bars("Objects that a query of one key and one day opens",
                List.of(opened("as delivered", compaction.delivered()),
                        opened("as compacted", compaction.compacted())));
        page.close("section");
    }

    private static Plot.Bar opened(String name, CompactionForecast.Day day) {
        double objects = Math.max(1, day.perKeyAndDay());
        return new Plot.Bar(name, objects, ForecastText.number(objects), Plot.Whose.SLUICE);
    }

    private void cost() {
        MonthlyCost month = forecast.cost();
        Cost cost = month.cost();
        page.open("section").element("h2", "Cost a month");
        page.element("p", "For partitioning, in " + month.prices() + "; Firehose's ingestion, "
                + Sizes.dollars(month.ingestion().dollarsPerMonth()) + ", comes on top of "
                + (month.direct().isPresent() ? "Firehose's. " : "either. ")
                + Sizes.dollars(month.perGigabyte(month.sluice())) + " a GB with Sluice, "
                + Sizes.dollars(month.perGigabyte(cost.firehose().total())) + " with Firehose's dynamic partitioning.");
        new Plot(page).bars("Cost of partitioning a month", List.of(bar("Sluice", month.sluice()),
                new Plot.Bar("Firehose's partitioning", cost.firehose().total(),
                        Sizes.dollars(cost.firehose().total()), Plot.Whose.FIREHOSE)));
        page.element("p", "Of Sluice's:");
        List<Plot.Bar> services = new ArrayList<>(List.of(bar("S3: writing the objects", month.objectPuts()),
                bar("S3: everything else", Math.max(0, cost.sluice().s3() - month.objectPuts())),
                bar("DynamoDB", cost.sluice().dynamoDb()), bar("Lambda", cost.sluice().lambda()),
                bar("CloudWatch", month.watching())));
        month.direct().ifPresent(direct -> services.addAll(List.of(bar("Fargate", direct.compute()),
                bar("Load balancer", direct.balancer()), bar("Between zones", direct.zones()))));
        new Plot(page).bars("Sluice's cost a month by service", services);
        page.close("section");
    }

    private static Plot.Bar bar(String name, double dollars) {
        return new Plot.Bar(name, dollars, Sizes.dollars(dollars), Plot.Whose.SLUICE);
    }

    /// The text that `plan` prints, and the JSON that it prints for machines: a script's text is no text of the page.
    private void whole() {
        StringWriter text = new StringWriter();
        ForecastText.print(forecast, new PrintWriter(text));
        page.open("section").element("h2", "The whole plan").element("pre", text.toString());
        page.open("script type=\"application/json\" id=\"plan\"");
        page.verbatim(ForecastJson.text(forecast).replace("<", "\\u003c").replace(">", "\\u003e")
                .replace("&", "\\u0026"));
        page.close("script").close("section");
    }

    private static String style() {
        try (InputStream in = ForecastPage.class.getResourceAsStream("page.css")) {
            if (in == null) {
                throw new IllegalStateException("page.css is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("page.css can't be read", e);
        }
    }
}
