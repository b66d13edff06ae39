package io.sluice.buffers;

import io.sluice.flush.TableLostException;
import io.sluice.objects.StoreException;
import java.time.Duration;
import java.util.Optional;

/// Tells how many buffers a stream has for a batch by the history in its table, and has it decided where it is not yet.
/// What it has read once holds for good as far as it is decided, so a copy is never too old, whatever clocks say and
/// however long an environment was frozen: it is read again for what arrived later. Safe for concurrent use.
///
/// Where there is no history there is one buffer, for half an hour of arrival times; one that begins does so
/// [later][BufferNumbers#BEGINS_AFTER] than that.
public final class DecidedBufferCount implements BufferCount {
    /// The time by which the number is decided ahead of what arrived: a change comes into force after so long.
    static final Duration AHEAD = Duration.ofMinutes(10);
    /// The time for which nobody asks again whether there is a history.
    static final Duration NONE_HOLDS_FOR = Duration.ofMinutes(30);
    /// Each time somebody else has moved the history on.
    private static final int ATTEMPTS_MAX = 5;

    private final String stream;
    private final BufferCountLog log;
    private final BufferCountArchive archive;
    private volatile Known known = new Known(Optional.empty(), Long.MIN_VALUE);

    public DecidedBufferCount(String stream, BufferCountLog log, BufferCountArchive archive) {
        this.stream = stream;
        this.log = log;
        this.archive = archive;
    }

    /// The history as it was read.
    ///
    /// @param until it holds for arrival times below this
    private record Known(Optional<BufferCountHistory> history, long until) {
        static Known of(BufferCountHistory history) {
            return new Known(Optional.of(history), history.until());
        }

        int buffers(long arrival) {
            return history.map(each -> each.buffers(arrival)).orElse(1);
        }
    }

    @Override
    public int at(long oldestArrival) {
        Known now = known;
        return oldestArrival < now.until ? now.buffers(oldestArrival) : look(oldestArrival);
    }

    private synchronized int look(long arrival) {
        if (arrival >= known.until) {
            known = decided(arrival);
        }
        return known.buffers(arrival);
    }

    private Known decided(long arrival) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            Optional<BufferCountHistory> read = log.bufferCounts();
            if (read.isEmpty()) {
                if (archive.isEmpty()) {
                    return new Known(Optional.empty(), arrival + NONE_HOLDS_FOR.toMillis());
                }
                requireHistory();
                continue;
            }
            if (read.get().decides(arrival)) {
                return Known.of(read.get());
            }
            Optional<BufferCountHistory> extended = extend(read.get(), arrival);
            if (extended.isPresent()) {
                return Known.of(extended.get());
            }
        }
        throw new StoreException(StoreException.Kind.UNAVAILABLE, "The lanes of stream " + stream + " were decided by"
                + " others " + ATTEMPTS_MAX + " times while a batch waited for it; it must come again");
    }

    /// An outcome that is not known is settled by the next look.
    private Optional<BufferCountHistory> extend(BufferCountHistory history, long arrival) {
        if (!history.kept()) {
            archive.keep(history);
        }
        BufferCountHistory extended = history.extended(arrival + AHEAD.toMillis());
        try {
            return log.moveBufferCounts(Optional.of(history), extended) ? Optional.of(extended) : Optional.empty();
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.UNKNOWN) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /// Asks the table again, which did not know what was in force: whoever was suspended before it looked for what is
    /// kept may have seen a stream that had not begun with it.
    private void requireHistory() {
        if (log.bufferCounts().isEmpty()) {
            throw new TableLostException(stream,
                    "it does not know the lanes of which " + BufferCountArchive.prefix(stream)
                            + " tells");
        }
    }
}
