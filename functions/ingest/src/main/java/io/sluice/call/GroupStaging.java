package io.sluice.call;

import io.sluice.position.RecordName;
import io.sluice.work.Deadline;
import java.util.Map;
import java.util.Set;

/// Stages groups of calls. Safe for concurrent use.
@FunctionalInterface
public interface GroupStaging {
    /// When it returns, the records of all calls of the group are staged, but for those of `failed`.
    ///
    /// @param life of the group: nothing is committed when it is over
    /// @throws io.sluice.objects.StoreException when nothing is promised: all calls must come again
    Outcome stage(CallGroup group, Deadline life);

    /// What became of a group.
    ///
    /// @param repeated ids of the calls that were staged before
    /// @param failed   why, by id of the call: it alone could not be staged
    record Outcome(Set<RecordName> repeated, Map<RecordName, RuntimeException> failed) {
        public Outcome {
            repeated = Set.copyOf(repeated);
            failed = Map.copyOf(failed);
        }
    }
}
