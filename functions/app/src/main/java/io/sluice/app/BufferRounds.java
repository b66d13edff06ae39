package io.sluice.app;

import io.sluice.buffers.BufferNumber;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Goes through the buffers of a stream with one task: in invocations of their own where it can be, and one after the
/// other here. For one call.
///
/// @param configured number of buffers that may have invocations of their own; of those beyond it little is left, and
///     nobody has reckoned with their invocations
/// @param asked      the one buffer that is meant; empty: all
record BufferRounds(int configured, Optional<BufferNumber> asked, Optional<RunContext.Others> others,
        Telemetry telemetry) {
    /// A buffer that goes wrong holds up no other; what went wrong is thrown in the end.
    ///
    /// @param buffers of the stream
    /// @return the results of those that were done here
    <T> List<T> go(List<BufferNumber> buffers, Function<BufferNumber, Optional<T>> task) {
        List<T> done = new ArrayList<>();
        Optional<RuntimeException> failure = Optional.empty();
        for (BufferNumber number : here(buffers)) {
            try {
                task.apply(number).ifPresent(done::add);
            } catch (RuntimeException e) {
                failure.ifPresent(e::addSuppressed);
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return done;
    }

    private List<BufferNumber> here(List<BufferNumber> buffers) {
        if (asked.isPresent()) {
            if (!buffers.contains(asked.get())) {
                throw new IllegalArgumentException("the stream has no " + asked.get() + "; it has " + buffers.size());
            }
            return List.of(asked.get());
        }
        return buffers.stream().filter(number -> !isStarted(number)).toList();
    }

    /// Starts an invocation for a buffer, and returns true if it was accepted. One that may not have been accepted is
    /// made up for here: two at once do no harm.
    private boolean isStarted(BufferNumber number) {
        if (others.isEmpty() || number.equals(BufferNumber.FIRST) || number.value() >= configured) {
            return false;
        }
        try {
            others.get().start(number, Optional.empty());
            return true;
        } catch (StoreException e) {
            telemetry.bufferNotStarted(number, e);
            return false;
        }
    }
}
