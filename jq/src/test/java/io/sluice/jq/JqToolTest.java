package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command; outputs and statuses are those of the jq 1.6 binary, unless the name says otherwise.
class JqToolTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private record Ended(int status, String out, String err) {}

    private static Ended jq(String input, String... words) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = new JqTool(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), new PrintWriter(out),
                new PrintWriter(err), name -> Files.readAllBytes(Path.of(name)),
                InstantSource.system()).run(List.of(words));
        return new Ended(status, out.toString(), err.toString());
    }

    private static void assertGives(String out, Ended ended) {
        assertEquals(new Ended(0, out, ""), ended);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void outputsAreSetOutOverLines() throws IOException {
        assertGives("""
                {
                  "a": [],
                  "b": {},
                  "c": [
                    1,
                    {
                      "d,:[{\\"\\\\": "é\\u0000"
                    }
                  ]
                }
                "x\\ny"
                """, jq("", "-n", "{a:[],b:{},c:[1,{\"d,:[{\\\"\\\\\":\"é\\u0000\"}]},\"x\\ny\""));
    }

    @Test
    void cIsCompactAndRIsTheTextItself() throws IOException {
        assertGives("{\"b\":[[],{}]}\n", jq("{\"b\": [[], {}]}", "-c", "."));
        assertGives("a\nb\n[\n  \"a\"\n]\n", jq("", "-nr", "\"a\\nb\",[\"a\"]"));
        assertGives("é\"\n", jq("", "--null-input", "--raw-output", "\"é\\\"\""));
    }

    @Test
    void nStartsWithNullAndSWithAllInputs() throws IOException {
        assertGives("[null,1]\n", jq("1", "-nc", "[.,input]"));
        assertGives("[1,2]\n", jq("1 2", "-sc", "."));
        assertGives("[]\n", jq("", "-s"));
        assertGives("[null,[1,2]]\n", jq("1 2", "-nsc", "[.,input]"));
        assertGives("", jq("", "."));
    }

    @Test
    void argumentsAreConstantsTheFirstOfANameCounts() throws IOException {
        assertGives("\"3\"\n", jq("", "-n", "def f: $x; f", "--arg", "x", "3", "--arg", "x", "4"));
        assertGives("{\"x\":[1]}\n{\"positional\":[],\"named\":{\"a\":{\"x\":[1]}}}\n",
                jq("", "-n", "--argjson", "a", "{\"x\":[1]}", "-c", "$a,$ARGS"));
        assertGives("[\"1\",2]\n", jq("2", "-c", "--arg", "x", "1", ". as $y|[$x,$y]"));
    }

    @Test
    void filesAreOneTextAfterAnother() throws IOException {
        String a = file("a", "1 2");
        String b = file("b", "3 {\"a\":");
        assertGives("1\n2\n", jq("9", "-c", ".", a));
        Ended both = jq("", "-c", ".", a, b);
        assertEquals(new Ended(4, "1\n23\n", "parse error: Unfinished JSON term at EOF at line 1, column 10\n"), both);
    }

    @Test
    void aFileThatIsMissingIsNamedAndTheOthersAreRead() throws IOException {
        Ended ended = jq("", "-c", ".", folder.resolve("none").toString(), file("a", "12"));
        assertEquals(2, ended.status());
        assertEquals("12\n", ended.out());
        assertTrue(ended.err().startsWith("jq: error: Could not open file " + folder.resolve("none")), ended.err());
    }

    @Test
    void theStatusIsThatOfTheLastInput() throws IOException {
        String message = "jq: error: Cannot index array with string \"a\"\n";
        assertEquals(new Ended(0, "1\n", message), jq("[1] {\"a\":1}", ".a"));
        assertEquals(new Ended(5, "1\n", message), jq("{\"a\":1} [1]", ".a"));
        assertEquals(new Ended(4, "", message + "parse error: Unmatched '}' at line 1, column 5\n"), jq("[1] }", ".a"));
        assertEquals(5, jq("null", "error(\"parse error: \")").status());
        assertEquals(0, jq("", "-n", "null|error").status());
        assertEquals(5, jq("", "-n", "input").status());
        assertEquals(5, jq("1 {", "-n", "[inputs]").status());
        assertEquals(new Ended(0, "1\n\"x\"\n", ""), jq("1 {", "-n", "input,(try input catch \"x\")"));
        assertGives("", jq("1 2", "halt,3"));
    }

    @Test
    void callsThatAreNoCallsEndWithTwoAndProgramsThatAreNoneWithThree() throws IOException {
        for (String[] words : List.of(new String[]{"--foo", "."}, new String[]{"-cnx", "."},
                new String[]{"-n", ".", "--arg", "x"}, new String[]{"-n", "--argjson", "a", "{", "."},
                new String[]{"-n", "--argjson", "a", "1 2", "."})) {
            Ended ended = jq("1", words);
            assertEquals(2, ended.status(), ended.err());
            assertEquals("", ended.out());
        }
        assertEquals(3, jq("1", ".a b").status());
        assertEquals(3, jq("1", "$x", "--arg", "y", "1").status());
    }

    /// Unlike jq, which is not known to answer the same.
    @Test
    void whatIsRefusedStaysRefusedWhateverComesAfterIt() throws IOException {
        Ended ended = jq("[55296] [97]", "-c", "implode");
        assertEquals(5, ended.status(), ended.err());
        assertEquals("\"a\"\n", ended.out());
        assertEquals(5, jq("[1e12,0,1,0,0,0,0,0] 0", "todate").status()); // C's int does not hold the year
        assertEquals(3, jq("", "input_filename", file("a", "1")).status());
        assertEquals(2, jq("", ".", file("a", "1"), file("b", "2\u0000")).status());
    }
}
