package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Generated programs, run by this evaluator and by the jq binary on the PATH when that is version 1.6. Without it
/// `JqCasesTest` and `JqMeasuredTest` hold the evaluator to answers of the binary that were recorded.
class JqBinaryTest {
    private static final int PROGRAMS = 150;
    private static final int SECONDS_MAX = 5;

    private record Answer(int status, List<String> outputs) {}

    @BeforeAll
    static void requiresJq16() {
        String version = version();
        if (!version.startsWith("jq-1.6")) {
            System.out.println("jq on the PATH is " + (version.isEmpty() ? "missing" : version)
                    + ": skipping the comparison with jq 1.6; the recorded answers are tested");
        }
        assumeTrue(version.startsWith("jq-1.6"));
    }

    @Test
    void generatedProgramsGiveWhatTheBinaryGives() throws IOException {
        long seed = Long.getLong("sluice.jq.seed", 20_261_120);
        JqProgramGenerator generator = new JqProgramGenerator(new SplittableRandom(seed));
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            String program = generator.program();
            String input = generator.input();
            Answer binary = binary(program, input);
            if (binary != null) {
                JqRun own = own(program, input);
                boolean refused = own.failure().filter(f -> f.getMessage().contains("not supported")
                        || f.stage() == JqException.Stage.BOUND).isPresent();
                boolean same = own.outputs().equals(binary.outputs)
                        && own.failure().isPresent() == (binary.status != 0);
                if (!refused && !same) {
                    differences.add(program + "  on  " + input + "\n  jq " + binary + "\n  own " + own);
                }
            }
        }
        assertEquals(List.of(), differences, "seed " + seed + " (set it with -Dsluice.jq.seed)");
    }

    private static JqRun own(String program, String input) {
        try {
            return JqProgram.compile(program).run(input.getBytes(StandardCharsets.UTF_8), JqLimits.defaults(),
                    InstantSource.system());
        } catch (JqException e) {
            return new JqRun(List.of(), Optional.of(e));
        }
    }

    /// What jq answers, or null when it takes too long.
    private static @Nullable Answer binary(String program, String input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("jq", "-c", program).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(List.of("PATH"));
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // jq ended without reading its input: the program does not compile
        }
        Thread killer = Thread.ofVirtual().start(() -> {
            try {
                if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        String text;
        try (InputStream out = process.getInputStream()) {
            text = new String(out.readNBytes(1 << 20), StandardCharsets.UTF_8);
        }
        int status = process.onExit().join().exitValue();
        killer.interrupt();
        return status > 100 ? null : new Answer(status, text.lines().toList());
    }

    private static String version() {
        try {
            Process process = new ProcessBuilder("jq", "--version").redirectErrorStream(true).start();
            try (InputStream out = process.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        } catch (IOException e) {
            return "";
        }
    }
}
