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
    /// What the mark says.
    ///
    /// @param unreadable segments that could not be read and are to be taken once they can; none unless the recovery is
    ///        [open][RecoveryProgress#OPEN]
    record Standing(RecoveryProgress progress, Set<ObjectKey> unreadable) {
        public static final Standing NONE = new Standing(RecoveryProgress.NONE, Set.of());
        static final Standing BEGUN = new Standing(RecoveryProgress.BEGUN, Set.of());
        static final Standing ENDED = new Standing(RecoveryProgress.ENDED, Set.of());

        public Standing {
            unreadable = Collections.unmodifiableSortedSet(new TreeSet<>(unreadable));
            if (!unreadable.isEmpty() && progress != RecoveryProgress.OPEN) {
                throw new IllegalArgumentException("a recovery that is " + progress + " names " + unreadable);
            }
        }
    }

    /// Read consistently.
    Standing read();

    /// Moves the mark on, never back: a copy of an earlier request that arrives late changes nothing.
    ///
    /// @param standing with any progress but [RecoveryProgress#NONE]
    void write(Standing standing);
}
