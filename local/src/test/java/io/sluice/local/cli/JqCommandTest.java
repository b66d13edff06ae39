package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import org.junit.jupiter.api.Test;

final class JqCommandTest {
    @Test
    void printsEachOutputOfEachRecordOnALine() {
        Outcome outcome = Cli.run(Cli.utf8("{\"a\":[1,2]}{\"a\":[3]}"), "jq", ".a[]");
        assertEquals(new Outcome(0, "1\n2\n3\n", ""), outcome);
    }

    @Test
    void aRecordThatFailsIsNamedAndTheOthersAreEvaluated() {
        Outcome outcome = Cli.run(Cli.utf8("{\"a\":1}\nno\n{\"a\":2}\n"), "jq", ".a");
        assertEquals(1, outcome.status());
        assertEquals("1\n2\n", outcome.out());
        assertTrue(outcome.err().startsWith("sluice: byte 8: "), outcome.err());
    }

    @Test
    void aProgramThatIsNoneIsBadUsage() {
        Outcome outcome = Cli.run("jq", ".a[");
        assertEquals(2, outcome.status());
        assertTrue(outcome.err().contains("The expression is no jq program"), outcome.err());
    }
}
