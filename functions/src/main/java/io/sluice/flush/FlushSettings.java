package io.sluice.flush;

import io.sluice.manifest.PlanSettings;

/// What a flush run depends on besides its ports.
///
/// @param stream            the buffer's name: the stream's, or one that no stream has
/// @param waveBytesMax      staged bytes held in memory at once while delivering ([WaveBudget])
/// @param directoryBytesMax directory bytes folded at once
/// @param slicing           when deliveries are shared out among invocations
/// @param released          what becomes of segments that were delivered
public record FlushSettings(String stream, PlanSettings plan, long waveBytesMax, long directoryBytesMax,
        Slicing slicing, ReleasedSegments released) {
    /// The same, where segments are deleted as soon as nothing refers to them.
    public FlushSettings(String stream, PlanSettings plan, long waveBytesMax, long directoryBytesMax,
            Slicing slicing) {
        this(stream, plan, waveBytesMax, directoryBytesMax, slicing, ReleasedSegments.DELETED);
    }

    /// The same, in one invocation.
    public FlushSettings(String stream, PlanSettings plan, long waveBytesMax, long directoryBytesMax) {
        this(stream, plan, waveBytesMax, directoryBytesMax, Slicing.OFF);
    }

    /// The same in another buffer of the stream.
    public FlushSettings in(String buffer) {
        return new FlushSettings(buffer, plan.in(buffer), waveBytesMax, directoryBytesMax, slicing, released);
    }
}
