package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.run.Phase;
import io.sluice.local.terminal.Screen;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What a run shows while it is under way.
final class ProgressLineTest {
    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();
    private Instant now = Instant.EPOCH;
    private int columns = 80;

    private ProgressLine progress(Screen.Kind kind) {
        var screen = new Screen(kind, () -> columns);
        return new ProgressLine(new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(err),
                Screen.NONE, screen), () -> now);
    }

    /// What is written in the next `seconds`.
    private String after(double seconds, ProgressLine progress) {
        now = now.plusMillis((long) (seconds * 1000));
        err.getBuffer().setLength(0);
        progress.tick();
        return err.toString();
    }

    @Test
    void aTerminalHasOneLineFromTheFirstSecondOnWithItsPhase() {
        ProgressLine progress = progress(Screen.Kind.PLAIN);
        assertEquals("\r\u001B[Jstarting, 0:00", after(0.5, progress));
        assertEquals("", after(0.4, progress));
        assertEquals("\r\u001B[Jstarting, 0:01", after(0.1, progress));
        progress.phase(Phase.FEEDING);
        progress.at(1, 2_000_000, 1, 0);
        assertEquals("\r\u001B[Jfeeding, 1 record, 2.0 MB/s, 1 partition buffered, 0 objects", after(1, progress));
        progress.read(25, 100);
        progress.at(1_707, 2_000_000, 78, 3);
        assertEquals("\r\u001B[Jfeeding 25 %, 0:06 left, 1,707 records, 1.0 MB/s, 78 partitions buffered, 3 ob…",
                after(1, progress));
        progress.flushing(() -> 42);
        assertEquals("\r\u001B[Jflushing, 1:02:03, 1,707 records, 42 PUT requests", after(3723, progress));
        progress.phase(Phase.ENDING);
        assertEquals("\r\u001B[Jending, 0:01", after(1, progress));
        err.getBuffer().setLength(0);
        progress.close();
        assertEquals("\r\u001B[J", err.toString());
        assertEquals("", after(10, progress));
        assertEquals("", out.toString());
    }

    @Test
    void aLineNeverFillsTheTerminalAndIsTakenAwayWholeWhenThatBecomesNarrower() {
        ProgressLine progress = progress(Screen.Kind.COLOURED);
        progress.phase(Phase.FEEDING);
        progress.read(1, 2);
        progress.at(123_456_789, 1, 123_456, 123_456);
        columns = 70;
        String line = after(1, progress);
        assertEquals(69, line.length() - "\r\u001B[J".length(), line);
        columns = 30;
        line = after(1, progress);
        assertTrue(line.startsWith("\r\u001B[A\u001B[A\u001B[Jfeeding 50 %"), line);
        assertTrue(line.endsWith("…"), line);
        columns = 80;
        assertTrue(after(1, progress).startsWith("\r\u001B[Jfeeding"));
    }

    @Test
    void aWarningTakesTheLineAwayAndLeavesNothingOfIt() {
        ProgressLine progress = progress(Screen.Kind.PLAIN);
        assertTrue(after(1, progress).endsWith("starting, 0:01"));
        err.getBuffer().setLength(0);
        progress.warning("x");
        assertEquals("\r\u001B[Jsluice: warning: x" + System.lineSeparator(), err.toString());
        err.getBuffer().setLength(0);
        progress.close();
        assertEquals("", err.toString());
    }

    @Test
    void whereNoLineCanBeWrittenOverThereIsOneNowAndThenWithoutEscapes() {
        for (Screen.Kind kind : new Screen.Kind[]{Screen.Kind.FILE, Screen.Kind.DUMB}) {
            ProgressLine progress = progress(kind);
            assertEquals("", after(9.9, progress));
            assertEquals("starting, 0:10" + System.lineSeparator(), after(0.1, progress));
            assertEquals("", after(9, progress));
            err.getBuffer().setLength(0);
            progress.close();
            assertEquals("", err.toString());
        }
    }

    /// An input of no bytes, and one that grew while it was read.
    @Test
    void anEstimateIsMadeOfWhatIsKnown() {
        ProgressLine progress = progress(Screen.Kind.PLAIN);
        progress.phase(Phase.FEEDING);
        progress.read(0, 0);
        assertTrue(after(1, progress).contains("feeding, 0 records, 0.0 MB/s"));
        progress.read(7, 5);
        assertTrue(after(1, progress).contains("feeding 100 %, 0 records, 0.0 MB/s"));
    }
}
