package io.sluice.simulation.lake;

import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.simulation.Choices;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is agreed on in one world.
///
/// @param rejects      what becomes of an object with rejected records
/// @param settledAfter time after a day's end from which no further objects are expected in its folders
/// @param batchBytes   record bytes in a batch, few
/// @param days         the stream's retention by default
record Terms(Rejects rejects, Duration settledAfter, int batchBytes, Optional<Integer> days) {
    private static final Duration NEVER = Duration.ofDays(70);

    static Terms draw(Choices choices) {
        return new Terms(choices.pick(List.of(Rejects.REFUSE, Rejects.ACCEPT)),
                choices.pick(List.of(NEVER, NEVER, Duration.ofHours(14), Duration.ZERO)),
                choices.pick(List.of(1, 30, 1_000)), choices.pick(List.of(Optional.empty(), Optional.of(2))));
    }

    boolean acceptsRejects() {
        return rejects == Rejects.ACCEPT;
    }

    /// Whether objects may come when no further ones are expected.
    boolean settlesEarly() {
        return settledAfter.compareTo(NEVER) < 0;
    }
}
