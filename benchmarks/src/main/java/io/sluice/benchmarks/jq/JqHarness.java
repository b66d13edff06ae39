package io.sluice.benchmarks.jq;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.benchmarks.Effort;
import io.sluice.benchmarks.Harness;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.benchmarks.report.Figure;
import io.sluice.benchmarks.report.Goal;
import io.sluice.benchmarks.rounds.Contestant;
import io.sluice.benchmarks.rounds.Rounds;
import io.sluice.benchmarks.rounds.Timings;
import io.sluice.jq.JqProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/// `jq`: a program from JSON bytes to the text of its outputs, compiled beforehand, in one thread.
public final class JqHarness implements Harness {
    private static final String OURS = "sluice-jq";
    private static final String TREE = "jackson-jq";
    private static final Goal BESIDE_TREE = Goal.ratioAtLeast(1.2);
    private static final ObjectMapper JSON = new ObjectMapper();
    /// 0 for what is one value, and else 1: an order is not asked for.
    private static final Comparator<JsonNode> NUMBERS = (one, other) -> one.isNumber() && other.isNumber()
            ? Double.compare(one.doubleValue(), other.doubleValue())
            : one.equals(other) ? 0 : 1;

    @Override
    public String name() {
        return "jq";
    }

    @Override
    public List<Figure> measure(Effort effort, Consumer<String> progress) throws IOException {
        List<Figure> figures = new ArrayList<>();
        for (QueryTask task : QueryTask.all()) {
            progress.accept("jq: " + task.name() + ", " + task.input().length + " B");
            figures.add(race(task, effort));
        }
        return figures;
    }

    private static Figure race(QueryTask task, Effort effort) throws IOException {
        JqProgram program = JqProgram.compile(task.program());
        TreeJq tree = new TreeJq(task.program());
        byte[] input = task.input();
        check(task, tree.run(input), program.run(input));
        Timings timings = Rounds.of(List.of(Contestant.of(OURS, () -> program.run(input)),
                Contestant.of(TREE, () -> tree.run(input))), effort);
        return Figure.of("jq, " + task.name(), timings.nanos(OURS).times(1e-3), "µs").beside(TREE,
                timings.nanos(TREE).times(1e-3).median(), timings.speed(OURS, TREE)).withGoal(BESIDE_TREE);
    }

    /// Both have to give the same values, 12 and 12.0 being one number.
    private static void check(QueryTask task, List<String> expected, List<String> actual) throws IOException {
        boolean equal = expected.size() == actual.size();
        for (int i = 0; equal && i < expected.size(); i++) {
            equal = JSON.readTree(expected.get(i)).equals(NUMBERS, JSON.readTree(actual.get(i)));
        }
        if (!equal) {
            throw new WrongOutputException("jq: " + task.name() + " is " + actual + " by " + OURS + " and " + expected
                    + " by " + TREE);
        }
    }
}
