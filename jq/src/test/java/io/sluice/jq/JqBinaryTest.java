package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Generated programs, run by this evaluator and by the jq binary on the PATH when that is version 1.6. Without it
/// `JqCasesTest` holds the evaluator to answers of the binary that were recorded. `-Dsluice.jq.pairs=100000` asks for
/// more than the default, `-Dsluice.jq.seed` for others, `-Dsluice.jq.rule` for those of one kind.
@Tag("sized")
class JqBinaryTest {
    private static final int INPUTS = 20;
    private static final int PAIRS_BETWEEN_REPORTS = 10_000;

    @BeforeAll
    static void requiresJq16() {
        if (!Jq16Binary.isThere()) {
            String version = Jq16Binary.version();
            System.out.println("jq on the PATH is " + (version.isEmpty() ? "missing" : version)
                    + ": skipping the comparison with jq 1.6; the recorded answers are tested");
        }
        assumeTrue(Jq16Binary.isThere());
    }

    /// Of any kind; regular expressions and texts beyond ASCII; control characters, `fromjson` and numbers.
    @ParameterizedTest
    @ValueSource(strings = {"program", "letters", "controls"})
    void generatedProgramsGiveWhatTheBinaryGivesOrAreRefused(String rule) throws Exception {
        assumeTrue(System.getProperty("sluice.jq.rule", rule).equals(rule), "only -Dsluice.jq.rule was asked for");
        long seed = Long.getLong("sluice.jq.seed", 20_261_122);
        int pairsWanted = Integer.getInteger("sluice.jq.pairs", 500);
        JqProgramGenerator generator = new JqProgramGenerator(new SplittableRandom(seed));
        List<String> differences = new ArrayList<>();
        int programs = 0;
        int pairs = 0;
        int refused = 0;
        int reported = 0;
        try (ExecutorService processes = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            while (pairs < pairsWanted) {
                for (JqComparison comparison : compare(generator, rule, processes)) {
                    programs++;
                    pairs += comparison.pairs();
                    refused += comparison.refusals().size();
                    differences.addAll(comparison.differences());
                }
                if (pairs / PAIRS_BETWEEN_REPORTS > reported) {
                    reported = pairs / PAIRS_BETWEEN_REPORTS;
                    report(rule, seed, programs, pairs, refused, differences);
                }
            }
        }
        report(rule, seed, programs, pairs, refused, differences);
        assertEquals(List.of(), differences, "seed " + seed + " (set it with -Dsluice.jq.seed)");
        assertTrue(refused < pairs / 5, refused + " of " + pairs + " refused");
    }

    private static void report(String rule, long seed, int programs, int pairs, int refused, List<String> differences) {
        System.out
                .println("beside jq 1.6: " + rule + ", seed " + seed + ", " + programs + " programs, " + pairs
                        + " pairs, " + refused
                        + " refused by name, " + differences.size() + " different"
                        + (differences.isEmpty() ? "" : ": " + differences.getLast()));
    }

    /// Some programs side by side, in the generator's order.
    private static List<JqComparison> compare(JqProgramGenerator generator, String rule,
            ExecutorService processes)
            throws InterruptedException, ExecutionException {
        List<Future<JqComparison>> running = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String program = generator.program(rule);
            List<String> inputs = inputs(generator, rule);
            running.add(processes.submit(() -> JqComparison.of(program, inputs)));
        }
        List<JqComparison> comparisons = new ArrayList<>();
        for (Future<JqComparison> comparison : running) {
            comparisons.add(comparison.get());
        }
        return comparisons;
    }

    private static List<String> inputs(JqProgramGenerator generator, String rule) {
        Set<String> inputs = new LinkedHashSet<>();
        while (inputs.size() < INPUTS) {
            inputs.add(generator.input(rule));
        }
        return List.copyOf(inputs);
    }

    @Test
    void theSameSeedMakesTheSamePrograms() throws IOException {
        JqProgramGenerator one = new JqProgramGenerator(new SplittableRandom(7));
        JqProgramGenerator other = new JqProgramGenerator(new SplittableRandom(7));
        for (int i = 0; i < 100; i++) {
            assertEquals(one.program(), other.program());
        }
    }
}
