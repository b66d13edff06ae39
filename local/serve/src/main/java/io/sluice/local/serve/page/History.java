package io.sluice.local.serve.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.local.serve.streams.LiveStream;
import io.sluice.local.serve.streams.Streams;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The figures of the streams of late, a point every two seconds, five minutes in all: what plots show that were not
/// there yet. Safe for concurrent use.
public final class History implements AutoCloseable {
    static final int POINTS_MAX = 150;
    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Supplier<Map<String, Figures>> figures;
    private final InstantSource time;
    private final Consumer<String> warnings;
    private final Map<String, Deque<Point>> points = new LinkedHashMap<>();
    private final ScheduledExecutorService timer = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().name("history").daemon().factory());

    /// The figures of a stream at a moment.
    ///
    /// @param records acknowledged since the server's start
    /// @param bytes   of these
    record Figures(long records, long bytes, Backlog backlog) {
        static Figures of(LiveStream stream) {
            return new Figures(stream.figures().records.sum(), stream.figures().bytes.sum(), Backlog.of(stream));
        }
    }

    private record Point(Instant at, Figures figures) {}

    /// @param time     the real one
    /// @param warnings what somebody should see, in sentences
    public History(Streams streams, InstantSource time, Consumer<String> warnings) {
        this(() -> of(streams), time, warnings);
    }

    History(Supplier<Map<String, Figures>> figures, InstantSource time, Consumer<String> warnings) {
        this.figures = figures;
        this.time = time;
        this.warnings = warnings;
    }

    private static Map<String, Figures> of(Streams streams) {
        Map<String, Figures> all = new LinkedHashMap<>();
        streams.all().forEach(stream -> all.put(stream.state().name(), Figures.of(stream)));
        return all;
    }

    /// Takes a point now and from now on.
    public void start() {
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(this::tick, 0, EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /// Throws nothing: a timer whose task throws runs it no more.
    private void tick() {
        try {
            note();
        } catch (RuntimeException e) {
            warnings.accept("The figures of the page could not be noted, which is tried again: " + e);
        }
    }

    /// Takes a point of each stream, and forgets streams that are gone.
    synchronized void note() {
        Map<String, Figures> now = figures.get();
        Instant at = time.instant();
        points.keySet().retainAll(now.keySet());
        now.forEach((name, each) -> {
            Deque<Point> kept = points.computeIfAbsent(name, _ -> new ArrayDeque<>());
            kept.add(new Point(at, each));
            if (kept.size() > POINTS_MAX) {
                kept.remove();
            }
        });
    }

    /// Stream → points, oldest first; `ago` in milliseconds.
    synchronized String json() {
        Instant now = time.instant();
        ObjectNode all = JSON.createObjectNode();
        points.forEach((name, kept) -> {
            ArrayNode told = all.putArray(name);
            kept.forEach(point -> told.addObject().put("ago", Duration.between(point.at, now).toMillis())
                    .put("records", point.figures.records).put("bytes", point.figures.bytes)
                    .put("waiting", point.figures.backlog.records())
                    .put("waitingBytes", point.figures.backlog.bytes()));
        });
        return all.toString();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
