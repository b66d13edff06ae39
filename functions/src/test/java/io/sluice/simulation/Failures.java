package io.sluice.simulation;

import io.sluice.flush.TableLostException;
import io.sluice.objects.StoreException;

/// Which endings of an invocation are in order.
final class Failures {
    private Failures() {}

    /// An invocation may fail because a store failed, or because the table is lost when it is; any other exception is a defect.
    static void check(Actor actor, Ledger ledger) {
        switch (actor.failure()) {
            case null -> {
            }
            case StoreException _ -> {
            }
            case TableLostException _ when ledger.isTableLost() -> {
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
    static void checkReturned(Actor actor, Ledger ledger) {
        check(actor, ledger);
        Throwable failure = actor.failure();
        if (failure != null) {
            Violation violation = new Violation(actor + " failed although nothing went wrong: " + failure);
            violation.initCause(failure);
            throw violation;
        }
    }
}
