package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.local.server.Folders;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The folder of an interrupted run that had delivered some of its objects, copied elsewhere.
final class CopiedFolderTest {
    @TempDir
    private Path folder = Path.of("");

    private CutShortRun cutShort() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("{\"k\":\"" + "abc".charAt(i % 3) + "\",\"t\":1767225600,\"n\":" + i + "}");
        }
        CutShortRun run = CutShortRun.of(folder, lines);
        run.until(60);
        run.resumedUntilPut("k=a/");
        return run;
    }

    /// Copies the run's folder, and puts the copy in its place.
    private void copied(CopyOption... options) throws IOException {
        Path original = Files.move(folder.resolve("out"), folder.resolve("original"));
        try (Stream<Path> tree = Files.walk(original)) {
            for (Path each : (Iterable<Path>) tree::iterator) {
                Files.copy(each, folder.resolve("out").resolve(original.relativize(each)), options);
            }
        }
    }

    @Test
    void aCopyWithoutAttributesIsRefusedAtOnceWithWhatACopyNeeds() throws IOException {
        CutShortRun run = cutShort();
        copied();
        Outcome refused = run.resume();
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains("copied without the extended attributes of its files"), refused.err());
        assertTrue(refused.err().contains("cp -a"), refused.err());
        assertEquals("", refused.out());
    }

    /// The hidden folder of the state outlives what somebody takes for all of the run.
    @Test
    void aRunWhoseObjectsWereDeletedIsNotFinishedWithoutThem() throws IOException {
        CutShortRun run = CutShortRun.of(folder, IntStream.range(0, 60)
                .mapToObj(i -> "{\"k\":\"a\",\"t\":" + (1_767_225_600L + i * 600L) + ",\"n\":" + i + "}").toList());
        run.until(60);
        Folders.delete(folder.resolve("out").resolve("data"));
        Outcome refused = run.resume();
        assertEquals(2, refused.status(), refused.toString());
        assertTrue(refused.err().contains(" objects, and 0 are there: put the others back"), refused.err());
        assertEquals(2, run.resume().status(), "nothing was changed");
    }

    @Test
    void aCopyWithAttributesIsFinished() throws IOException {
        CutShortRun run = cutShort();
        copied(StandardCopyOption.COPY_ATTRIBUTES);
        Outcome finished = run.resume();
        assertEquals(0, finished.status(), finished.toString());
        assertTrue(finished.out().contains("60 in = 60 delivered"), finished.out());
        assertEquals(0, run.fed("verify").status());
    }
}
