package io.sluice.simulation.lake;

import io.sluice.simulation.Actor;
import io.sluice.simulation.Violation;
import java.util.List;
import java.util.Optional;

/// Makes invocations that move a lake's days.
interface Mover {
    /// A manifest that was damaged on its way holds up what is told of a day, until the next run.
    static void tolerate(String trouble) {
        if (!trouble.startsWith("it cannot be told what day")) {
            throw new IllegalStateException(trouble);
        }
    }

    /// A whole run; empty while enough are under way.
    Optional<Actor> run(List<Actor> actors);

    /// A single step that a run handed on, perhaps long ago; empty when there is none.
    Optional<Actor> step();

    /// A run that has all the time it needs, and leaves nothing undone.
    Actor last();

    /// Judges what was moved, when all is calm and some last runs were made.
    ///
    /// @throws Violation when anything is wrong
    void judge();
}
