package io.sluice.repartition;

import io.sluice.config.StreamConfiguration;
import io.sluice.repartition.RepartitionSettings.Rejects;
import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.view.DayMoveException;
import java.time.Duration;
import java.util.Optional;

/// A request for a repartition: a source prefix, and how careful to be.
///
/// @param sourceTable name of the table over the source; empty: after the prefix
/// @see RepartitionSettings
public record RepartitionRequest(String from, Optional<String> arrival, Trouble trouble, Rejects rejects,
        Duration settledAfter, Duration grace, Optional<String> sourceTable) {
    /// Time after a day's end from which no further objects are expected in its folders, by default.
    public static final Duration SETTLED_AFTER = Duration.ofDays(7);
    /// Longer than Athena's longest query, 30 minutes.
    public static final Duration GRACE = Duration.ofHours(1);

    /// @throws DayMoveException when the repartition would read what it writes
    public RepartitionSettings settings(StreamConfiguration stream, String bucket) {
        return new RepartitionSettings(stream.stream(), bucket, from, stream.prefix().literalHead(),
                stream.errorOutputPrefix().literalHead(), arrival, stream.timeZone(), stream.sluice().indexShards(),
                trouble, rejects, settledAfter, grace, RepartitionSettings.BATCH_BYTES);
    }
}
