package io.sluice.jq.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.jq.JqLimits;
import io.sluice.jq.JqProgram;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A shortcut gives what the definition in jq gives. Arguments that are no constants always take the definition.
class ShortcutsTest {
    private static final Pattern CONSTANT = Pattern.compile("(\"(?:[^\"\\\\]|\\\\.)*\"|\\bnull\\b|\\b1\\b)");
    private static final List<String> INPUTS = List.of("\"aAzZ[`{éÉß😀\"", "\"\"", "\"a.b.c\"", "\"aaa\"", "\"éaéa\"",
            "\"x\\u0000a\"", "[\"a\",1,null,true,2.50]", "[]", "[1,2.5,-3]", "[\"a\",\"b\"]", "[[1],[2]]",
            "[{\"a\":1},null]",
            "[\"a\",[1]]", "[1,\"a\"]", "{\"a\":\"x\",\"b\":\"y\"}", "null", "1", "true", "{}", "\"ab\\nab\"");

    @ParameterizedTest
    @ValueSource(strings = {"ascii_downcase", "ascii_upcase", "add", "join(\",\")", "join(\"\")", "join(null)",
            "test(\"a\")",
            "test(\"^A\";\"i\")", "test(\"(\")", "test([\"a\",\"i\"])", "sub(\"a\";\"X\")", "sub(\"(?<x>.)$\";\"\")",
            "gsub(\"a\";\"\")", "gsub(\"^a\";\"X\")", "gsub(\"[^a]\";\"éé\")", "gsub(\"\\\\.\";\"/\")",
            "gsub(\"a|b\";\"-\")",
            "gsub(\"(?<x>a)\";\"y\")", "gsub(\"z\";1)", "sub(1;\"a\")", "gsub(\"\\\\bA\";\"_\";\"i\")",
            "gsub(\"$\";\"x\")"})
    void aShortcutGivesWhatTheDefinitionGives(String call) {
        for (String input : INPUTS) {
            assertEquals(run("try [" + call + "] catch .", input),
                    run("try [" + byDefinition(call) + "] catch .", input),
                    call + " on " + input);
        }
    }

    /// The same call spelt out, or with arguments that are no constants.
    private static String byDefinition(String call) {
        return switch (call) {
            case "ascii_downcase" -> "explode|map(if 65<=. and .<=90 then .+32 else . end)|implode";
            case "ascii_upcase" -> "explode|map(if 97<=. and .<=122 then .-32 else . end)|implode";
            case "add" -> "reduce .[] as $x (null; .+$x)";
            default -> CONSTANT.matcher(call).replaceAll("(null|$1)");
        };
    }

    private static List<String> run(String program, String input) {
        return JqProgram.compile(program)
                .run(input.getBytes(StandardCharsets.UTF_8), JqLimits.defaults(), InstantSource.system()).outputs();
    }
}
