package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// `JqCases`, which the `jq --cases` command of the runner answers with.
class JqCasesToolTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    private static String answers(String cases) throws IOException {
        StringWriter answers = new StringWriter();
        new JqCases(JqLimits.defaults(), CLOCK).run(new StringReader(cases), answers);
        return answers.toString();
    }

    @Test
    void eachCaseIsAnsweredWithItsOutputsOrWithTheErrorAndItsStage() throws IOException {
        assertEquals("""
                {"outputs":["1","\\"é\\""]}
                {"outputs":["1"],"error":"x","stage":"run"}
                {"outputs":[],"error":"parse error: Invalid numeric literal at EOF at line 1, column 3","stage":"run"}
                {"outputs":["1767323045"]}
                """, answers("""
                {"program":".[]","input":"[1,\\"é\\"]"}

                {"program":"1,error(\\"x\\")","input":"null"}
                {"program":".","input":"abc"}
                {"program":"now","input":"0"}
                """));
    }

    @Test
    void aProgramThatDoesNotCompileIsAnsweredToo() throws IOException {
        assertEquals(
                "{\"outputs\":[],\"error\":\"nosuch/0 is not defined at line 1, column 1 of the jq program: nosuch\","
                        + "\"stage\":\"compile\"}\n",
                answers("{\"program\":\"nosuch\",\"input\":\"0\"}"));
    }

    @Test
    void aLineThatIsNoCaseIsNamed() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> answers("{\"program\":\".\",\"input\":\"1\"}\n{\"program\":\".\"}\n"));
        assertEquals("line 2 has no text \"input\"", e.getMessage());
    }
}
