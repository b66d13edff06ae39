package io.sluice.config;

import java.time.Duration;
import java.util.Optional;

/// The settings of a stream's landing log.
///
/// @param keptFor   `KeepLandingsForDays`, 1 to 365, default 7: how long a landing stays
/// @param sourceLag `SourceLagInSeconds`, 0 to 7 days: the longest time from a record's arrival at the source until it
///        is staged, by which a stream is complete later; by default 15 minutes, and none for calls of Firehose's API,
///        which are answered once they are staged
/// @param lateness  `LatenessInHours`, 0 to a year: the longest time from the end of a date of the layout, in UTC,
///        until the last of its records arrives, by which the date is complete later; empty: dates are not told
/// @param successObjects `SuccessObjects`, default false: the folder of a date that is complete has a `_SUCCESS` object
/// @param events    `Events`: where each landing is told; empty: nowhere
public record LandingSection(Duration keptFor, Duration sourceLag, Optional<Duration> lateness,
        boolean successObjects, Optional<EventTarget> events) {}
