package io.sluice.recover;

import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.index.RecoveryProgress;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Makes the index of each of a stream's buffers again, and then its buffers known: until they are, nothing of the
/// stream is flushed. One that is killed is run again. Safe for concurrent use.
///
/// What it refuses to begin for it asks of all buffers first. Then the first buffer is marked as one whose recovery has
/// begun, and it is recovered last: receipts are the stream's, and whoever stages by them goes by the first buffer's
/// state. So nobody does before the receipts of all buffers are there, nor while an empty table is half filled. (ADR
/// 0119)
public final class StreamRecovery {
    private final BufferNumbers keeper;
    private final Function<BufferNumber, Recovery> recoveries;

    /// @param recoveries of one buffer, by its number
    public StreamRecovery(BufferNumbers keeper, Function<BufferNumber, Recovery> recoveries) {
        this.keeper = keeper;
        this.recoveries = recoveries;
    }

    /// As [Recovery#recover], of all buffers.
    ///
    /// @throws IllegalArgumentException when the stream has several buffers and the configuration does not name
    ///         `Lanes`; nothing was changed
    public RecoverySummary recover(Deadline deadline) {
        List<BufferNumber> buffers = keeper.archived();
        RecoverySummary summary = buffers.size() == 1
                ? recoveries.apply(BufferNumber.FIRST).recover(deadline)
                : recover(buffers, deadline);
        if (summary.complete()) {
            keeper.recover();
        }
        return summary;
    }

    /// What could not be read is taken in a further recovery, when all buffers are known and the flusher may have
    /// folded what else there is.
    private RecoverySummary recover(List<BufferNumber> buffers, Deadline deadline) {
        if (recoveries.apply(BufferNumber.FIRST).isThrough()) {
            keeper.recover();
            return each(buffers, number -> recoveries.apply(number).recover(deadline));
        }
        begin(buffers);
        return each(buffers, number -> recoveries.apply(number).goThrough(deadline));
    }

    /// The first buffer last; nothing more when time ran out.
    private static RecoverySummary each(List<BufferNumber> buffers, Function<BufferNumber, RecoverySummary> recovery) {
        Optional<RecoverySummary> others = Optional.empty();
        for (BufferNumber number : buffers.subList(1, buffers.size())) {
            RecoverySummary next = recovery.apply(number);
            others = others.map(each -> each.and(next)).or(() -> Optional.of(next));
            if (!next.complete()) {
                return others.get();
            }
        }
        RecoverySummary first = recovery.apply(BufferNumber.FIRST);
        return others.map(first::and).orElse(first);
    }

    /// Whoever carries on finds the first buffer's mark, and asks no more for all of them.
    private void begin(List<BufferNumber> buffers) {
        Recovery first = recoveries.apply(BufferNumber.FIRST);
        if (first.progress() == RecoveryProgress.NONE) {
            buffers.forEach(number -> recoveries.apply(number).requireThatItMayBegin());
            first.begin();
        }
    }
}
