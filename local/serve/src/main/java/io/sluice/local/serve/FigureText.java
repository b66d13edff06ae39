package io.sluice.local.serve;

import java.util.List;

/// Figures in OpenMetrics text. ([format](https://prometheus.io/docs/specs/om/open_metrics_spec/))
public final class FigureText {
    /// The text's content type.
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private FigureText() {}

    /// One figure of a family.
    ///
    /// @param labels as [#label] makes them, separated by commas
    public record Figure(String labels, long value) {}

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

    static void family(StringBuilder text, String name, String type, String suffix, String help,
            List<Figure> figures) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        figures.forEach(figure -> text.append(name).append(suffix).append('{').append(figure.labels()).append("} ")
                .append(figure.value()).append('\n'));
    }

    /// The whole text.
    public static String ended(StringBuilder text) {
        return text.append("# EOF\n").toString();
    }
}
