package io.sluice.recover;

import io.sluice.index.RecoveryProgress;
import io.sluice.objects.ObjectKey;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// Says in the table how far a recovery of it got, so that one that was killed is taken up again, and what it wrote is
/// not taken for somebody else's. Safe for concurrent use.
///
/// Every method throws [io.sluice.objects.StoreException] and may be repeated whatever its outcome was.
public interface RecoveryMark {
    /// The content of the mark.
    ///
    /// @param unreadable segments that could not be read and are to be taken once they can, or that could not be
    ///        decided
    ///        on; none where the recovery [has ended][RecoveryProgress#ENDED]
    /// @param cursor     segments up to this key have been gone through; empty: none have, or all
    record Standing(RecoveryProgress progress, Set<ObjectKey> unreadable, String cursor) {
        public static final Standing NONE = new Standing(RecoveryProgress.NONE, Set.of());
        static final Standing BEGUN = new Standing(RecoveryProgress.BEGUN, Set.of());
        static final Standing ENDED = new Standing(RecoveryProgress.ENDED, Set.of());

        public Standing {
            unreadable = Collections.unmodifiableSortedSet(new TreeSet<>(unreadable));
            boolean goesOn = progress == RecoveryProgress.BEGUN || progress == RecoveryProgress.OPEN;
            if ((!unreadable.isEmpty() && !goesOn) || (!cursor.isEmpty() && progress != RecoveryProgress.BEGUN)) {
                throw new IllegalArgumentException(
                        "a recovery that is " + progress + " at '" + cursor + "' names " + unreadable);
            }
        }

        public Standing(RecoveryProgress progress, Set<ObjectKey> unreadable) {
            this(progress, unreadable, "");
        }

        static Standing begun(Set<ObjectKey> unreadable, String cursor) {
            return new Standing(RecoveryProgress.BEGUN, unreadable, cursor);
        }
    }

    /// Read consistently.
    Standing read();

    /// Moves the mark on, never back: a copy of an earlier request that arrives late changes nothing.
    ///
    /// @param standing with any progress but [RecoveryProgress#NONE]
    void write(Standing standing);
}
