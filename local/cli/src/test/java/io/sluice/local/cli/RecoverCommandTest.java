package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import io.sluice.manifest.Manifest;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run is cut short, its index is lost, and it is finished all the same, as a user does it.
@Tag("long")
final class RecoverCommandTest {
    private static final int RECORDS = 50;

    @TempDir
    private Path folder = Path.of("");
    @SuppressWarnings("NullAway.Init")
    private CutShortRun run;

    /// Three keys; a record each twelve seconds, ten minutes in all; every tenth is no JSON.
    @BeforeEach
    void input() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            lines.add(i % 10 == 9
                    ? "{\"broken\": " + i
                    : "{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":" + (1_767_225_600 + i * 12) + ",\"n\":" + i + "}");
        }
        run = CutShortRun.of(folder, lines);
    }

    private Path state() {
        return folder.resolve("out/.sluice");
    }

    private void assertAllIsThere() {
        Outcome verified = run.fed("verify");
        assertEquals(0, verified.status(), verified.out() + verified.err());
        assertTrue(verified.out().startsWith(
                "50 records accepted = 45 delivered + 5 rejected + 0 dropped + 0 pending"), verified.out());
    }

    private void loseTheIndex() throws IOException {
        Folders.delete(state().resolve("dynamodb"));
    }

    private static void assertDone(Outcome outcome) {
        assertEquals(0, outcome.status(), outcome.out() + outcome.err());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 25, 49})
    void aRunWhoseIndexIsLostIsRecoveredResumedAndVerified(int records) throws IOException {
        run.until(records);
        loseTheIndex();
        assertDone(run.sluice("recover"));
        assertDone(run.resume());
        assertAllIsThere();
    }

    /// It would be taken for one whose servers are only looked at, and its state go with them.
    @Test
    void aRunThatIsTakenUpWithoutItsInputStaysAsItIs() throws IOException {
        run.until(25);
        Outcome refused = run.sluice("run", "--resume", "--keep");
        assertEquals(2, refused.status(), refused.out());
        assertTrue(Files.exists(state().resolve("run.json")));
        assertDone(run.resume());
        assertAllIsThere();
    }

    @Test
    void aRecoveryIsRepeatedWithoutHarmAndCanBeLostAgain() throws IOException {
        run.until(25);
        loseTheIndex();
        assertDone(run.sluice("recover"));
        JsonSchema.requireOf("recover", run.sluice("recover", "--json").json());
        loseTheIndex();
        assertDone(run.sluice("recover"));
        assertDone(run.resume());
        assertAllIsThere();
    }

    /// To the flusher an empty table is a stream that begins.
    @Test
    void aRunWhoseIndexIsLostIsNotResumedBeforeItIsRecovered() throws IOException {
        run.until(25);
        loseTheIndex();
        Outcome refused = run.resume();
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("The index of the run in") && refused.err().contains("./sluice recover"),
                refused.err());
        assertDone(run.sluice("recover"));
        assertDone(run.resume());
        assertAllIsThere();
    }

    /// Ended before it fed anything, taken up, and ended once more in its first flush run, between the manifest that
    /// holds nothing and the commit that names it: the table is empty, and nothing is lost.
    @Test
    void aManifestThatWasNeverCommittedIsNoLostIndex() throws IOException {
        run.until(0);
        run.resumedUntilPut(Manifest.prefix("s") + Manifest.versionText(0));
        try (Stream<Path> staged = Files.walk(state().resolve("s3"))) {
            List<String> files = staged.filter(Files::isRegularFile).map(Path::toString).toList();
            assertEquals(1, files.size(), files::toString);
            assertTrue(files.getFirst().contains("/manifests/s/"), files::toString);
        }
        assertDone(run.resume());
        assertAllIsThere();
    }

    @Test
    void anIndexThatIsThereIsLeftAlone() {
        run.until(25);
        Outcome refused = run.sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("Nothing was changed"), refused.err());
        assertDone(run.resume());
        assertAllIsThere();
    }

    @Test
    void aRunIsNotRecoveredAsAnotherStreams() throws IOException {
        run.until(25);
        loseTheIndex();
        Files.writeString(run.config(), CutShortRun.CONFIGURATION.replace("\"s\"", "\"t\""));
        Outcome refused = run.sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("was begun with another stream: \"s\", now \"t\""), refused.err());
    }

    @Test
    void thereIsNothingToRecoverInAFinishedRun() {
        assertDone(run.fed("run"));
        Outcome refused = run.sluice("recover");
        assertEquals(2, refused.status(), refused.out() + refused.err());
        assertTrue(refused.err().contains("holds no interrupted run"), refused.err());
        assertTrue(refused.err().contains("name with --out the folder of one that was cut short"), refused.err());
    }
}
