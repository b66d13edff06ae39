package io.sluice.retention;

import io.sluice.layout.KeyPath;
import io.sluice.layout.PathTime;
import io.sluice.objects.ObjectInfo;
import java.time.Instant;
import java.util.Optional;

/// Decides about objects. A pure function of what a listing says of them.
final class Judge {
    private final Cutoffs cutoffs;
    private final InFlight inFlight;
    private final boolean everyTime;

    private Judge(Cutoffs cutoffs, InFlight inFlight, boolean everyTime) {
        this.cutoffs = cutoffs;
        this.inFlight = inFlight;
        this.everyTime = everyTime;
    }

    /// Returns a judge for which objects are due that are older than their rule.
    static Judge byAge(Cutoffs cutoffs, InFlight inFlight) {
        return new Judge(cutoffs, inFlight, false);
    }

    /// Returns a judge for which the objects of a key value are due, whatever their time.
    static Judge ofAnyAge(Cutoffs cutoffs, InFlight inFlight) {
        return new Judge(cutoffs, inFlight, true);
    }

    enum Verdict {
        /// It goes.
        DUE,
        /// It is of other key values, or not old enough.
        STAYS,
        /// It goes once no flush run can write it again.
        IN_FLIGHT,
        /// It is not of the stream's layout, or its name is not of the stream's objects.
        FOREIGN,
        /// Its key values can be read in two ways.
        AMBIGUOUS,
        /// Its date does not parse.
        UNREADABLE
    }

    Verdict judge(KeyPath.Found found, ObjectInfo object) {
        return switch (found) {
            case KeyPath.Found.Foreign() -> Verdict.FOREIGN;
            case KeyPath.Found.Ambiguous() -> Verdict.AMBIGUOUS;
            case KeyPath.Found.At(KeyPath path) ->
                cutoffs.of(path.values()).map(cutoff -> judge(path, object, cutoff)).orElse(Verdict.STAYS);
        };
    }

    private Verdict judge(KeyPath path, ObjectInfo object, Instant cutoff) {
        if (!everyTime) {
            Optional<Instant> end = end(path.time(), object);
            if (end.isEmpty()) {
                return Verdict.UNREADABLE;
            }
            if (end.get().isAfter(cutoff)) {
                return Verdict.STAYS;
            }
        }
        return inFlight.mayWrite(object) ? Verdict.IN_FLIGHT : Verdict.DUE;
    }

    /// Returns the end of the object's time; empty when its date does not parse.
    private static Optional<Instant> end(PathTime time, ObjectInfo object) {
        return switch (time) {
            case PathTime.None() -> Optional.of(object.modified());
            case PathTime.Unreadable() -> Optional.empty();
            case PathTime.Between(Instant _,Instant to) -> Optional.of(to);
        };
    }

    /// Tests whether nothing that was listed by now may go, since flush runs have begun to write.
    boolean isOvertaken() {
        return inFlight.begun().getAsBoolean();
    }

    /// Returns the rules by which something can be due below a folder.
    Cutoffs.Below below(KeyPath folder) {
        return cutoffs.below(folder.values(), switch (folder.time()) {
            case PathTime.Between(Instant from,Instant to) -> folder.hasDatesBelow() ? from : to.minusNanos(1);
            case PathTime.None(),PathTime.Unreadable() -> Instant.MIN;
        });
    }

    /// Tests whether the age of what a rule is for below cannot be told, since the folder's date does not parse.
    boolean cannotTell(KeyPath folder) {
        return !everyTime && folder.time() instanceof PathTime.Unreadable && !below(folder).isNothing();
    }

    /// Tests whether further levels would tell nothing of what is due below: its objects can be listed at once.
    boolean isNarrow(KeyPath folder) {
        Optional<Instant> cutoff = below(folder).all();
        if (cutoff.isEmpty()) {
            return false;
        }
        return everyTime || !folder.hasDatesBelow()
                || (folder.time() instanceof PathTime.Between(Instant _,Instant to) && !to.isAfter(cutoff.get()));
    }
}
