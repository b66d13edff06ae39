package io.sluice.lane;

import io.sluice.flush.TableLostException;
import io.sluice.objects.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Has a stream's lanes follow its configuration, and tells whoever goes through buffers which there are. Safe for
/// concurrent use.
public final class LaneKeeper {
    /// The time after which a stream's lanes begin, counted from when they were first asked for. Invocations of the
    /// deployment before know nothing of them: the last of those must have begun, and what arrived by then must be
    /// older, although log events may be of two hours ahead.
    static final Duration BEGINS_AFTER = Duration.ofHours(3);
    /// For clocks that differ, and invocations that began at the end of the retry window.
    private static final Duration MARGIN = Duration.ofHours(2);
    private static final Duration RESTING_EVERY = Duration.ofHours(1);

    private final String stream;
    private final Optional<Integer> configured;
    private final Duration flushEvery;
    private final Duration foldedFor;
    private final LaneLog log;
    private final LaneArchive archive;
    private final InstantSource clock;

    /// The settings of a keeper, besides its ports.
    ///
    /// @param configured `Lanes`; empty where the configuration does not name them
    /// @param flushEvery time between flush runs
    /// @param foldedFor  how long a source may repeat a batch
    public record LaneSettings(String stream, Optional<Integer> configured, Duration flushEvery, Duration foldedFor) {}

    public LaneKeeper(LaneSettings settings, LaneLog log, LaneArchive archive, InstantSource clock) {
        this.stream = settings.stream;
        this.configured = settings.configured;
        this.flushEvery = settings.flushEvery;
        this.foldedFor = settings.foldedFor;
        this.log = log;
        this.archive = archive;
        this.clock = clock;
    }

    /// Writes down what the configuration wants, where that is another number than the last: it is in force for what
    /// arrives from a time on that is still to be decided.
    ///
    /// @return as [#lanes]
    public List<Lane> follow() {
        return lanes(followed());
    }

    /// The same without those that rest: to these nothing can be staged any more but what arrived long ago, and they
    /// are flushed once an hour.
    public List<Lane> followDue() {
        Optional<LaneHistory> newest = followed();
        return lanes(newest).stream().filter(lane -> isTheirTurn() || !rests(lane, newest)).toList();
    }

    private Optional<LaneHistory> followed() {
        Optional<LaneHistory> history = read();
        Optional<LaneHistory> next = configured.flatMap(count -> history
                .map(each -> each.changed(count))
                .orElseGet(() -> count == 1 ? Optional.empty() : Optional.of(beginning(count))));
        next.ifPresent(each -> replace(history, each));
        return next.or(() -> history);
    }

    /// All lanes that any batch was ever staged to, and perhaps more, in their order.
    ///
    /// @throws TableLostException       when the table does not know the lanes any more
    /// @throws IllegalArgumentException when the stream has lanes, and the configuration does not name them
    public List<Lane> lanes() {
        return lanes(read());
    }

    private boolean rests(Lane lane, Optional<LaneHistory> history) {
        long since = clock.instant().minus(foldedFor).minus(MARGIN).toEpochMilli();
        return lane.number() > 0 && history.map(each -> !each.isInUseSince(lane, since)).orElse(false);
    }

    /// One run of an hour's.
    private boolean isTheirTurn() {
        return clock.millis() / flushEvery.toMillis() % Math.max(1, RESTING_EVERY.dividedBy(flushEvery)) == 0;
    }

    /// For a stream that nothing was staged of, and of which nobody stages: its lanes begin at once.
    public void begin() {
        configured.filter(count -> count > 1).filter(_ -> read().isEmpty())
                .ifPresent(count -> replace(Optional.empty(), LaneHistory.ofNewStream(count)));
    }

    /// Returns the stream's lanes that the staging bucket knows of, for who makes the table again: all that could be in
    /// force.
    ///
    /// @throws IllegalArgumentException when there are lanes and the configuration does not name them
    public List<Lane> archived() {
        if (configured.isEmpty() && !archive.isEmpty()) {
            throw unnamed();
        }
        return archive.latest().map(changes -> upTo(new LaneHistory(changes, Long.MAX_VALUE, true).most()))
                .orElse(upTo(1));
    }

    /// Writes the history into a table that was made again, last of all: until then nobody stages and nothing is
    /// flushed. What was decided for arrival times that are still to come stays decided.
    public void recover() {
        archive.latest().ifPresent(changes -> {
            Optional<LaneHistory> found = log.lanes();
            LaneHistory next = new LaneHistory(changes,
                    Math.max(changes.getLast().since(), later(clock.instant())), true);
            boolean known = found.map(each -> Collections.indexOfSubList(each.changes(), changes) == 0).orElse(false);
            if (!known && !log.moveLanes(found, next)) {
                throw new StoreException(StoreException.Kind.UNKNOWN, "the lanes of stream " + stream
                        + " are not those that were just written; recover again");
            }
        });
    }

    /// Tests whether the table does not know lanes that were in force.
    boolean isLost() {
        return log.lanes().isEmpty() && !archive.isEmpty();
    }

    private Optional<LaneHistory> read() {
        Optional<LaneHistory> history = log.lanes();
        if (history.isEmpty() && configured.isPresent() && !archive.isEmpty()) {
            throw new TableLostException(stream, "it does not know the lanes of which " + LaneArchive.prefix(stream)
                    + " tells");
        }
        if (history.isPresent() && configured.isEmpty()) {
            throw unnamed();
        }
        return history;
    }

    private IllegalArgumentException unnamed() {
        return new IllegalArgumentException("stream " + stream + " has lanes, and its configuration does not name"
                + " them: invocations that do not know them would stage again what they have. Set Sluice.Lanes, to 1"
                + " for as few as can be");
    }

    private LaneHistory beginning(int lanes) {
        return LaneHistory.beginning(later(clock.instant()), lanes);
    }

    private static long later(Instant now) {
        return now.plus(BEGINS_AFTER).toEpochMilli();
    }

    /// Replaces the history; who was overtaken follows in the next run.
    private void replace(Optional<LaneHistory> expected, LaneHistory next) {
        try {
            log.moveLanes(expected, next);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
    }

    private static List<Lane> lanes(Optional<LaneHistory> history) {
        return upTo(history.map(LaneHistory::most).orElse(1));
    }

    private static List<Lane> upTo(int count) {
        return IntStream.range(0, count).mapToObj(Lane::new).toList();
    }
}
