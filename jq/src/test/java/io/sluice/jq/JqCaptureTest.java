package io.sluice.jq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JqCaptureTest {
    private static Optional<List<String>> of(String expression, String text) {
        return JqCapture.compile(expression).of(text.getBytes(UTF_8)).map(List::copyOf);
    }

    @Test
    void namedGroupsOfAWholeMatchAreTold() {
        assertEquals(List.of("b", "a"), JqCapture.compile("(?<b>.)(x|(?<a>.))").names());
        assertEquals(Optional.of(List.of("é", "2")), of("(?<k>\\w+)=(?<v>\\d+)", "é=2"));
        assertEquals(Optional.empty(), of("(?<k>\\w+)=(?<v>\\d+)", "a=2 "));
        assertEquals(Optional.empty(), of("(?<k>a)|b", "ba"));
        assertEquals(Optional.of(List.of("")), of("(?<all>.*)", ""));
    }

    @Test
    void aGroupWithoutAPartInTheMatchIsNull() {
        assertEquals(Arrays.asList("1", null),
                JqCapture.compile("(?<n>\\d)|(?<t>.)").of("1".getBytes(UTF_8)).orElseThrow());
    }

    @Test
    void aPatternThatBacktracksWithoutEndIsStopped() {
        JqException stopped = assertThrows(JqException.class,
                () -> JqCapture.compile("(?<a>(x+x+)+)y").of("x".repeat(5_000).getBytes(UTF_8)));
        assertEquals(JqException.Stage.BOUND, stopped.stage());
    }

    @Test
    void whatIsNoExpressionOrHasNoNameIsRefused() {
        for (String expression : List.of("(?<a>", "(?<a>x))|((y)", "plain (group)", "[", "")) {
            JqException refused = assertThrows(JqException.class, () -> JqCapture.compile(expression), expression);
            assertTrue(refused.stage() != JqException.Stage.DEFECT, refused.getMessage());
        }
    }
}
