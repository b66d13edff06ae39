package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.joni.exception.InternalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever an evaluation throws is a failure of that one evaluation. A clock that fails stands for a defect anywhere
/// in the evaluator: `now` asks it in the middle of a program.
class FailingEvaluatorTest {

    static Stream<Supplier<Throwable>> defects() {
        return Stream.of(() -> new InternalException("undefined bytecode (bug)"),
                () -> new IllegalStateException("broken"),
                () -> new ArrayIndexOutOfBoundsException(7), NullPointerException::new, StackOverflowError::new,
                () -> new AssertionError("never"), () -> new NoClassDefFoundError("gone"),
                () -> new ClassCastException("other"));
    }

    private static InstantSource failing(Supplier<Throwable> defect) {
        return () -> {
            switch (defect.get()) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aDefectIsAFailureOfTheRecordThatNamesTheQuery(Supplier<Throwable> defect) {
        String text = "{k:.a,l:(now|tostring)}";
        JqQuery query = JqQuery.parse(text).with(JqLimits.defaults(), failing(defect));
        JqMembers.Failed failed = (JqMembers.Failed) query.evaluate(bytes("{\"a\":1}"));
        if (failed.reason() != JqMembers.Reason.BOUND) { // an exhausted stack is a limit
            assertEquals(JqMembers.Reason.DEFECT, failed.reason());
            assertTrue(failed.message().contains(text), failed.message());
        }
    }

    @ParameterizedTest
    @MethodSource("defects")
    void noProgramOfTheCasesThrowsOrCatchesADefect(Supplier<Throwable> defect) throws IOException {
        InstantSource clock = failing(defect);
        for (RecordedCase c : RecordedCase.all("measured")) {
            String program = "(try (now|empty) catch 1),(now|empty)?,(" + c.program() + "\n)";
            JqRun run;
            try {
                run = JqProgram.compile(program).run(bytes("null"), JqLimits.defaults(), clock);
            } catch (JqException e) {
                assertEquals(JqException.Stage.COMPILE, e.stage());
                continue;
            }
            assertEquals(List.of(), run.outputs(), program);
            JqException failure = run.failure().orElseThrow();
            assertTrue(failure.stage() == JqException.Stage.DEFECT || failure.stage() == JqException.Stage.BOUND,
                    program);
        }
    }

    @Test
    void onlyTheInputThatADefectMeetsIsLost() {
        JqRun run = JqProgram.compile("if . == 2 then now else . end").run(bytes("1 2 3"), JqLimits.defaults(),
                failing(() -> new IllegalStateException("broken")));
        assertEquals(List.of("1", "3"), run.outputs());
        assertEquals(JqException.Stage.DEFECT, run.failure().orElseThrow().stage());
    }

    @Test
    void memoryThatRunsOutIsNotHidden() {
        JqQuery query = JqQuery.parse("{k:(now|tostring)}").with(JqLimits.defaults(),
                failing(() -> new OutOfMemoryError("planted")));
        assertThrows(OutOfMemoryError.class, () -> query.evaluate(bytes("{}")));
    }

    /// joni throws on this expression and text; jq 1.6 crashes. No `try` makes an answer of it.
    @Test
    void theExpressionThatBreaksTheEngineIsRefused() {
        JqRun run = JqProgram.compile("try split(\"b*\";\"i\") catch 1").run(bytes("\"--😀0\" \"ab\""),
                JqLimits.defaults(), InstantSource.system());
        assertEquals(JqException.Stage.UNSUPPORTED, run.failure().orElseThrow().stage());
        assertEquals(List.of("[\"\",\"a\",\"\"]"), run.outputs());
    }
}
