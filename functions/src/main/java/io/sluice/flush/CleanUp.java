package io.sluice.flush;

import io.sluice.index.BufferIndex;
import io.sluice.manifest.Plan;
import io.sluice.objects.ObjectStore;

/// Deletes what a committed plan no longer needs. Whatever a crash leaves here is harmless: entries are recognised as folded
/// by the next run, segments are found by the sweep.
final class CleanUp {
    private final String stream;
    private final ObjectStore staging;
    private final BufferIndex index;

    CleanUp(String stream, ObjectStore staging, BufferIndex index) {
        this.stream = stream;
        this.staging = staging;
        this.index = index;
    }

    /// @param plan one whose manifest is current
    void after(Plan plan) {
        if (!plan.consumed().isEmpty()) {
            index.delete(plan.consumed());
        }
        if (!plan.released().isEmpty()) {
            staging.delete(plan.released().stream().map(segment -> segment.key(stream)).toList());
        }
    }
}
