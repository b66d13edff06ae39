package io.sluice.simulation;

import io.sluice.objects.StoreException;

/// Which endings of an invocation are in order.
final class Failures {
    private Failures() {}

    /// An invocation may fail because a store failed; any other exception is a defect.
    static void check(Actor actor) {
        switch (actor.failure()) {
            case null -> {
            }
            case StoreException _ -> {
            }
            case Violation violation -> throw violation;
            case Throwable failure -> {
                Violation violation = new Violation(actor + " ended with " + failure);
                violation.initCause(failure);
                throw violation;
            }
        }
    }

    /// When nothing goes wrong any more, nothing may fail.
    static void checkReturned(Actor actor) {
        check(actor);
        Throwable failure = actor.failure();
        if (failure != null) {
            Violation violation = new Violation(actor + " failed although nothing went wrong: " + failure);
            violation.initCause(failure);
            throw violation;
        }
    }
}
