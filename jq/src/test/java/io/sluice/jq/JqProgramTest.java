package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JqProgramTest {

    private static List<String> run(String program, String input) {
        return JqProgram.compile(program).run(input.getBytes(StandardCharsets.UTF_8));
    }

    private static JqException compileError(String program) {
        JqException refused = assertThrows(JqException.class, () -> JqProgram.compile(program));
        assertEquals(JqException.Stage.COMPILE, refused.stage());
        return refused;
    }

    @Test
    void theKeysOfAnObjectConstructorAreKnownInOrder() {
        assertEquals(Optional.of(List.of("b", "a", "c d")),
                JqProgram.compile("{b:.x,\"a\":1,\"c d\":.y|tostring}").objectKeys());
        assertEquals(Optional.of(List.of("a")), JqProgram.compile("{a:1}").objectKeys());
        assertEquals(Optional.of(List.of("a", "v")), JqProgram.compile("{a,v:2}").objectKeys());
        assertEquals(Optional.empty(), JqProgram.compile("{(.a):1}").objectKeys());
        assertEquals(Optional.empty(), JqProgram.compile("{a:1}|.a").objectKeys());
    }

    @Test
    void textOfSeveralValuesIsSeveralInputs() {
        assertEquals(List.of("1", "2", "[3]"), run(".", "1 2\n[3]"));
        assertEquals(List.of("[1,2]"), run("[., input]", "1 2"));
        assertEquals(List.of(), run(".", " \n"));
    }

    @Test
    void outputsBeforeAFailureAreKeptAndTheNextInputIsTaken() {
        JqRun run = JqProgram.compile(".[] | 1 + .").run("[1,\"x\"] [2]".getBytes(StandardCharsets.UTF_8),
                JqLimits.defaults(), InstantSource.system());
        assertEquals(List.of("2", "3"), run.outputs());
        assertEquals("number (1) and string (\"x\") cannot be added", run.failure().orElseThrow().getMessage());
    }

    @Test
    void theEnvironmentOfTheFunctionIsNotToBeSeen() {
        assertEquals(List.of("[{},{}]"), run("[env, $ENV]", "null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"import \"a\" as a; .", "include \"a\"; .", "halt_error", "halt_error(1)", "modulemeta",
            "sin",
            "gamma",
            "test(\"a\\\\Kb\")", "[match(\"\\\\X\")]"})
    void whatIsNotSupportedIsRefusedWithAReason(String program) {
        assertTrue(compileError(program).getMessage().contains("not supported"), program);
    }

    /// Where joni and jq's own engine part, or jq crashes; no `try` makes an answer of it.
    @ParameterizedTest
    @ValueSource(strings = {"a*+b", "a?+", "a++", "a**", "a{2}?", "\\z${1,3}", "/${0}", "^{0}x", "a{0}", "(?<!\n+)",
            "(?<=a|bc)", "(?<=(a))", "a\\Kb", "x(?m)a|b", "\\Ga", "\\by+|\\b*",
            "(?~a)x", "(*FAIL)x", "(?{f})x", "(x)(?(1)a|b)", "(?R)x", "(?&n)(?<n>x)", "(?^i:A)", "\\x{61 62}",
            "[\\x{61-63}]"})
    void expressionsThatMayDifferAreRefusedAndNotCaught(String expression) {
        JqRun run = JqProgram.compile("try test(.) catch 1").run(
                JsonWriter.text(new JqString(expression)).getBytes(StandardCharsets.UTF_8),
                JqLimits.defaults(), InstantSource.system());
        assertEquals(List.of(), run.outputs());
        JqException refused = run.failure().orElseThrow();
        assertEquals(JqException.Stage.UNSUPPORTED, refused.stage());
        assertTrue(refused.getMessage().contains("not supported"), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {".a b|unexpected IDENT at line 1, column 4",
            "nosuch(1)|nosuch/1 is not defined at line 1, column 1", "[1,\\n $x]|$x is not defined at line 2, column 2",
            "1/0|Division by zero?", "\"\\q\"|Invalid escape", ".a?//1|unexpected ?//", "1 as $x|unexpected $end",
            "break $x|$*label-x is not defined", "{(1):2}|Cannot use number (1) as object key"})
    void whatDoesNotCompileSaysWhatIsWrongAndWhere(String program, String message) {
        String actual = compileError(program.replace("\\n", "\n")).getMessage();
        assertTrue(actual.contains(message.replace("\\n", "\n")), actual);
    }

    @Test
    void programsThatAreNestedTooDeeplyAreRefused() {
        compileError("(".repeat(5_000) + "1" + ")".repeat(5_000));
        compileError("[".repeat(5_000));
        assertEquals(1, run("[1" + ",1".repeat(1_500) + "]", "null").size());
    }

    /// Answers of jq 1.6.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "[foreach .a as $i (1,2,3; [.,$i]; .)]|[[1,5],[2,null],[3,null]]",
            "[reduce (.a,7) as $i (1,2; [.,$i])]|[[[1,5],7],[[2,null],7]]",
            "[foreach (.a,7) as $i (.b,2; [.,$i]; "
                    + "[.,$i])]|[[[[1],5],5],[[[[1],5],7],7],[[2,null],null],[[[2,null],7],7]]"})
    void aLoopsSourceSeesNullBehindTheFirstOutputOfItsInit(String program, String output) {
        assertEquals(List.of(output), run(program, "{\"a\":5,\"b\":[1]}"));
    }

    @Test
    void tailCallsDoNotGrowTheStackAndOtherRecursionMayGoDeep() {
        assertEquals(List.of("300000"), run("def f: if . >= 300000 then . else . + 1 | f end; f", "0"));
        assertEquals(List.of("200000"), run("until(. >= 200000; . + 1)", "0"));
        assertEquals(List.of("100000"), run("[while(. < 100000; . + 1)] | length", "0"));
        assertEquals(List.of("5000"), run("def f: if . >= 5000 then 0 else (. + 1 | f) + 1 end; f", "0"));
        assertEquals(List.of("257"), run("[..] | length", "[".repeat(256) + "1" + "]".repeat(256)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"def f: f; f", "def f: f | f; f", "def f: 1 + f; f", "[range(1e9)]", "\"x\" * 1e9",
            "[limit(1e12; repeat(1))]", "\"a\" | gsub(\"^\"; \"X\")", "reduce range(1e9) as $i (\"\"; . + \"abc\")",
            "[recurse([.])]", "last(range(1e12))", "\"ab\" | index(\"\")", "[1] | .[1e8] = 1",
            "def f(g): f(g | g); f(.)",
            "[range(0; 10; 0.000001)]", "def f: [f]; f"})
    void hostileProgramsEndAtALimit(String program) {
        JqException stopped = assertThrows(JqException.class, () -> run(program, "null"));
        assertEquals(JqException.Stage.BOUND, stopped.stage(), stopped.getMessage());
    }

    @Test
    void theLimitsAreSettings() {
        JqRun run = JqProgram.compile("[range(100)]").run("null".getBytes(StandardCharsets.UTF_8),
                new JqLimits(50, 1 << 20, 100), InstantSource.system());
        assertEquals("the jq program was stopped: it takes more than 50 steps",
                run.failure().orElseThrow().getMessage());
    }

    @Test
    void objectsOfThousandsOfMembersAreRebuiltWithinTheLimits() {
        StringBuilder object = new StringBuilder("{\"m\":0");
        for (int i = 0; i < 20_000; i++) {
            object.append(",\"k").append(i).append("\":").append(i);
        }
        assertEquals(List.of("20001"), run("with_entries(.value += 1) | length", object.append('}').toString()));
    }

    @Test
    void aProgramServesManyThreads() throws Exception {
        JqProgram program = JqProgram.compile("[1,2] + [.a] | . + [length] | tojson | gsub(\"1\";\"x\")");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<String>>> results = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                byte[] input = ("{\"a\":" + (20 + i % 5) + "}").getBytes(StandardCharsets.UTF_8);
                results.add(threads.submit(() -> program.run(input)));
            }
            for (int i = 0; i < 400; i++) {
                String a = String.valueOf(20 + i % 5).replace('1', 'x');
                assertEquals(List.of("\"[x,2," + a + ",3]\""), results.get(i).get());
            }
        }
    }
}
