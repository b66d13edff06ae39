package io.sluice.deployment;

import io.sluice.metrics.Observability;
import java.util.Locale;
import java.util.Set;

/// An alarm of a stream. `docs/how-to/operations.md` says of each what it means and what to do.
///
/// @param name    by which that page knows it
/// @param meaning what goes on, in a sentence
public record StreamAlarm(String name, String meaning, WatchedMetric metric, AlarmRule rule) {
    /// Those of a stream with `Sluice.Observability` `minimal`: each says that records are lost, stuck or late. What
    /// the others say is why, or that room is not given back.
    private static final Set<String> MINIMAL = Set.of("CallsRefused", "DamagedChunks", "FirehoseDelivery",
            "FirehoseFreshness", "FirehoseGaveUp", "FirehosePartitions", "FlusherErrors", "FlusherNotRunning",
            "Freshness", "IteratorAge", "KafkaFailures", "DynamoDbFailures", "KinesisFailures", "LogsFailures",
            "LogsLost", "ObjectFailures", "ObjectsLost", "ObjectsNotTaken", "QueueAge", "ReconciliationMismatch",
            "RecordsRejected",
            "ServersUnhealthy", "SourceNotRead", "TransformErrors");

    /// Tests whether a stream that is observed so has it.
    public boolean isOf(Observability observability) {
        return observability != Observability.MINIMAL || MINIMAL.contains(name);
    }

    /// The text that whoever is called sees.
    ///
    /// @param runbooks the page that says what to do, each alarm under its name as an anchor
    public String description(String stream, String runbooks) {
        return "Sluice stream %s: %s. Runbook: %s#%s".formatted(stream, meaning, runbooks,
                name.toLowerCase(Locale.ROOT));
    }
}
