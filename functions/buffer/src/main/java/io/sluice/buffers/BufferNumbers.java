package io.sluice.buffers;

import io.sluice.flush.TableLostException;
import io.sluice.objects.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Has a stream's buffers follow its configuration, and tells whoever goes through buffers which there are. Safe for
/// concurrent use.
public final class BufferNumbers {
    /// The time after which a stream's buffers begin, counted from when they were first asked for. Invocations of the
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
    private final BufferCountLog log;
    private final BufferCountArchive archive;
    private final InstantSource clock;

    /// The settings of a keeper, besides its ports.
    ///
    /// @param configured `Lanes`; empty where the configuration does not name them
    /// @param flushEvery time between flush runs
    /// @param foldedFor  how long a source may repeat a batch
    public record BufferNumberSettings(String stream, Optional<Integer> configured, Duration flushEvery,
            Duration foldedFor) {}

    public BufferNumbers(BufferNumberSettings settings, BufferCountLog log, BufferCountArchive archive,
            InstantSource clock) {
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
    /// @return as [#buffers]
    public List<BufferNumber> follow() {
        return buffers(followed());
    }

    /// The same without those that rest: to these nothing can be staged any more but what arrived long ago, and they
    /// are flushed once an hour.
    public List<BufferNumber> followDue() {
        Optional<BufferCountHistory> newest = followed();
        return buffers(newest).stream().filter(number -> isTheirTurn() || !rests(number, newest)).toList();
    }

    private Optional<BufferCountHistory> followed() {
        Optional<BufferCountHistory> history = read();
        Optional<BufferCountHistory> next = configured.flatMap(count -> history
                .map(each -> each.changed(count))
                .orElseGet(() -> count == 1 ? Optional.empty() : Optional.of(beginning(count))));
        next.ifPresent(each -> replace(history, each));
        return next.or(() -> history);
    }

    /// All buffers that any batch was ever staged to, and perhaps more, in their order.
    ///
    /// @throws TableLostException       when the table does not know the buffers any more
    /// @throws IllegalArgumentException when the stream has several buffers, and the configuration does not name
    ///         `Lanes`
    public List<BufferNumber> buffers() {
        return buffers(read());
    }

    private boolean rests(BufferNumber number, Optional<BufferCountHistory> history) {
        long since = clock.instant().minus(foldedFor).minus(MARGIN).toEpochMilli();
        return number.value() > 0 && history.map(each -> !each.isInUseSince(number, since)).orElse(false);
    }

    /// One run of an hour's.
    private boolean isTheirTurn() {
        return clock.millis() / flushEvery.toMillis() % Math.max(1, RESTING_EVERY.dividedBy(flushEvery)) == 0;
    }

    /// For a stream that nothing was staged of, and of which nobody stages: its buffers begin at once.
    public void begin() {
        configured.filter(count -> count > 1).filter(_ -> read().isEmpty())
                .ifPresent(count -> replace(Optional.empty(), BufferCountHistory.ofNewStream(count)));
    }

    /// Returns the stream's buffers that the staging bucket knows of, for who makes the table again: all that could be
    /// in force.
    ///
    /// @throws IllegalArgumentException when there are several and the configuration does not name `Lanes`
    public List<BufferNumber> archived() {
        if (configured.isEmpty() && !archive.isEmpty()) {
            throw unnamed();
        }
        return archive.latest().map(changes -> upTo(new BufferCountHistory(changes, Long.MAX_VALUE, true).most()))
                .orElse(upTo(1));
    }

    /// Writes the history into a table that was made again, last of all: until then nobody stages and nothing is
    /// flushed. What was decided for arrival times that are still to come stays decided.
    public void recover() {
        archive.latest().ifPresent(changes -> {
            Optional<BufferCountHistory> found = log.bufferCounts();
            BufferCountHistory next = new BufferCountHistory(changes,
                    Math.max(changes.getLast().since(), later(clock.instant())), true);
            boolean known = found.map(each -> Collections.indexOfSubList(each.changes(), changes) == 0).orElse(false);
            if (!known && !log.moveBufferCounts(found, next)) {
                throw new StoreException(StoreException.Kind.UNKNOWN, "the lanes of stream " + stream
                        + " are not those that were just written; recover again");
            }
        });
    }

    /// Tests whether the table does not know buffers that were in force. It is asked again where it seems so: whoever
    /// was suspended between the two may have seen a stream before it had any.
    boolean isLost() {
        return log.bufferCounts().isEmpty() && !archive.isEmpty() && log.bufferCounts().isEmpty();
    }

    private Optional<BufferCountHistory> read() {
        Optional<BufferCountHistory> history = log.bufferCounts();
        if (history.isEmpty() && configured.isPresent() && !archive.isEmpty()) {
            throw new TableLostException(stream,
                    "it does not know the lanes of which " + BufferCountArchive.prefix(stream)
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

    private BufferCountHistory beginning(int buffers) {
        return BufferCountHistory.beginning(later(clock.instant()), buffers);
    }

    private static long later(Instant now) {
        return now.plus(BEGINS_AFTER).toEpochMilli();
    }

    /// Replaces the history; who was overtaken follows in the next run.
    private void replace(Optional<BufferCountHistory> expected, BufferCountHistory next) {
        try {
            log.moveBufferCounts(expected, next);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
        }
    }

    private static List<BufferNumber> buffers(Optional<BufferCountHistory> history) {
        return upTo(history.map(BufferCountHistory::most).orElse(1));
    }

    private static List<BufferNumber> upTo(int count) {
        return IntStream.range(0, count).mapToObj(BufferNumber::new).toList();
    }
}
