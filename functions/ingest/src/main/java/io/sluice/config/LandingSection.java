package io.sluice.config;

import java.time.Duration;
import java.util.Optional;

/// The settings of a stream's landing log.
///
/// @param keptFor `KeepLandingsForDays`, 1 to 365, default 7: how long a landing stays
/// @param events  `Events`: where each landing is told; empty: nowhere
public record LandingSection(Duration keptFor, Optional<EventTarget> events) {}
