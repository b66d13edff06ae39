package io.sluice.app;

import io.sluice.call.Call;
import io.sluice.call.CallGroup;
import io.sluice.call.GroupStaging;
import io.sluice.ingest.FunctionUnavailableException;
import io.sluice.ingest.Ingest;
import io.sluice.ingest.StagedCalls;
import io.sluice.objects.StoreException;
import io.sluice.position.RecordName;
import io.sluice.work.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Stages groups of calls. A group that fails for the sake of some of its calls is staged without them. Safe for
/// concurrent use.
record CallStaging(Supplier<Ingest> ingest, Telemetry telemetry) implements GroupStaging {
    @Override
    public Outcome stage(CallGroup group, Deadline life) {
        try {
            return staged(group, life, Map.of());
        } catch (StoreException | FunctionUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            Map<RecordName, RuntimeException> guilty = guilty(group);
            if (guilty.isEmpty() || guilty.size() == group.calls().size()) {
                throw e;
            }
            return staged(group.without(guilty.keySet()), life, guilty);
        }
    }

    private Outcome staged(CallGroup group, Deadline life, Map<RecordName, RuntimeException> failed) {
        StagedCalls staged = ingest.get().acceptCalls(group.batch(), life);
        telemetry.staged(staged.summary());
        return new Outcome(Set.copyOf(staged.repeated()), failed);
    }

    /// The calls whose records alone fail in the same way, on their way to the staging bucket; nothing is put there.
    private Map<RecordName, RuntimeException> guilty(CallGroup group) {
        Map<RecordName, RuntimeException> guilty = new HashMap<>();
        for (Call call : group.calls()) {
            try {
                ingest.get().rehearse(new CallGroup(group.stream(), List.of(call)).batch());
            } catch (RuntimeException e) {
                guilty.put(call.id(), e);
            }
        }
        return guilty;
    }
}
