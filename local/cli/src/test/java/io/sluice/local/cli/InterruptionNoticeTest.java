package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.local.folder.OutFolder;
import io.sluice.local.records.InputSource;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an interrupted run says to do next.
final class InterruptionNoticeTest {
    private static final OutFolder OUT = new OutFolder("out", Path.of("out").toAbsolutePath().normalize());

    private static InputSource source(String name, long bytes) {
        return new InputSource("0:" + name, name, bytes, InputStream::nullInputStream);
    }

    @Test
    void aRunOverFilesIsToBeFinished() {
        assertEquals("interrupted; repeat the command with --resume to finish the run in out",
                InterruptionNotice.running(OUT, List.of(source("in.ndjson", 5))));
    }

    @Test
    void aRunOverWhatCannotBeReadTwiceIsToBeBegunAnew() {
        assertEquals("interrupted, and standard input can't be read again: delete out, and run again",
                InterruptionNotice.running(OUT, List.of(source("in.ndjson", 5), source("standard input", -1))));
    }
}
