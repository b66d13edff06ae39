package io.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.sluice.lane.Lane;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Goes through the lanes of a stream with what an event asks for: in invocations of their own where it can be, and one
/// after the other here. For one event.
///
/// @param <T> what comes of a lane
final class LaneRounds<T> {
    private final FlushEvent event;
    private final Wiring wiring;
    private final Optional<Consumer<byte[]>> start;

    /// @param context without one, all is done here; so is a drain, whose answer says what is left of all
    LaneRounds(FlushEvent event, Wiring wiring, @Nullable Context context) {
        this.event = event;
        this.wiring = wiring;
        this.start = event.drain() || event.lane().isPresent() ? Optional.empty() : wiring.itself(context);
    }

    /// A lane that goes wrong holds up no other; what went wrong is thrown in the end.
    ///
    /// @param lanes of the stream
    /// @return what came of those that were done here
    List<T> go(List<Lane> lanes, Function<Lane, Optional<T>> task) {
        List<T> done = new ArrayList<>();
        Optional<RuntimeException> failure = Optional.empty();
        for (Lane lane : here(lanes)) {
            try {
                task.apply(lane).ifPresent(done::add);
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

    private List<Lane> here(List<Lane> lanes) {
        if (event.lane().isPresent()) {
            Lane asked = event.lane().get();
            if (!lanes.contains(asked)) {
                throw new IllegalArgumentException("the stream has no " + asked + "; it has " + lanes.size());
            }
            return List.of(asked);
        }
        return lanes.stream().filter(lane -> !isStarted(lane)).toList();
    }

    /// Starts an invocation for a lane, and returns true if it was accepted; not for one beyond the number that is
    /// configured, of which little is left and with whose invocations nobody has reckoned. An invocation that may not
    /// have been accepted is made up for here: two at once do no harm.
    private boolean isStarted(Lane lane) {
        if (start.isEmpty() || lane.equals(Lane.FIRST) || lane.number() >= wiring.lanes().configured()) {
            return false;
        }
        try {
            start.get().accept(event.in(lane));
            return true;
        } catch (StoreException e) {
            wiring.telemetry().laneNotStarted(lane, e);
            return false;
        }
    }
}
