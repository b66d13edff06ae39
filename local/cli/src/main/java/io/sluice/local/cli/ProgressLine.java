package io.sluice.local.cli;

import io.sluice.local.Sizes;
import io.sluice.local.run.Phase;
import io.sluice.local.run.Progress;
import io.sluice.local.terminal.Screen;
import io.sluice.local.terminal.TextWidth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Shows a run's progress on standard error, whatever the run is at: one line that is written over and as wide as the
/// terminal is at that moment, or a line now and then where none can be written over. Safe for several threads.
final class ProgressLine implements Progress, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(500);
    private static final Duration EVERY_ELSEWHERE = Duration.ofSeconds(10);
    /// Before that much is read, how fast it goes says nothing.
    private static final double SHARE_MIN = 0.01;
    private static final String UP = "\u001B[A";
    private static final String REST_OF_SCREEN = "\u001B[J";

    private final Console console;
    private final Screen screen;
    private final InstantSource clock;
    private final ScheduledExecutorService ticker;
    private final Instant start;
    private Phase phase = Phase.STARTING;
    private Instant phaseStart;
    private Instant shown;
    private long records;
    private long bytes;
    private long activePartitions;
    private long objects;
    private double share;
    private LongSupplier puts = () -> 0;
    /// The columns of the line that is written over; -1 without one.
    private int open = -1;
    private boolean closed;

    /// One that nobody ticks.
    ProgressLine(Console console, InstantSource clock) {
        this.console = console;
        this.screen = console.errScreen();
        this.clock = clock;
        this.start = clock.instant();
        this.phaseStart = start;
        this.shown = start;
        this.ticker = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("progress").factory());
    }

    /// One that is shown from now on until it is closed.
    static ProgressLine shown(Console console) {
        var line = new ProgressLine(console, InstantSource.system());
        var _ = line.ticker.scheduleAtFixedRate(line::tick, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
        return line;
    }

    @Override
    public synchronized void phase(Phase next) {
        phase = next;
        phaseStart = clock.instant();
    }

    @Override
    public synchronized void flushing(LongSupplier putsNow) {
        phase(Phase.FLUSHING);
        puts = putsNow;
    }

    @Override
    public synchronized void at(long recordsFed, long bytesFed, long partitions, long objectsWritten) {
        records = recordsFed;
        bytes = bytesFed;
        activePartitions = partitions;
        objects = objectsWritten;
    }

    @Override
    public synchronized void read(long read, long of) {
        share = of == 0 ? 0 : Math.min(1, (double) read / of);
    }

    /// Shows how far the run is, if it is time to.
    synchronized void tick() {
        Instant now = clock.instant();
        Duration every = screen.rewrites() ? TICK : EVERY_ELSEWHERE;
        if (closed || Duration.between(shown, now).compareTo(every) < 0) {
            return;
        }
        shown = now;
        String text = text(now);
        if (screen.rewrites()) {
            int width = screen.width();
            String line = TextWidth.cut(text, width - 1);
            console.err().print(erased(width) + line);
            open = TextWidth.of(line);
        } else {
            console.err().println(text);
        }
        console.err().flush();
    }

    private String text(Instant now) {
        Duration inPhase = Duration.between(phaseStart, now);
        return switch (phase) {
            case STARTING, ENDING -> phase.word() + ", " + clockText(inPhase);
            case FEEDING -> phase.word() + (share > 0 ? String.format(Locale.ROOT, " %.0f %%", 100 * share) : "")
                    + left(inPhase) + ", " + Sizes.count(records, "record")
                    + String.format(Locale.ROOT, ", %.1f MB/s", bytes / 1e6 / seconds(inPhase))
                    + ", " + Sizes.count(activePartitions, "partition") + " buffered, "
                    + Sizes.count(objects, "object");
            case FLUSHING -> phase.word() + ", " + clockText(inPhase) + ", " + Sizes.count(records, "record") + ", "
                    + Sizes.count(puts.getAsLong(), "PUT request");
        };
    }

    /// The time that it still takes to feed the rest as fast as before; how long the flush takes after that is not
    /// known.
    private String left(Duration inPhase) {
        if (share < SHARE_MIN || share >= 1) {
            return "";
        }
        return ", " + clockText(Duration.ofMillis((long) (inPhase.toMillis() * (1 - share) / share)))
                + " left";
    }

    private static double seconds(Duration time) {
        return Math.max(1e-3, time.toMillis() / 1e3);
    }

    /// As `0:07` or `1:02:03`.
    private static String clockText(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(),
                        time.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    /// The text that takes the open line away, which a terminal that became narrower has broken into several.
    private String erased(int width) {
        int rowsAbove = open <= 0 ? 0 : (open - 1) / width;
        return "\r" + UP.repeat(rowsAbove) + REST_OF_SCREEN;
    }

    @Override
    public synchronized void warning(String text) {
        clear();
        console.warning(text);
    }

    private void clear() {
        if (open >= 0) {
            console.err().print(erased(screen.width()));
            console.err().flush();
            open = -1;
        }
    }

    /// Takes the line away, for good; from whichever thread.
    @Override
    public void close() {
        ticker.shutdownNow();
        synchronized (this) {
            closed = true;
            clear();
        }
    }
}
