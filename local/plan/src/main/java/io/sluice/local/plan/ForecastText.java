package io.sluice.local.plan;

import io.sluice.config.Cadence;
import io.sluice.local.Sizes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// A forecast for people: a line or some for each subject, what to do about it last.
public final class ForecastText {
    private static final int CAUSES_MAX = 5;
    private static final int BAR_MAX = 30;
    private static final int MARGIN = 12;

    private final Forecast forecast;
    private final List<String> lines = new ArrayList<>();

    private ForecastText(Forecast forecast) {
        this.forecast = forecast;
    }

    public static void print(Forecast forecast, PrintWriter to) {
        ForecastText text = new ForecastText(forecast);
        text.sample();
        text.traffic();
        text.partitions();
        text.objects();
        text.compaction();
        text.freshness();
        text.calls();
        text.batches();
        text.index();
        text.functions();
        text.lines.add("");
        new CostText(forecast).lines().forEach(text.lines::add);
        AdviceText.lines(forecast).forEach(text.lines::add);
        text.lines.forEach(to::println);
        to.flush();
    }

    private void line(String subject, String text) {
        lines.add(subject + " ".repeat(MARGIN - subject.length()) + text);
    }

    /// A count that may be an average: with a digit after the point where it is small.
    static String number(double value) {
        return String.format(Locale.ROOT,
                value >= 100 || value == Math.rint(value) ? "%,.0f" : value >= 0.1 ? "%,.1f" : "%,.2g", value);
    }

    private void sample() {
        Forecast.Counts counts = forecast.counts();
        Sample sample = forecast.sample();
        line("sample", Sizes.count(counts.records()) + " records in "
                + Sizes.count(sample.records().size(), "source record") + ", " + Sizes.bytes(sample.bytes()) + "; "
                + Sizes.count(counts.delivered()) + " to deliver, " + Sizes.count(counts.rejected()) + " rejected, "
                + Sizes.count(counts.dropped()) + " dropped");
        if (!sample.whole()) {
            line("", "the input holds more: this is its start");
        }
        counts.causes().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(CAUSES_MAX).forEach(cause -> line("", Sizes.count(cause.getValue()) + " × " + cause.getKey()));
        if (counts.causes().size() > CAUSES_MAX) {
            line("", Sizes.count(counts.causes().size() - CAUSES_MAX) + " more causes");
        }
    }

    private void traffic() {
        Traffic traffic = forecast.traffic();
        String basis = switch (traffic.basis()) {
            case GIVEN -> "as given";
            case SAMPLE -> "the sample's own, by its arrival times";
            case ASSUMED -> "assumed: say another one with --rate, or when records arrived with --arrival";
        };
        line("rate", Sizes.bytes(Math.round(traffic.bytesPerSecond())) + "/s, " + number(traffic.recordsPerSecond())
                + " source records/s, " + number(traffic.gigabytesPerMonth()) + " GB a month (" + basis + ")");
    }

    private void partitions() {
        Growth growth = forecast.growth();
        line("partitions", growth.points().stream().map(
                point -> Sizes.count(point.partitions()) + " in " + point.percent() + " %").collect(
                        Collectors.joining(", "))
                + " of the sample: " + (growth.levelledOff()
                        ? "levelled off"
                        : String.format(Locale.ROOT, "still growing, as records^%.2f", growth.exponent())));
        String buffered = " buffered at once" + ofLane(forecast);
        line("", forecast.ifGrowthEnds().map(ended -> number(ended.activePartitions())
                + buffered + " if no other comes, " + number(forecast.activePartitions())
                + " if they grow on, which is a guess: what follows takes it; a larger sample tells more")
                .orElseGet(() -> number(forecast.activePartitions()) + buffered));
    }

    /// What is said of a figure that each lane has by itself; nothing where there is one lane.
    static String ofLane(Forecast forecast) {
        return forecast.flush().buffers() == 1 ? "" : " in each lane";
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    private void objects() {
        ObjectForecast objects = forecast.objects();
        double everySeconds = seconds(forecast.cadence().effective());
        line("objects", number(objects.count()) + " every " + number(everySeconds) + " s (interval "
                + forecast.cadence().interval().toSeconds() + " s, flusher every "
                + forecast.cadence().flushEvery().toSeconds() + " s), "
                + number(objects.count() * 86_400 / everySeconds) + " a day; on average "
                + Sizes.bytes(Math.round(objects.meanBytes())) + ", " + number(objects.meanRecords()) + " records");
        double most = objects.histogram().stream().mapToDouble(ObjectForecast.Bucket::count).max().orElse(0);
        for (ObjectForecast.Bucket bucket : objects.histogram()) {
            if (bucket.count() > 0) {
                String bound = bucket.below() == Long.MAX_VALUE ? "larger" : "< " + Sizes.bytes(bucket.below());
                line("", String.format(Locale.ROOT, "%9s %10s  %s", bound, number(bucket.count()),
                        "█".repeat((int) Math.ceil(bucket.count() / most * BAR_MAX))));
            }
        }
    }

    private void compaction() {
        forecast.compaction().ifPresent(compaction -> {
            line("a day", day(compaction.delivered()) + " as delivered");
            line("", day(compaction.compacted()) + switch (compaction.basis()) {
                case CONFIGURED -> " as compacted";
                case HINT -> " if Sluice.Compaction joined them";
            } + ", for " + Sizes.dollars(compaction.perMonth()) + " a month");
        });
        forecast.ifGrowthEnds().flatMap(Forecast::compaction).ifPresent(
                ended -> line("", "if no other partition comes, it opens " + number(ended.delivered().perKeyAndDay())
                        + ", and " + number(Math.max(1, ended.compacted().perKeyAndDay())) + " compacted"));
    }

    private static String day(CompactionForecast.Day day) {
        return number(day.objects()) + " objects of " + Sizes.bytes(Math.round(day.meanBytes()))
                + ", of which a query of one key and day opens " + number(Math.max(1, day.perKeyAndDay()));
    }

    private void freshness() {
        Cadence cadence = forecast.cadence();
        line("freshness", "a record is in its object after at most "
                + number(seconds(cadence.ageMax(forecast.batches().fillTime()))) + " s, some "
                + number(seconds(cadence.effective()) / 2) + " s on average; Firehose says up to "
                + number(1.5 * seconds(cadence.interval())) + " s");
    }

    private void calls() {
        forecast.replicas().ifPresent(replicas -> line("calls", number(replicas.callsPerSecond()) + " a second, each "
                + number(replicas.recordsPerCall()) + " source records; to " + replicas.count() + " replicas, "
                + number(replicas.callsPerGroup()) + " staged together"));
    }

    private void batches() {
        Batches batches = forecast.batches();
        EntryForecast entry = forecast.entry();
        line("batches", number(batches.perSecond()) + " a second, each " + Sizes.bytes(Math.round(batches.bytes()))
                + ", " + number(batches.records()) + " source records, " + number(entry.partitions())
                + " partitions");
        line("", "directory " + Sizes.bytes(Math.round(entry.directoryBytes())) + ", "
                + (entry.tailShare() == 0
                        ? "in the index item"
                        : entry.tailShare() == 1
                                ? "as the segment's tail"
                                : String.format(Locale.ROOT, "the segment's tail in %.0f %% of batches",
                                        100 * entry.tailShare()))
                + (batches.receipts() > 0
                        ? "; " + number(2 + 2 * batches.receipts()) + " write units to write with receipts, 1 to delete"
                        : "; 1 write unit to write, 1 to delete"));
    }

    private void index() {
        IndexLoad index = forecast.index();
        line("index", number(index.writesPerSecond()) + " write units/s, " + number(index.readsPerSecond())
                + " read units/s, " + Sizes.count(Math.round(forecast.requests().dynamoDbWriteUnits()))
                + " write units a month; largest item " + Sizes.bytes(index.itemBytes()));
        line("", "shards needed" + ofLane(forecast) + " " + index.shardsNeeded() + ", configured "
                + index.shardsConfigured()
                + "; DynamoDB's own partitions " + index.dynamoDbPartitions());
    }

    private void functions() {
        line("functions",
                String.format(Locale.ROOT,
                        "transform %.1f ms a MB (measured here, one thread), %,.0f GB-seconds a month;"
                                + " flusher at work %.1f %% of the time",
                        forecast.staging().perMegabyte().toNanos() / 1e6, CostText.transformGigabyteSeconds(forecast),
                        100 * forecast.flush().busy()));
    }
}
