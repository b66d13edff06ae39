package io.sluice.simulation;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.flush.TableLostException;
import io.sluice.input.InputException;
import io.sluice.objects.StoreException;
import io.sluice.recover.RecoveryRefusedException;

/// Which endings of an invocation are in order.
final class Failures {
    private Failures() {}

    /// An invocation may fail because a store failed, because the table is lost when it is, or because an object is
    /// damaged that it names; any other exception is a defect.
    static void check(Actor actor, World world) {
        switch (actor.failure()) {
            case null -> {
            }
            case StoreException _ -> {
            }
            case InputException e when e.isTemporary() -> {
            }
            case TableLostException _ when world.ledger().isTableLost() -> world.reached().note(
                    world.watch().isSetBack() ? RareState.TABLE_SET_BACK_NOTICED : RareState.TABLE_LOSS_NOTICED);
            case MalformedEncodingException e when namesDamage(e, world) ->
                world.reached().note(RareState.MANIFEST_DAMAGED,
                        String.valueOf(e.getMessage()).contains("manifests/"));
            case TableLostException e when namesDamage(e, world) -> {
            }
            case RecoveryRefusedException e when namesDamage(e, world) -> {
            }
            case Violation violation -> throw violation;
            case Throwable failure -> {
                Violation violation = new Violation(actor + " ended with " + failure);
                violation.initCause(failure);
                throw violation;
            }
        }
    }

    private static boolean namesDamage(RuntimeException failure, World world) {
        return world.resting().isNamedIn(String.valueOf(failure.getMessage()));
    }

    /// When nothing goes wrong any more, nothing may fail.
    static void checkReturned(Actor actor, World world) {
        check(actor, world);
        Throwable failure = actor.failure();
        if (failure != null) {
            Violation violation = new Violation(actor + " failed although nothing went wrong: " + failure);
            violation.initCause(failure);
            throw violation;
        }
    }
}
