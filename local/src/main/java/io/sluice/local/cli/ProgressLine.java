package io.sluice.local.cli;

import io.sluice.local.run.Progress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/// Shows a run's progress on standard error: one line that is written over on a terminal, a line now and then
/// elsewhere.
final class ProgressLine implements Progress {
    private static final Duration EVERY_ON_TERMINAL = Duration.ofMillis(500);
    private static final Duration EVERY_ELSEWHERE = Duration.ofSeconds(10);
    private static final String START_OF_LINE = "\r\u001B[K";

    private final Console console;
    private final InstantSource clock;
    private final Instant start;
    private Instant shown;
    private boolean lineOpen;

    ProgressLine(Console console, InstantSource clock) {
        this.console = console;
        this.clock = clock;
        this.start = clock.instant();
        this.shown = start;
    }

    @Override
    public void at(long records, long bytes, long activePartitions, long objects) {
        Instant now = clock.instant();
        if (Duration.between(shown, now).compareTo(console.terminal() ? EVERY_ON_TERMINAL : EVERY_ELSEWHERE) < 0) {
            return;
        }
        shown = now;
        double seconds = Math.max(1e-3, Duration.between(start, now).toMillis() / 1e3);
        String text = String.format(Locale.ROOT, "%,d records, %.1f MB/s, %,d active partitions, %,d objects", records,
                bytes / 1e6 / seconds, activePartitions, objects);
        if (console.terminal()) {
            console.err().print(START_OF_LINE + text);
            lineOpen = true;
        } else {
            console.err().println(text);
        }
        console.err().flush();
    }

    /// Takes away the line that is written over, from whichever thread.
    static void clear(Console console) {
        if (console.terminal()) {
            console.err().print(START_OF_LINE);
        }
    }

    @Override
    public void warning(String text) {
        close();
        console.warning(text);
    }

    /// Ends the line that is written over.
    void close() {
        if (lineOpen) {
            console.err().print(START_OF_LINE);
            console.err().flush();
            lineOpen = false;
        }
    }
}
