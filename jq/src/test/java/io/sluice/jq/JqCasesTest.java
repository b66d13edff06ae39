package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the jq 1.6 binary answered: 4,256 cases of programs as users write them (`cases`), and 2,398 programs put
/// together by chance (`measured`), cases of which the comparison with the binary found that they differed
/// (`found`), and texts beyond ASCII under regular expressions, and control characters (`beyond`).
class JqCasesTest {
    /// Programs that jq runs and that are refused when they are compiled, each with a reason in its message.
    private static final Set<String> REFUSED = Set.of("halt_error", "halt_error(1)", "\"x\"|halt_error",
            "modulemeta?", "10|gamma", "import \"a\" as a; 1", "include \"a\"; 1");

    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured", "found", "beyond"})
    void programsThatJqRunsGiveTheSameBytes(String name) throws IOException {
        List<String> differences = new ArrayList<>();
        for (RecordedCase c : RecordedCase.all(name)) {
            if (c.endsWell() && !REFUSED.contains(c.program())) {
                JqRun run = c.run();
                if (!run.outputs().equals(c.outputs()) || run.failure().isPresent()) {
                    differences.add(c + " but was " + run);
                }
            }
        }
        assertEquals(List.of(), differences);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured", "found", "beyond"})
    void programsThatJqRejectsWhileTheyRunFailWithTheSameMessageAfterTheSameOutputs(String name) throws IOException {
        List<String> differences = new ArrayList<>();
        for (RecordedCase c : RecordedCase.all(name)) {
            if (c.endsWithMessage() && !REFUSED.contains(c.program())) {
                JqRun run = c.run();
                boolean same = run.outputs().equals(c.outputs()) && run.failure().filter(f -> sameMessage(f, c))
                        .isPresent();
                if (!same) {
                    differences.add(c + " but was " + run);
                }
            }
        }
        assertEquals(List.of(), differences);
    }

    private static boolean sameMessage(JqException failure, RecordedCase c) {
        return failure.stage() == JqException.Stage.RUN
                && failure.getMessage().lines().findFirst().orElse("").equals(c.error().lines().findFirst().orElse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cases", "measured", "found", "beyond"})
    void programsThatJqDoesNotCompileAreRefused(String name) throws IOException {
        List<String> accepted = new ArrayList<>();
        for (RecordedCase c : RecordedCase.all(name)) {
            if (c.stage().equals("compile") || REFUSED.contains(c.program())) {
                if (c.run().failure().filter(f -> f.stage() == JqException.Stage.COMPILE).isEmpty()) {
                    accepted.add(c.program());
                }
            }
        }
        assertEquals(List.of(), accepted);
    }

    @Test
    void programsThatCrashJqOrNeverEndFailAsWell() throws IOException {
        for (RecordedCase c : RecordedCase.all("cases")) {
            if (c.stage().equals("rc-6") || c.stage().equals("timeout")) {
                assertTrue(c.run().failure().isPresent(), c.toString());
            }
        }
    }
}
