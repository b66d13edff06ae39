package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// 4,256 programs and inputs with what the jq 1.6 binary answered (`jq16/cases.jsonl.gz`).
class JqCasesTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    /// Programs that jq runs and that are refused when they are compiled, each with a reason in its message.
    private static final Set<String> REFUSED = Set.of("halt", "halt_error", "halt_error(1)", "\"x\"|halt_error",
            "modulemeta?", "10|gamma", "import \"a\" as a; 1", "include \"a\"; 1");

    private record Case(String program, String input, List<String> outputs, String error, String stage) {
        boolean endsWell() {
            return stage.isEmpty();
        }
    }

    @Test
    void programsThatJqRunsGiveTheSameBytes() throws IOException {
        List<String> differences = new ArrayList<>();
        for (Case c : cases()) {
            if (c.endsWell() && !REFUSED.contains(c.program)) {
                JqRun run = run(c);
                if (!run.outputs().equals(c.outputs) || run.failure().isPresent()) {
                    differences.add(c + " but was " + run);
                }
            }
        }
        assertEquals(List.of(), differences);
    }

    @Test
    void programsThatJqRejectsWhileTheyRunFailWithTheSameMessageAfterTheSameOutputs() throws IOException {
        List<String> differences = new ArrayList<>();
        for (Case c : cases()) {
            if ((c.stage.equals("run") || c.stage.equals("rc4")) && !REFUSED.contains(c.program)) {
                JqRun run = run(c);
                boolean same = run.outputs().equals(c.outputs) && run.failure()
                        .filter(f -> f.stage() == JqException.Stage.RUN && f.getMessage().equals(c.error)).isPresent();
                if (!same) {
                    differences.add(c + " but was " + run);
                }
            }
        }
        assertEquals(List.of(), differences);
    }

    @Test
    void programsThatJqDoesNotCompileAreRefused() throws IOException {
        List<String> accepted = new ArrayList<>();
        for (Case c : cases()) {
            if (c.stage.equals("compile") || REFUSED.contains(c.program)) {
                JqRun run = run(c);
                if (run.failure().filter(f -> f.stage() == JqException.Stage.COMPILE).isEmpty()) {
                    accepted.add(c.program);
                }
            }
        }
        assertEquals(List.of(), accepted);
    }

    @Test
    void programsThatCrashJqOrNeverEndFailAsWell() throws IOException {
        for (Case c : cases()) {
            if (c.stage.equals("rc-6") || c.stage.equals("timeout")) {
                assertTrue(run(c).failure().isPresent(), c.toString());
            }
        }
    }

    private static JqRun run(Case c) {
        try {
            return JqProgram.compile(c.program).run(c.input.getBytes(StandardCharsets.UTF_8), JqLimits.defaults(),
                    CLOCK);
        } catch (JqException e) {
            return new JqRun(List.of(), java.util.Optional.of(e));
        }
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(JqCasesTest.class.getResourceAsStream("/jq16/cases.jsonl.gz")),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                cases.add(parse((JqObject) JsonText.parseOne(line)));
            }
        }
        return cases;
    }

    private static Case parse(JqObject line) {
        Map<String, String> texts = new HashMap<>();
        List<String> outputs = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            if (line.value(i) instanceof JqString(String text)) {
                texts.put(line.key(i), text);
            } else if (line.value(i) instanceof JqArray array) {
                for (int j = 0; j < array.size(); j++) {
                    outputs.add(((JqString) array.at(j)).value());
                }
            }
        }
        return new Case(texts.getOrDefault("program", ""), texts.getOrDefault("input", ""), outputs,
                texts.getOrDefault("error", ""), texts.getOrDefault("stage", ""));
    }
}
