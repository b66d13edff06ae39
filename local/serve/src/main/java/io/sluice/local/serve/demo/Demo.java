package io.sluice.local.serve.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.local.UsageException;
import io.sluice.local.serve.journal.CallKey;
import io.sluice.local.serve.streams.KilledRun;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A stream that is fed with generated clicks, through its journal as any other. Thread-safe.
public final class Demo implements AutoCloseable {
    /// The stream's name.
    public static final String STREAM = "clickstream";
    private static final String BUCKET = "clickstream-demo";
    private static final int CLICKS_AT_ONCE = 20;
    private static final long EVERY_MILLIS = 200;
    /// Of one start: some three hours, and some hundred MB.
    private static final long CLICKS_MAX = 1_000_000;
    private static final int DIES_AT_MOST = 40;
    private static final int[] ALL = IntStream.range(0, CLICKS_AT_ONCE).toArray();

    private final Streams streams;
    private final InstantSource clock;
    private final Clicks clicks;
    private final RandomGenerator random;
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("demo").daemon().factory());
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong kills = new AtomicLong();
    private volatile boolean isResting;
    private volatile @Nullable Throwable failure;

    private Demo(Streams streams, InstantSource clock, RandomGenerator random) {
        this.streams = streams;
        this.clock = clock;
        this.clicks = new Clicks(random);
        this.random = random;
    }

    /// Makes the stream, unless it is there from an earlier start, and begins to feed it.
    ///
    /// @param clock  the server's
    /// @param random decides what is clicked, and where runs are killed
    /// @throws UsageException when there is a stream of that name that is none of the demo's
    public static Demo start(Streams streams, InstantSource clock, RandomGenerator random) {
        Optional<LiveStream> there = streams.all().stream().filter(each -> each.state().name().equals(STREAM))
                .findFirst();
        if (there.isEmpty()) {
            streams.ensure(configuration());
        } else if (!there.get().bucket().equals(BUCKET)) {
            throw new UsageException("There is a stream " + STREAM + " already, which --demo must not feed: name"
                    + " another folder with --out");
        }
        var demo = new Demo(streams, clock, random);
        ScheduledFuture<?> unused = demo.timer.scheduleWithFixedDelay(demo::put, EVERY_MILLIS, EVERY_MILLIS,
                TimeUnit.MILLISECONDS);
        return demo;
    }

    private static ObjectNode configuration() {
        try (InputStream in = Demo.class.getResourceAsStream("clickstream.json")) {
            if (in == null) {
                throw new IllegalStateException("the demo's configuration is not in the jar");
            }
            return (ObjectNode) new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void put() {
        if (isResting || acknowledged.get() >= CLICKS_MAX) {
            return;
        }
        try {
            acknowledged.addAndGet(stream().put(CallKey.NONE, CLICKS_AT_ONCE, ALL,
                    clicks.next(CLICKS_AT_ONCE, clock.instant())).taken().length);
            failure = null;
        } catch (RuntimeException | Error e) {
            // A timer whose task throws runs it no more: nothing is made here that takes memory.
            failure = e;
        }
    }

    /// The stream that is fed.
    ///
    /// @throws ApiException when somebody has deleted it
    public LiveStream stream() {
        return streams.require(STREAM);
    }

    /// Clicks that were acknowledged since the start.
    public long acknowledged() {
        return acknowledged.get();
    }

    /// Flushers that were killed since the start.
    public long kills() {
        return kills.get();
    }

    /// Returns why there are no clicks at present, when somebody should know.
    public Optional<String> trouble() {
        return acknowledged.get() >= CLICKS_MAX
                ? Optional.of("there were a million clicks; start the server again for more")
                : Optional.ofNullable(failure).map(each -> "no clicks can be put in: " + each);
    }

    /// Stops the clicks until [#resume]; none is under way when this returns.
    public synchronized void rest() {
        isResting = true;
    }

    public synchronized void resume() {
        isResting = false;
    }

    public boolean isResting() {
        return isResting;
    }

    /// Kills a run of the flusher at any of its requests.
    public KilledRun kill() throws IOException, InterruptedException {
        KilledRun run = stream().killFlusher(1 + random.nextInt(DIES_AT_MOST));
        if (run.end() == KilledRun.End.KILLED) {
            kills.incrementAndGet();
        }
        return run;
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
