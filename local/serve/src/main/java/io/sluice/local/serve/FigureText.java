package io.sluice.local.serve;

import java.util.List;
import java.util.SortedMap;

/// Figures in OpenMetrics text. ([format](https://prometheus.io/docs/specs/om/open_metrics_spec/))
public final class FigureText {
    /// The text's content type.
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private FigureText() {}

    /// One figure of a family.
    ///
    /// @param labels as [#label] makes them, separated by commas
    public record Figure(String labels, long value) {}

    /// A distribution of a family.
    ///
    /// @param labels as of a [Figure]
    /// @param upTo   how many values are at most so large
    /// @param count  of all values
    /// @param sum    of all values
    public record Histogram(String labels, SortedMap<Double, Long> upTo, long count, double sum) {}

    /// A label.
    ///
    /// @param value of characters of which none has to be escaped
    public static String label(String name, String value) {
        return name + "=\"" + value + "\"";
    }

    /// Adds a family that only grows.
    public static void counter(StringBuilder text, String name, String help, List<Figure> figures) {
        family(text, name, "counter", "_total", help, figures);
    }

    /// Adds a family of values.
    public static void gauge(StringBuilder text, String name, String help, List<Figure> figures) {
        family(text, name, "gauge", "", help, figures);
    }

    /// Adds a family of distributions.
    public static void histogram(StringBuilder text, String name, String help, List<Histogram> histograms) {
        head(text, name, "histogram", help);
        for (Histogram each : histograms) {
            each.upTo.forEach((bound, count) -> text.append(name).append("_bucket{").append(each.labels).append(',')
                    .append(label("le", bound.toString())).append("} ").append(count).append('\n'));
            text.append(name).append("_bucket{").append(each.labels).append(",le=\"+Inf\"} ").append(each.count)
                    .append('\n');
            text.append(name).append("_count{").append(each.labels).append("} ").append(each.count).append('\n');
            text.append(name).append("_sum{").append(each.labels).append("} ").append(each.sum).append('\n');
        }
    }

    static void family(StringBuilder text, String name, String type, String suffix, String help,
            List<Figure> figures) {
        head(text, name, type, help);
        figures.forEach(figure -> text.append(name).append(suffix).append('{').append(figure.labels()).append("} ")
                .append(figure.value()).append('\n'));
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    /// The whole text.
    public static String ended(StringBuilder text) {
        return text.append("# EOF\n").toString();
    }
}
