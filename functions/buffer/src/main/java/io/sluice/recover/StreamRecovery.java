package io.sluice.recover;

import io.sluice.buffers.BufferNumber;
import io.sluice.buffers.BufferNumbers;
import io.sluice.work.Deadline;
import java.util.List;
import java.util.function.Function;

/// Makes the index of each of a stream's buffers again, and then its buffers known: until they are, nobody stages to
/// them and nothing of the stream is flushed. One that is killed is run again. Safe for concurrent use.
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
        RecoverySummary summary = recoveries.apply(BufferNumber.FIRST).recover(deadline);
        for (BufferNumber number : buffers) {
            if (!number.equals(BufferNumber.FIRST) && summary.complete()) {
                summary = summary.and(recoveries.apply(number).recover(deadline));
            }
        }
        if (summary.complete()) {
            keeper.recover();
        }
        return summary;
    }
}
