package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.buffers.BufferNumber;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Goes through the buffers of a stream with what an event asks for: in invocations of their own where it can be, and
/// one after the other here. For one event.
///
/// @param <T> what comes of a buffer
final class BufferRounds<T> {
    private final FlushEvent event;
    private final Wiring wiring;
    private final Optional<Consumer<byte[]>> start;

    /// @param context without one, all is done here; so is a drain, whose answer says what is left of all
    BufferRounds(FlushEvent event, Wiring wiring, @Nullable Context context) {
        this.event = event;
        this.wiring = wiring;
        this.start = event.drain() || event.buffer().isPresent() ? Optional.empty() : wiring.itself(context);
    }

    /// A buffer that goes wrong holds up no other; what went wrong is thrown in the end.
    ///
    /// @param buffers of the stream
    /// @return what came of those that were done here
    List<T> go(List<BufferNumber> buffers, Function<BufferNumber, Optional<T>> task) {
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
        if (event.buffer().isPresent()) {
            BufferNumber asked = event.buffer().get();
            if (!buffers.contains(asked)) {
                throw new IllegalArgumentException("the stream has no " + asked + "; it has " + buffers.size());
            }
            return List.of(asked);
        }
        return buffers.stream().filter(number -> !isStarted(number)).toList();
    }

    /// Starts an invocation for a buffer, and returns true if it was accepted; not for one beyond the number that is
    /// configured, of which little is left and with whose invocations nobody has reckoned. An invocation that may not
    /// have been accepted is made up for here: two at once do no harm.
    private boolean isStarted(BufferNumber number) {
        if (start.isEmpty() || number.equals(BufferNumber.FIRST) || number.value() >= wiring.buffers().configured()) {
            return false;
        }
        try {
            start.get().accept(event.in(number));
            return true;
        } catch (StoreException e) {
            wiring.telemetry().bufferNotStarted(number, e);
            return false;
        }
    }
}
