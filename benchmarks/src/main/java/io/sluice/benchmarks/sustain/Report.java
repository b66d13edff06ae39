package io.sluice.benchmarks.sustain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The report of the measurement, as the tables of `docs/reference/scale.md` have it. For one thread.
final class Report {
    /// The basis of a row.
    enum Basis {
        /// Intervals one after another, under the schedule.
        EXECUTED("executed"),
        /// One interval's batches, and the arithmetic of freshness.
        ONE_INTERVAL("one interval executed"),
        /// Worked out of two executed sizes.
        COMPUTED("computed");

        private final String text;

        Basis(String text) {
            this.text = text;
        }
    }

    private final List<String> cells = new ArrayList<>();
    private final List<String> ceilings = new ArrayList<>();
    private final List<String> buffers = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /// A cell of the grid.
    void cell(SustainedTraffic traffic, int partitions, Basis basis, Point point, Limit limit, boolean sustained,
            double freshness, double dollars) {
        cells.add(String.format(Locale.ROOT, "| %,.0f | %,d | %s | %.1f | %s | %s | %,.0f | %,.1f | %.4f | %s |",
                traffic.bytesPerSecond() / 1e6, partitions,
                sustained ? "yes" : SustainedTraffic.keepsUp(point) ? "late" : "**falls behind**", point.seconds(),
                SustainedTraffic.keepsUp(point) ? String.format(Locale.ROOT, "%.2f", freshness) : "grows", limit.text(),
                point.s3Requests() / SustainedTraffic.intervalSeconds(),
                point.writeUnits() / SustainedTraffic.intervalSeconds(), dollars,
                basis.text));
    }

    /// The highest rate of a buffer.
    void ceiling(int partitions, String function, double megabytesPerSecond, Limit limit, String confirmed) {
        String rate = String.format(Locale.ROOT, megabytesPerSecond < 10 ? "%.2f" : "%.0f", megabytesPerSecond);
        ceilings.add(String.format(Locale.ROOT, "| %,d | %s | %s | %s | %s |", partitions, function, rate,
                limit.text(), confirmed));
    }

    /// Buffers that make a rate.
    void buffers(int partitions, String function, int number, Point all, double dollars) {
        buffers.add(String.format(Locale.ROOT, "| %,d | %s | %d | %.1f | %,.0f | %,.0f | %,.0f | %.4f |", partitions,
                function, number, all.seconds(), all.objects(), all.puts() / SustainedTraffic.intervalSeconds(),
                all.writeUnits() / SustainedTraffic.intervalSeconds(), dollars));
    }

    void note(String sentence) {
        notes.add("- " + sentence);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(notes);
        lines.add("");
        lines.add("| MB/s | partitions | fresh | run, s | freshness, intervals | runs out first | S3 requests/s | "
                + "write units/s | $/GB | basis |");
        lines.add("|---:|---:|---|---:|---:|---|---:|---:|---:|---|");
        lines.addAll(cells);
        lines.add("");
        lines.add("| partitions | flusher | highest rate, MB/s | runs out first | executed at that rate |");
        lines.add("|---:|---|---:|---|---|");
        lines.addAll(ceilings);
        lines.add("");
        lines.add("| partitions | flusher of a lane | lanes for 1 GB/s | run, s | objects an interval | PUT/s | "
                + "write units/s | $/GB |");
        lines.add("|---:|---|---:|---:|---:|---:|---:|---:|");
        lines.addAll(buffers);
        return lines;
    }
}
