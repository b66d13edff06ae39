package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MemberPathsTest {
    @Test
    void membersThatAreNothingButNamesHavePaths() {
        assertEquals(
                Map.of("net", List.of("properties", "net"), "b", List.of("a b"), "short", List.of("short"), "c",
                        List.of("c")),
                JqProgram.compile(
                        "{net:.properties.net, \"b\":.[\"a b\"], short, c:.c?, n:(.a|tostring), all:., first:.x[0]}")
                        .memberPaths());
    }

    @Test
    void ofAKeyThatStandsThereTwiceTheLastCounts() {
        assertEquals(Map.of("a", List.of("y")), JqProgram.compile("{a:.x,a:.y}").memberPaths());
        assertEquals(Map.of(), JqProgram.compile("{a:.x,a:(.y|length)}").memberPaths());
    }

    @Test
    void otherProgramsHaveNone() {
        for (String query : new String[]{".a", "[{a:.a}]", "{a:.a}|{b:.a}", "{a:(.y|{b:.z})}", "{(.k):.a}", "{}"}) {
            assertEquals(Map.of(), JqProgram.compile(query).memberPaths(), query);
        }
    }
}
