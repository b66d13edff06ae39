package io.sluice.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.benchmarks.rounds.Spread;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ResultsTest {
    private static final Figure FAST = Figure.of("transform", 100, "ns/record")
            .beside("Python", 3_000, new Spread(30, 29, 31)).withGoal(Goal.ratioAtLeast(25));
    private static final Figure ALONE = Figure.of("heap", 0.1234567, "MB");

    @Test
    void jsonIsOneArrayOfFigures() {
        var out = new StringWriter();
        new Results(List.of(FAST, ALONE)).printJson(new PrintWriter(out));

        assertEquals(
                "[{\"name\":\"transform\",\"figure\":100.0,\"unit\":\"ns/record\",\"ratio\":30.0,\"beside\":\"Python\","
                        + "\"besideFigure\":3000.0,\"spread\":{\"low\":29.0,\"high\":31.0},\"goal\":\"≥ 25 "
                        + "×\",\"reached\":true},"
                        + "{\"name\":\"heap\",\"figure\":0.1234567,\"unit\":\"MB\"}]",
                out.toString().strip());
    }

    @Test
    void aTableHasThreeSignificantDigits() {
        assertEquals(List.of("transform", "100", "ns/record", "30 × (29–31)", "Python: 3,000", "≥ 25 ×", "yes"),
                Rows.of(FAST));
        assertEquals(List.of("heap", "0.123", "MB", "", "", "", ""), Rows.of(ALONE));
    }

    @Test
    void markdownNamesTheMachineAndHasARowForEachFigure() {
        var out = new StringWriter();
        new Results(List.of(FAST)).printMarkdown(new PrintWriter(out), new MeasuredMachine(List.of("machine: small")));

        assertTrue(out.toString().startsWith("- machine: small"));
        assertTrue(out.toString()
                .contains("| transform | 100 | ns/record | 30 × (29–31) | Python: 3,000 | ≥ 25 × | yes |"));
    }

    @Test
    void aGoalIsReachedAtItsBound() {
        assertEquals(Optional.of(true), FAST.withGoal(Goal.ratioAtMost(30)).reached());
        assertEquals(Optional.of(false), FAST.withGoal(Goal.ratioAtLeast(30.1)).reached());
        assertEquals(Optional.of(false), FAST.withGoal(Goal.figureAtMost(99)).reached());
        assertEquals(Optional.empty(), ALONE.reached());
        assertThrows(IllegalArgumentException.class, () -> ALONE.withGoal(Goal.ratioAtLeast(1)));
    }
}
