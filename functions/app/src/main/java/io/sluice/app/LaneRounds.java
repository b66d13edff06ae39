package io.sluice.app;

import io.sluice.lane.Lane;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Goes through the lanes of a stream with one task: in invocations of their own where it can be, and one after the
/// other here. For one call.
///
/// @param configured number of lanes that may have invocations of their own; of those beyond it little is left, and
///     nobody has reckoned with their invocations
/// @param asked      the one lane that is meant; empty: all
record LaneRounds(int configured, Optional<Lane> asked, Optional<RunContext.Others> others, Telemetry telemetry) {
    /// A lane that goes wrong holds up no other; what went wrong is thrown in the end.
    ///
    /// @param lanes of the stream
    /// @return the results of those that were done here
    <T> List<T> go(List<Lane> lanes, Function<Lane, Optional<T>> task) {
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
        if (asked.isPresent()) {
            if (!lanes.contains(asked.get())) {
                throw new IllegalArgumentException("the stream has no " + asked.get() + "; it has " + lanes.size());
            }
            return List.of(asked.get());
        }
        return lanes.stream().filter(lane -> !isStarted(lane)).toList();
    }

    /// Starts an invocation for a lane, and returns true if it was accepted. One that may not have been accepted is
    /// made up for here: two at once do no harm.
    private boolean isStarted(Lane lane) {
        if (others.isEmpty() || lane.equals(Lane.FIRST) || lane.number() >= configured) {
            return false;
        }
        try {
            others.get().start(lane, Optional.empty());
            return true;
        } catch (StoreException e) {
            telemetry.laneNotStarted(lane, e);
            return false;
        }
    }
}
