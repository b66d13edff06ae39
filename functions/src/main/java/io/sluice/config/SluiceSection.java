package io.sluice.config;

import io.sluice.event.EventSettings;
import io.sluice.layout.KeyEncoding;
import io.sluice.tables.TableSettings;
import java.time.Duration;
import java.util.Optional;

/// The `Sluice` section of a stream's configuration; each member has a default.
///
/// @param attachment           `Delivery`: `buffer` (default) or `firehose`
/// @param indexShards          `IndexShards`, 1 to 1,024, default 8: DynamoDB partition keys that index entries spread
///     over
/// @param streamVersion        `StreamVersion`, at least 1, default 1: the version in object names
/// @param flushEvery           `FlushIntervalInSeconds`, 60 to 900, default 60: the flusher's schedule
/// @param foldedFor            `RetryWindowInHours`, default 26: how long the ids of folded batches are remembered
/// @param waveBytesMax         `WaveSizeInMBs`, default 128: staged bytes held in memory at once
/// @param flushParallelism     `FlushParallelism`, 1 to 32, default 1: flusher invocations that write objects side by
///     side
/// @param keyEncoding          `KeyEncoding`: how key values become path text
/// @param missingKey           `MissingKey`: the literal that stands for a missing key; empty: the record is rejected
/// @param activePartitionLimit `ActivePartitionLimit`; empty: none
/// @param transformer          `Transformer`: name of the user's record transformer on the class path; empty: none
/// @param keyExtractor         `KeyExtractor`: name of the user's key extractor on the class path; empty: none
/// @param table                `Table`: what the prefix does not say about the stream's table; empty: no table is
///     wanted
/// @param retentionDays        `Retention.Days`: how long objects stay that have no rule; empty: for good
/// @param events               `Source`: whose events the function takes, and what of them
/// @param compaction           `Compaction`: how days that are over are compacted; empty: they are not
public record SluiceSection(Attachment attachment, int indexShards, int streamVersion, Duration flushEvery,
        Duration foldedFor, long waveBytesMax, int flushParallelism, KeyEncoding keyEncoding,
        Optional<String> missingKey,
        Optional<Integer> activePartitionLimit, Optional<String> transformer, Optional<String> keyExtractor,
        Optional<TableSettings> table, Optional<Integer> retentionDays, EventSettings events,
        Optional<CompactionSection> compaction) {
    /// The greatest `Retention.Days`: that of a retention rule, a hundred years.
    public static final int RETENTION_DAYS_MAX = 36_500;
}
