package io.sluice.jq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What Java does in one step gives what jq's own definitions give: outputs, errors and what is not there.
final class QuickNodesTest {
    private static final String MODIFY = """
            def modify(targets; update):
              reduce path(targets) as $path (.;
                label $done | (setpath($path; getpath($path) | update) | ., break $done), delpaths([$path]));
            """;
    private static final List<String> INPUTS = List.of("null", "1", "\"t\"", "[]", "[1,[2],{\"a\":3}]", "{}",
            "{\"a\":1,\"b\":\"a\"}", "{\"a\":{\"a\":[1,2],\"b\":null},\"b\":0}", "[{\"a\":2},{\"a\":1},{},{\"a\":2}]",
            "[[2,1],[1],[],null,\"x\",{\"a\":0}]", "{\"x y\":0.5,\"a\":-3}");

    static Stream<String> places() {
        return Stream.of(".", ".a", ".a.b", ".[0]", ".[-1]", ".[-9]", ".[5]", ".[.b]", ".[\"x y\"]", ".a[0]", ".[1:]",
                ".a[1:].b", ".[[1]]", ".[nan]", ".[empty]", ".[error(\"key\")]", ".[null]", ".[.a].b", "$v", ".[$v].a",
                ".a?", ".[]", ".a[]", "(.a, .b)", "first(.[]?)");
    }

    @ParameterizedTest
    @MethodSource("places")
    void anUpdateIsWhatItsDefinitionSays(String place) {
        for (String update : List.of("1", ".", "empty", "null", ". + 1", "(1, 2)", "error(\"no\")", "[.]", ".a",
                "try error(\"x\") catch .", ".a |= 7", "if type == \"number\" then empty else 0 end",
                "label $f | (., break $f)")) {
            for (String input : INPUTS) {
                assertSame("0 as $v | " + place + " |= (" + update + ")",
                        MODIFY + "0 as $v | modify(" + place + "; " + update + ")", input);
                // Labels are numbered, which a break that is caught tells.
                assertSame("0 as $v | label $f | " + place + " |= 1 | try break $f catch .",
                        MODIFY + "0 as $v | label $f | modify(" + place + "; 1) | try break $f catch .", input);
            }
        }
    }

    static Stream<String> keys() {
        return Stream.of(".", ".a", ".a?", "empty", "if .a? == 1 then empty else .a? end", "[.]", "null", "nan",
                "error(\"no\")", "length", "type", "(.a?, 1)", ".[0]?");
    }

    @ParameterizedTest
    @MethodSource("keys")
    void elementsAreComparedByTheArrayOfTheirKeys(String key) {
        for (String function : List.of("group_by", "sort_by", "min_by", "max_by", "unique_by")) {
            for (String input : INPUTS) {
                if (!input.startsWith("{")) { // An object is refused with its keys, which differ here.
                    assertSame(function + "(" + key + ")", function + "([" + key + "])", input);
                }
                assertSame("[.[]?] | " + function + "(" + key + ")", "[.[]?] | " + function + "([" + key + "])", input);
            }
        }
    }

    static Stream<String> arrays() {
        return Stream.of("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]",
                "[{\"a\":1,\"b\":2},{\"b\":3,\"a\":4},{\"b\":5,\"b\":6}]",
                "[{\"a\":1,\"a\":2},{\"a\":3,\"a\":4},{\"a\":5,\"b\":6}]",
                "[{\"b\":1},{\"a\":1,\"b\":2},{\"b\":3,\"b\":4}]",
                "[{},{\"a\":1},{},{\"a\":2,\"b\":3},{\"a\":4}]", "[{\"a\":1},{\"\\u0061\":2},{\"a\":3,\"\\u0061\":4}]",
                "[{\"a\":[{\"a\":1},{\"a\":2}]},{\"a\":[{\"b\":1},{\"a\":2}]}]",
                "[{\"ab\":1},{\"a\":2},{\"ab\":3},{\"abc\":4}]",
                "[{ \"a\" : 1 , \"b\" : 2 },{\"a\":3,\"b\":4},7,{\"a\":5,\"b\":6}]");
    }

    /// Objects in an array share their keys; alone, none has another's.
    @ParameterizedTest
    @MethodSource("arrays")
    void objectsOfAnArrayAreReadAsEachAlone(String array) {
        List<String> together = JqProgram.compile(".[]").run(array.getBytes(UTF_8));
        assertEquals(together, JqProgram.compile("map(tojson) | .[] | fromjson").run(array.getBytes(UTF_8)));
        assertEquals(JqProgram.compile(".").run(("[" + String.join(",", together) + "]").getBytes(UTF_8)),
                JqProgram.compile(".").run(array.getBytes(UTF_8)));
    }

    private static void assertSame(String quick, String defined, String input) {
        assertEquals(run(defined, input), run(quick, input), () -> quick + " on " + input);
    }

    private static String run(String program, String input) {
        JqRun run = JqProgram.compile(program).run(input.getBytes(UTF_8), JqLimits.defaults(), InstantSource.system());
        return run.outputs() + " " + run.failure().map(JqException::getMessage).orElse("");
    }
}
