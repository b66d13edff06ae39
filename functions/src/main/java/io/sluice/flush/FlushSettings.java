package io.sluice.flush;

import io.sluice.manifest.PlanSettings;

/// What a flush run depends on besides its ports.
///
/// @param waveBytesMax      staged bytes held in memory at once while delivering
/// @param directoryBytesMax directory bytes folded at once
public record FlushSettings(String stream, PlanSettings plan, long waveBytesMax, long directoryBytesMax) {}
