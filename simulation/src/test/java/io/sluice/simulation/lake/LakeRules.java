package io.sluice.simulation.lake;

import io.sluice.layout.PrefixExpression;
import io.sluice.objects.ObjectKey;
import io.sluice.simulation.SimulatedRecord;
import io.sluice.simulation.Violation;
import io.sluice.source.SourceObject;
import io.sluice.testkit.memory.MemorySourceStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is true of a lake by what moves its days.
interface LakeRules {
    /// What flush runs and compactions wrote.
    Targets targets();

    /// The data bucket as its days are read.
    MemorySourceStore source();

    /// The stream's retention by default.
    Optional<Integer> days();

    /// Prefix of what delivered objects are compacted to; empty: they are not.
    Optional<PrefixExpression> compacted();

    /// Is told which version of a source object was just removed.
    ///
    /// @throws Violation when it had to stay
    void removed(SourceObject object, byte[] bytes);

    /// Somebody takes an object away that he has just made.
    ///
    /// @throws Violation when it is none of that sort
    void withdraws(ObjectKey key);

    /// Reads the bucket through its view.
    ///
    /// @throws Violation when a row is visible twice, or is not and must be
    void checkView();

    /// Tests whether an object that was written is read: by flush runs' rules, and by the view's where there is one.
    boolean isRead(String key);

    /// The writer of what is moved does something.
    void change();

    /// Rows of a key value that wait to be delivered, by whoever moves days.
    Set<String> staged(String key);

    /// Records that are of no batch of the stream.
    List<SimulatedRecord> records();
}
