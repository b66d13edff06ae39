package io.sluice.local.plan;

import io.sluice.local.Sizes;
import java.util.List;
import java.util.Locale;

/// The plots of a plan's page, as SVG: with their scales and values in words, so that they are read without colours,
/// and told by a title to those who do not see them.
final class Plot {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 260;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 20;
    private static final int BOTTOM = 40;
    private static final int ROW = 34;
    private static final int LABELS = 210;
    private static final int VALUES = 90;
    private static final int TICKS = 4;

    private final Markup page;

    Plot(Markup page) {
        this.page = page;
    }

    /// The owner of the figure that a bar shows.
    enum Whose {
        SLUICE, FIREHOSE
    }

    /// A bar with its name and its value in words.
    record Bar(String name, double value, String words, Whose whose) {}

    /// Partitions over records, from nothing to the whole sample.
    void growth(Growth growth) {
        double records = growth.points().stream().mapToInt(Growth.Point::records).max().orElse(0);
        double partitions = growth.points().stream().mapToInt(Growth.Point::partitions).max().orElse(0);
        begin(HEIGHT, "Partitions in the first records of the sample");
        for (int tick = 0; tick <= TICKS; tick++) {
            double y = y(tick, TICKS);
            page.empty(String.format(Locale.ROOT, "line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"",
                    LEFT, WIDTH - RIGHT, y, y));
            label(LEFT - 8, y + 4, "end", ForecastText.number(partitions * tick / TICKS));
            label(x(tick, TICKS), HEIGHT - BOTTOM + 18, "middle", ForecastText.number(records * tick / TICKS));
        }
        StringBuilder line = new StringBuilder(point(x(0, 1), y(0, 1)));
        growth.points().forEach(each -> line.append(' ')
                .append(point(x(each.records(), records), y(each.partitions(), partitions))));
        page.empty("polyline class=\"line\" points=\"" + line + "\"");
        for (Growth.Point each : growth.points()) {
            double x = x(each.records(), records);
            double y = y(each.partitions(), partitions);
            page.empty(String.format(Locale.ROOT, "circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"", x, y));
            label(x - 8, y - 8, "end", Sizes.count(each.partitions()));
        }
        label(WIDTH - RIGHT, HEIGHT - 4, "end", "records");
        page.close("svg");
    }

    /// Bars side by side, one below the other.
    void bars(String title, List<Bar> bars) {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        begin(ROW * bars.size() + 10, title);
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double length = most > 0 ? bar.value() / most * (WIDTH - LABELS - VALUES) : 0;
            label(LABELS - 8, i * ROW + 23, "end", bar.name());
            page.empty(String.format(Locale.ROOT,
                    "rect class=\"bar %s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"3\"",
                    bar.whose().name().toLowerCase(Locale.ROOT), LABELS, i * ROW + 6,
                    Math.max(length, bar.value() > 0 ? 1 : 0), ROW - 10));
            label(LABELS + length + 8, i * ROW + 23, "start", bar.words());
        }
        page.close("svg");
    }

    private void begin(int height, String title) {
        page.open(String.format(Locale.ROOT,
                "svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\"", WIDTH, height));
        page.element("title", title);
    }

    private void label(double x, double y, String anchor, String words) {
        page.element(String.format(Locale.ROOT, "text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", x, y, anchor), words);
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    private static double x(double value, double most) {
        return LEFT + (most > 0 ? value / most : 0) * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double value, double most) {
        return HEIGHT - BOTTOM - (most > 0 ? value / most : 0) * (HEIGHT - TOP - BOTTOM);
    }
}
