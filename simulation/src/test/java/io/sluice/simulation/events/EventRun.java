package io.sluice.simulation.events;

import io.sluice.simulation.Actor;
import java.util.function.Consumer;

/// A publisher at work. Not safe for concurrent use.
final class EventRun {
    private final Actor actor;
    private EventStream.View begun;
    private boolean met;
    private boolean whole;

    /// @param begun what there was
    EventRun(String name, long now, EventStream.View begun, Consumer<EventRun> work) {
        this.begun = begun;
        this.actor = new Actor(name, now, () -> work.accept(this));
    }

    Actor actor() {
        return actor;
    }

    /// It makes its first request.
    void begins(EventStream.View now) {
        begun = now;
    }

    /// What there was when it began.
    EventStream.View begun() {
        return begun;
    }

    /// Another one is at work.
    void meets() {
        met = true;
    }

    /// Whether another one was at work while it was.
    boolean hasMet() {
        return met;
    }

    /// It ended, and nothing failed.
    void returns() {
        whole = true;
    }

    boolean hasReturned() {
        return whole;
    }
}
