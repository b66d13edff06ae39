package io.sluice.flush;

import io.sluice.manifest.PlanSettings;
import io.sluice.manifest.SealingLimits;

/// The settings of a flush run, besides its ports.
///
/// @param flushMemoryBytesMax      staged bytes held in memory at once while delivering ([ReadAheadBudget])
/// @param directoryBytesMax directory bytes folded at once
/// @param slicing           when deliveries are shared out among invocations
/// @param released          what becomes of segments that were delivered
/// @param sealing           when ids of folded batches leave the manifest
public record FlushSettings(PlanSettings plan, long flushMemoryBytesMax, long directoryBytesMax,
        Slicing slicing, ReleasedSegments released, SealingLimits sealing) {
    /// The same, with the usual bounds on what a manifest holds of folded batches.
    public FlushSettings(PlanSettings plan, long flushMemoryBytesMax, long directoryBytesMax,
            Slicing slicing, ReleasedSegments released) {
        this(plan, flushMemoryBytesMax, directoryBytesMax, slicing, released, SealingLimits.USUAL);
    }

    /// The same, where segments are deleted as soon as nothing refers to them.
    public FlushSettings(PlanSettings plan, long flushMemoryBytesMax, long directoryBytesMax,
            Slicing slicing) {
        this(plan, flushMemoryBytesMax, directoryBytesMax, slicing, ReleasedSegments.DELETED);
    }

    /// The same, in one invocation.
    public FlushSettings(PlanSettings plan, long flushMemoryBytesMax, long directoryBytesMax) {
        this(plan, flushMemoryBytesMax, directoryBytesMax, Slicing.OFF);
    }

    /// The same in another buffer of the stream.
    public FlushSettings in(String buffer) {
        return new FlushSettings(plan.in(buffer), flushMemoryBytesMax, directoryBytesMax, slicing, released,
                sealing);
    }
}
