package io.sluice.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// The figures of a run of `./sluice bench`.
///
/// @param figures in the order they were measured
public record Results(List<Figure> figures) {
    public Results {
        figures = List.copyOf(figures);
    }

    /// Prints a table for a terminal.
    public void printText(PrintWriter to) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Rows.HEADER);
        figures.forEach(figure -> rows.add(Rows.of(figure)));
        int[] widths = new int[Rows.HEADER.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 1 ? pad + row.get(i) : row.get(i) + pad).append("  ");
            }
            to.println(line.toString().stripTrailing());
        }
        to.flush();
    }

    /// Prints one JSON array, on one line.
    public void printJson(PrintWriter to) {
        ObjectMapper json = new ObjectMapper();
        ArrayNode array = json.createArrayNode();
        figures.forEach(figure -> describe(figure, array.addObject()));
        try {
            to.println(json.writeValueAsString(array));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of numbers is JSON", e);
        }
        to.flush();
    }

    private static void describe(Figure figure, ObjectNode node) {
        node.put("name", figure.name()).put("figure", figure.value().median()).put("unit", figure.unit());
        figure.ratio().ifPresent(ratio -> {
            node.put("ratio", ratio.value().median()).put("beside", ratio.beside())
                    .put("besideFigure", ratio.other());
            node.putObject("spread").put("low", ratio.value().low()).put("high", ratio.value().high());
        });
        figure.goal().ifPresent(goal -> node.put("goal", goal.text()));
        figure.reached().ifPresent(reached -> node.put("reached", reached));
    }

    /// Prints the table as `RESULTS.md` holds it, under the machine that it was measured on.
    public void printMarkdown(PrintWriter to, MeasuredMachine machine) {
        machine.lines().forEach(line -> to.println("- " + line));
        to.println();
        to.println("| " + String.join(" | ", Rows.HEADER) + " |");
        to.println("|---|---:|---|---|---|---|---|");
        figures.forEach(figure -> to.println("| " + String.join(" | ", Rows.of(figure)) + " |"));
        to.flush();
    }
}
