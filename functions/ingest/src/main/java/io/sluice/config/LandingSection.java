package io.sluice.config;

import java.time.Duration;

/// The settings of a stream's landing log.
///
/// @param keptFor `KeepLandingsForDays`, 1 to 365, default 7: how long a landing stays
public record LandingSection(Duration keptFor) {}
