package io.sluice.config;

import io.sluice.deaggregate.RecordsPlace;
import io.sluice.event.EventSettings;
import io.sluice.input.TextForm;
import io.sluice.layout.KeyEncoding;
import io.sluice.metrics.Observability;
import io.sluice.tables.TableSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The `Sluice` section of a stream's configuration; each member has a default.
///
/// @param deliveryMode         `Delivery`: `buffer` (default) or `firehose`
/// @param indexShards          `IndexShards`, 1 to 1,024, default 8: DynamoDB partition keys that index entries spread
///     over
/// @param streamVersion        `StreamVersion`, at least 1, default 1: the version in object names
/// @param flushEvery           `FlushIntervalInSeconds`, 5 to 900, default 60: time between flush runs
/// @param foldedFor            `RetryWindowInHours`, default 26: how long the ids of folded batches are remembered
/// @param flushMemoryBytesMax         `FlushMemoryInMBs`, default 128: staged bytes held in memory at once
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
/// @param buffering            `Buffering`: sizes and intervals of certain key values; the first that is for a
///     partition counts
/// @param events               `Source`: whose events the function takes, and what of them
/// @param deployed             `Source`: what a deployment makes, maps or attaches to; empty: as the request says, or
///     nothing
/// @param compaction           `Compaction`: how days that are over are compacted; empty: they are not
/// @param lanes                `Lanes`, 1 to 64: buffers that batches are spread over, each with flush runs of its own;
///     empty: one, and there were never more
/// @param recordsAt            `RecordsAt`: where the records are in source records that are documents; empty: a source
///     record is one
/// @param linePattern          `LinePattern`: the pattern whose named groups are the members of a line's record; empty:
///     none
/// @param landing              `Landing`: the log of what landed; empty: there is none, and no `Iceberg` either
/// @param iceberg              `Iceberg`: the table that the stream's Parquet objects are; empty: they are none
/// @param observability        `Observability`: `full` (default) or `minimal`: what a deployment measures, shows and
///     watches
public record SluiceSection(DeliveryMode deliveryMode, int indexShards, int streamVersion, Duration flushEvery,
        Duration foldedFor, long flushMemoryBytesMax, int flushParallelism, KeyEncoding keyEncoding,
        Optional<String> missingKey,
        Optional<Integer> activePartitionLimit, Optional<String> transformer, Optional<String> keyExtractor,
        Optional<TableSettings> table, Optional<Integer> retentionDays, List<KeyRule> buffering,
        EventSettings events, Optional<DeployedSource> deployed, Optional<CompactionSection> compaction,
        Optional<Integer> lanes, Optional<RecordsPlace> recordsAt, Optional<String> linePattern,
        Optional<LandingSection> landing, Optional<IcebergSection> iceberg, Observability observability) {
    /// The greatest `Retention.Days`: that of a retention rule, a hundred years.
    public static final int RETENTION_DAYS_MAX = 36_500;
    private static final Duration BATCH_WAIT_MAX = Duration.ofSeconds(60);

    public SluiceSection {
        buffering = List.copyOf(buffering);
    }

    /// Tests whether a record that is delivered may be another than the one that came.
    public boolean changesRecords() {
        return transformer.isPresent() || linePattern.isPresent() || recordsAt.isPresent();
    }

    /// The form of objects and files that are texts.
    public TextForm textForm() {
        return recordsAt.isPresent() ? TextForm.DOCUMENTS : TextForm.LINES;
    }

    /// The time that a source gathers records before it calls the function: as long as from run to run of the flusher,
    /// since less would make smaller batches and objects no fresher, and at most a minute.
    public Duration batchWait() {
        boolean flushesSooner = deliveryMode == DeliveryMode.BUFFER && flushEvery.compareTo(BATCH_WAIT_MAX) < 0;
        return flushesSooner ? flushEvery : BATCH_WAIT_MAX;
    }
}
