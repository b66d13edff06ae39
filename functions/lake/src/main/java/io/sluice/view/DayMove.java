package io.sluice.view;

import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceListing;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The move of days that are over to other objects, behind a view. Its steps may be carried out by anyone, any number
/// of times, at once, and be killed anywhere: [#plan], [#join] for each unit of the plan, [#settle], and once readers
/// see that, [#remove] and [#end]. Safe for concurrent use.
///
/// At every moment a row is visible once through the view: the watermark alone decides, one version of which hides a
/// plan's sources and shows what was made of them.
///
/// @param <P> the plan of a day
public interface DayMove<P extends PlannedDay> {
    /// The days that are moved, and the view over them.
    MovedDays days();

    /// Lists the objects that may be moved.
    SourceListing list();

    /// Brings the view up to date with what came late to moved days.
    ///
    /// @param troubles takes a sentence for each day of which that can't be told, since its plan is damaged or gone
    void refresh(SourceListing listing, Consumer<String> troubles);

    /// The days that are to be moved, oldest first.
    List<LocalDate> due(SourceListing listing);

    /// Decides what is moved of a day: what the listing has of it, unless it is decided already. Publishes the view
    /// first, so that whoever reads through it never sees a day of which it does not know.
    ///
    /// @return empty when there is nothing to be moved, or another run has moved the day meanwhile
    /// @throws io.sluice.encoding.MalformedEncodingException naming the plan's key and the remedy when it is damaged,
    ///     and cannot be made anew
    Optional<P> plan(LocalDate day, SourceListing listing);

    /// The outcome of a unit.
    sealed interface Joined {
        /// Its object is there; nobody sees it through the view yet.
        record Written() implements Joined {}

        /// Its records are staged, and will be delivered.
        record Staged(long records, long rejected) implements Joined {}

        /// It stays where it is, for good.
        record LeftOut(String why) implements Joined {}

        /// Something of it is another object by now, or gone: [#abandon] its plan.
        record Changed(String why) implements Joined {}

        /// It cannot be moved, and so its day cannot, until that is cured.
        record Blocked(String why) implements Joined {}
    }

    /// Makes other objects of a unit, or stages its records for that, unless it is done.
    ///
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    /// @throws io.sluice.work.OutOfTimeException when the time left is too short for it: nothing came of it
    Joined join(P plan, int unit, Deadline deadline);

    /// The outcome of a plan.
    sealed interface Settled {
        /// The view reads what was made, and the plan's sources no more.
        ///
        /// @param objects that were written
        record Shown(long objects) implements Settled {}

        /// Another run gave the plan up; what it made is not read.
        record Superseded() implements Settled {}

        /// Something of it is gone: [#abandon] it.
        record Changed(String why) implements Settled {}

        /// Time ran out: settle again.
        record Unfinished() implements Settled {}

        /// The day stays as it is; a later run carries on.
        record Blocked(String why) implements Settled {}
    }

    /// Moves the watermark over a plan whose units are all done, in one step.
    Settled settle(P plan, Deadline deadline);

    /// Gives up a plan of which something changed, for good, and removes what it made: nobody has seen it. One that is
    /// moved already stays.
    void abandon(P plan);

    /// The time at which the sources of a day may go.
    ///
    /// @param <P> the plan of a day
    sealed interface Due<P> {
        /// Those of this plan.
        record Now<P>(P plan) implements Due<P> {}

        /// Not before.
        record Later<P>(Instant from) implements Due<P> {}

        /// None are hidden: another run removed them.
        record Done<P>() implements Due<P> {}

        /// Nobody knows which they are until that is cured.
        record Doubted<P>(String why) implements Due<P> {}
    }

    /// Asks when the sources of a moved day may go: never before the view that every reader sees has the day.
    ///
    /// @throws DayMoveException when the day is not moved
    Due<P> removal(LocalDate day);

    /// The stored bytes of what is removed at a time, in order.
    List<Long> removals(P plan);

    /// The outcome of a removal.
    sealed interface Removed {
        /// They are gone.
        record Gone(int objects) implements Removed {}

        /// They may be removed from then on.
        record Later(Instant from) implements Removed {}

        /// Some of them are others by now. They stay, and stay out of the view.
        record Kept(List<ObjectKey> changed) implements Removed {}

        /// Nothing is removed: what was made of them does not hold them, or was not counted to.
        record Doubted(List<String> why) implements Removed {}
    }

    /// Removes sources of a plan that is [Due.Now]: never an object that changed since, and none where a count does not
    /// show that all of it was moved.
    ///
    /// @param removal which of [#removals]
    /// @throws io.sluice.objects.StoreException when a request failed: try again
    Removed remove(P plan, int removal);

    /// Says that a plan's sources are gone: the view reads all that is in their place from now on.
    ///
    /// @return the keys that are still there, and then nothing is said
    List<ObjectKey> end(P plan);
}
