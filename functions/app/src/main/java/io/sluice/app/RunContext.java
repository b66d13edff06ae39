package io.sluice.app;

import io.sluice.buffers.BufferNumber;
import io.sluice.flush.DeliverySlice;
import io.sluice.work.Deadline;
import java.util.Optional;

/// The circumstances of one call.
///
/// @param request  its name, for those of its runs
/// @param deadline the time that is left for it
/// @param number   the one buffer that is meant; empty: all of the stream's
/// @param others   empty where all is done by the caller
public record RunContext(String request, Deadline deadline, Optional<BufferNumber> number, Optional<Others> others) {
    /// A call that has time, for all buffers, and no other beside it.
    public static final RunContext ALONE = new RunContext("", Deadline.NONE, Optional.empty(), Optional.empty());

    /// The invocations that one may start beside itself.
    @FunctionalInterface
    public interface Others {
        /// Starts one and does not wait for it.
        ///
        /// @param slice what it delivers; empty: it does what the caller was asked for, in the buffer
        /// @throws io.sluice.objects.StoreException when it may not have been accepted
        void start(BufferNumber number, Optional<DeliverySlice> slice);
    }
}
