package io.sluice.benchmarks.report;

import java.util.List;

/// The results as a table of texts.
final class Rows {
    static final List<String> HEADER = List.of("what", "figure", "unit", "ratio", "beside", "goal", "reached");

    private Rows() {}

    static List<String> of(Figure figure) {
        return List.of(figure.name(), Numbers.text(figure.value().median()), figure.unit(),
                figure.ratio().map(ratio -> Numbers.ratio(ratio.value())).orElse(""),
                figure.ratio().map(ratio -> ratio.beside() + ": " + Numbers.text(ratio.other())).orElse(""),
                figure.goal().map(Goal::text).orElse(""),
                figure.reached().map(reached -> reached ? "yes" : "no").orElse(""));
    }
}
