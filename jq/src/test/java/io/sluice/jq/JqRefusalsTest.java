package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The table of `README.md`: what jq 1.6 answers and this module refuses, each with its message.
final class JqRefusalsTest {
    private static final Pattern ROW = Pattern.compile("\\| `(.+)` \\| `(.+)` \\| `(.+)` \\| [0-9–]+ \\|");

    record Refusal(String program, String input, String message) {}

    private static Stream<Refusal> refusals() throws IOException {
        return Files.readAllLines(Path.of("README.md")).stream().map(ROW::matcher).filter(Matcher::matches)
                .map(row -> new Refusal(cell(row.group(1)), cell(row.group(2)), cell(row.group(3))));
    }

    private static String cell(String text) {
        return text.replace("\\|", "|");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isRefusedWithTheMessageThatThePageHas(Refusal each) {
        JqException refused = new RecordedCase(each.program, each.input, List.of(), "", "").run().failure()
                .orElseThrow();
        assertEquals(each.message, refused.getMessage());
        assertNotEquals(JqException.Stage.RUN, refused.stage(), "no try of a program catches it");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void isAnsweredByTheBinary(Refusal each) throws IOException {
        assumeTrue(Jq16Binary.isThere(), "jq 1.6 is not on the PATH; the messages are tested all the same");
        if (Jq16Binary.askAlone(each.program, List.of(each.input)) instanceof Jq16Binary.Verdict.Answers(var answers)) {
            assertEquals(List.of(Optional.empty()), answers.stream().map(Jq16Binary.Answer::error).toList());
        } else {
            assertTrue(each.program.isEmpty(), each.program + " is no program of jq 1.6's");
        }
    }
}
