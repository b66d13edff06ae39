package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run of a stream of three buffers, on the embedded servers.
@Tag("long")
final class SeveralBuffersRunTest {
    private static final int RECORDS = 200;

    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private CutShortRun run;

    /// Three keys; a record each twelve seconds, forty minutes in all.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add("{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i * 12) + ",\"n\":" + i + "}");
        }
        run = CutShortRun.of(folder, lines);
        Files.writeString(run.config(),
                CutShortRun.CONFIGURATION.replace("\"Delivery\":\"buffer\"", "\"Delivery\":\"buffer\",\"Lanes\":3"));
    }

    private static void assertDone(Outcome outcome) {
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
    }

    private void assertAllIsThere() {
        Outcome verified = run.fed("verify");
        assertEquals(0, verified.status(), verified.out() + verified.err());
        assertTrue(verified.out().startsWith(
                "200 records accepted = 200 delivered + 0 rejected + 0 dropped + 0 pending"), verified.out());
    }

    private boolean hasBuffers() throws IOException {
        try (Stream<Path> staged = Files.walk(folder.resolve("out/.sluice"))) {
            return staged.anyMatch(path -> path.toString().contains("lane!2"));
        }
    }

    @Test
    void cutShortItsBuffersHoldWhatIsPendingAndItIsResumed() throws IOException {
        run.until(150);
        assertTrue(hasBuffers());
        Outcome pending = run.fed("verify");
        assertTrue(pending.out().lines().anyMatch(line -> line.matches(".*\\+ [1-9][0-9]* pending.*")),
                pending.out() + pending.err());
        assertDone(run.resume());
        assertAllIsThere();
    }

    @Test
    void withItsIndexLostItIsRecoveredAndResumed() throws IOException {
        run.until(150);
        assertTrue(hasBuffers());
        Folders.delete(folder.resolve("out/.sluice/dynamodb"));
        assertEquals(2, run.resume().status());
        assertDone(run.sluice("recover"));
        assertDone(run.resume());
        assertAllIsThere();
    }
}
