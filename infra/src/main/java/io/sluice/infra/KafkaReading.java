package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.deployment.DeploymentException;
import io.sluice.infra.source.EventPatterns;
import io.sluice.infra.source.MappingWindow;
import io.sluice.infra.source.SourceText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings by which Lambda reads topics. How often it tries again is no choice: as long as the topic has the
/// records, because what it gave up would lie below the position of the next batch, and be taken for a repeat.
///
/// @param start         where a new mapping begins
/// @param recordsMax    of one invocation, 1 to 10,000; never more than 6 MB of them
/// @param window        how long it gathers them, 0 to 300 whole seconds. An event costs one PUT and four write units
///     for each partition of the topic in it, so that a longer window is cheaper
/// @param consumerGroup its name, which no other event source may have; empty: Lambda makes one up
/// @param filters       event patterns of Lambda's on `key` and `value`, of which one must match; empty: all records.
///     What they leave out is never staged
public record KafkaReading(KafkaStart start, int recordsMax, Duration window, Optional<String> consumerGroup,
        List<String> filters) {
    static final int RECORDS_MAX = 10_000;

    /// From the oldest record on, a minute's records at a time.
    public static final KafkaReading PRESET = new KafkaReading(new KafkaStart.Oldest(), 10_000, Duration.ofSeconds(60),
            Optional.empty(), List.of());

    public KafkaReading {
        if (recordsMax < 1 || recordsMax > RECORDS_MAX) {
            throw new DeploymentException("A batch has 1 to %d records, and not %d".formatted(RECORDS_MAX, recordsMax));
        }
        MappingWindow.require(window);
        consumerGroup.ifPresent(group -> SourceText.requireLiteral(ResourceText.GROUP, group));
        filters = EventPatterns.require(filters,
                "a JSON object with key or value, as {\"value\":{\"type\":[\"order\"]}}");
    }

    /// The same from another place on.
    public KafkaReading from(KafkaStart other) {
        return new KafkaReading(other, recordsMax, window, consumerGroup, filters);
    }

    /// The same with other batches.
    public KafkaReading inBatches(int ofRecordsMax, Duration gathered) {
        return new KafkaReading(start, ofRecordsMax, gathered, consumerGroup, filters);
    }

    /// The same under a name.
    public KafkaReading as(String group) {
        return new KafkaReading(start, recordsMax, window, Optional.of(group), filters);
    }

    /// The same of the records that one of the patterns matches.
    public KafkaReading where(String... patterns) {
        return new KafkaReading(start, recordsMax, window, consumerGroup, List.of(patterns));
    }
}
