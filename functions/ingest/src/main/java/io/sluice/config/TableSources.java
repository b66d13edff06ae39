package io.sluice.config;

import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.PrefixExpression;
import io.sluice.tables.DataFormat;
import io.sluice.tables.TableSettings;
import io.sluice.tables.TableSource;
import java.util.Optional;

/// The part of a stream's configuration that its table depends on.
public final class TableSources {
    private TableSources() {}

    /// @param bucket the bucket that objects are in fact written to: the configuration's, or a deployment's own
    public static TableSource of(StreamConfiguration configuration, String bucket) {
        return of(configuration, bucket, configuration.prefix(),
                configuration.conversion().isPresent() ? DataFormat.PARQUET : DataFormat.JSON);
    }

    /// The same of what a stream's objects are compacted to; empty where they are not.
    ///
    /// @param bucket as above
    public static Optional<TableSource> compacted(StreamConfiguration configuration, String bucket) {
        return configuration.sluice().compaction().map(compaction -> {
            boolean parquet = configuration.conversion().isPresent()
                    || compaction.format() == CompactionSection.Format.PARQUET;
            PrefixExpression prefix = configuration.prefix();
            return of(configuration, bucket,
                    new CompactedPrefix(prefix.literalHead(), compaction.prefix()).of(prefix),
                    parquet ? DataFormat.PARQUET : DataFormat.JSON);
        });
    }

    private static TableSource of(StreamConfiguration configuration, String bucket, PrefixExpression prefix,
            DataFormat format) {
        SluiceSection sluice = configuration.sluice();
        Processing processing = configuration.processing();
        return new TableSource(configuration.stream(), bucket, prefix,
                configuration.errorOutputPrefix(), sluice.keyEncoding(), sluice.missingKey(), configuration.timeZone(),
                configuration.compression(), configuration.fileExtension(), processing.appendDelimiter(),
                KeyDates.queryFormats(configuration),
                format, sluice.table().orElse(TableSettings.NONE));
    }
}
