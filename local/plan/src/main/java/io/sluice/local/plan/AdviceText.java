package io.sluice.local.plan;

import io.sluice.buffers.BufferNumber;
import io.sluice.local.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The part of a forecast that asks for something to be done, or to be known.
final class AdviceText {
    private static final double RANGES_MANY = 8;
    private static final double SAVING_MIN = 0.1;

    private AdviceText() {}

    static List<String> lines(Forecast forecast) {
        List<String> lines = new ArrayList<>();
        forecast.smallObjects().ifPresent(small -> lines.add("small objects: " + smallObjects(small, forecast)));
        if (forecast.cost().ticks() > 0) {
            lines.add(String.format(Locale.ROOT, "seconds: a partition that always has records is written every %d s: "
                    + "%,d PUTs a month, %s for each; the ticks cost some %s a month, idle or not",
                    forecast.cadence().effective().toSeconds(), forecast.cadence().objectsPerMonth(),
                    Sizes.dollars(forecast.cost().partition()), Sizes.dollars(forecast.cost().ticks())));
        }
        if (forecast.index().shardsNeeded() > forecast.index().shardsConfigured()) {
            lines.add("index shards: set Sluice.IndexShards to " + forecast.index().shardsNeeded() + " or more");
        }
        if (forecast.flush().busy() >= 1) {
            lines.add(String.format(Locale.ROOT, "flusher: a run takes some %.0f s, longer than the schedule's %d s: "
                    + "raise Sluice.FlushIntervalInSeconds and the interval, or have fewer objects",
                    forecast.flush().secondsPerRun(), forecast.cadence().flushEvery().toSeconds()));
        }
        forecast.ceiling().passed().forEach(passed -> lines.add("ceiling: " + ceiling(passed, forecast)));
        if (forecast.flush().rangesPerBatch() > RANGES_MANY) {
            lines.add(String.format(Locale.ROOT, "reading: the flusher reads each segment in %.0f pieces; a larger "
                    + "Sluice.FlushMemoryInMBs makes them fewer, for more memory", forecast.flush().rangesPerBatch()));
        }
        if (forecast.cost().memorySaves() >= SAVING_MIN) {
            lines.add(String.format(Locale.ROOT, "memory: Sluice.FlushMemoryInMBs %d saves %.0f %% of Sluice's cost: "
                    + "the flusher reads what is staged in fewer requests, for more memory", MonthlyCost.MEMORY_MIB,
                    100 * forecast.cost().memorySaves()));
        }
        if (forecast.replicas().isPresent() && forecast.cost().firehose() < forecast.cost().sluice()) {
            lines.add(String.format(Locale.ROOT,
                    "calls: Firehose is cheaper for this stream, %s a month beside %s; calls "
                            + "of more records, or more of them together (GroupMillis), make it less",
                    Sizes.dollars(forecast.cost().firehose()), Sizes.dollars(forecast.cost().sluice())));
        }
        forecast.firehose().refusals().forEach(refusal -> lines.add("Firehose would refuse: " + refusal));
        if (!lines.isEmpty()) {
            lines.addFirst("");
        }
        return lines;
    }

    private static String ceiling(Ceiling.Passed passed, Forecast forecast) {
        Ceiling ceiling = forecast.ceiling();
        String invocations = Sizes.count(ceiling.invocations(), "invocation") + " of the flusher";
        return switch (passed) {
            case RATE -> String.format(Locale.ROOT, "%s/s over %s partitions is beyond the %s/s that %s with %s "
                    + "bears; its %s runs out first. Raise Sluice.FlushParallelism, or %s (docs/reference/scale.md)",
                    Sizes.bytes(Math.round(forecast.traffic().bytesPerSecond())),
                    ForecastText.number(forecast.activePartitions()), Sizes.bytes(Math.round(ceiling.bytesPerSecond())),
                    forecast.flush().buffers() == 1 ? "one lane" : "each of " + forecast.flush().buffers() + " lanes",
                    invocations, Ceiling.limit(forecast.activePartitions()),
                    more(Ceiling.buffers(forecast.traffic().bytesPerSecond(), ceiling.bytesPerSecond())));
            case OBJECTS -> String.format(Locale.ROOT, "%s objects in an interval of a lane are beyond the %s that "
                    + "%s can write in half of it; the requests that it has under way at once run out first. Raise "
                    + "IntervalInSeconds or Sluice.FlushParallelism, or partition by less (docs/reference/scale.md)",
                    ForecastText.number(forecast.objects().count() / forecast.flush().buffers()),
                    ForecastText.number(ceiling.objectsPerInterval()),
                    invocations);
        };
    }

    private static String more(int buffers) {
        return buffers <= BufferNumber.BUFFERS_MAX ? "set Sluice.Lanes to " + buffers : "divide it among streams";
    }

    private static String smallObjects(SmallObjectWarning small, Forecast forecast) {
        String size = Sizes.bytes(Math.round(small.meanBytes())) + " on average, below "
                + Sizes.bytes((long) SmallObjectWarning.BYTES_MIN);
        String fewer = small.partitionsMax() == 0
                ? "; at this rate and interval even a single partition has no such object"
                : "; at this rate and interval, no more than " + Sizes.count(small.partitionsMax(), "partition")
                        + " can have such objects";
        if (small.cure().isEmpty()) {
            return size + fewer + ", and even an interval of a day does not cure that: partition by less";
        }
        SmallObjectWarning.Cure cure = small.cure().get();
        List<String> settings = new ArrayList<>();
        if (!cure.interval().equals(forecast.cadence().interval())) {
            settings.add("IntervalInSeconds " + cure.interval().toSeconds());
        }
        cure.sizeInMbs().ifPresent(megabytes -> settings.add("SizeInMBs " + megabytes));
        return size + fewer + "; cured by " + String.join(" and ", settings) + ", or fewer partitions";
    }
}
