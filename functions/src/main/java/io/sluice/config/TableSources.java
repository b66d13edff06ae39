package io.sluice.config;

import io.sluice.tables.DataFormat;
import io.sluice.tables.TableSettings;
import io.sluice.tables.TableSource;

/// What a stream's table depends on, out of its configuration.
public final class TableSources {
    private TableSources() {}

    /// @param bucket the bucket that objects are in fact written to: the configuration's, or a deployment's own
    public static TableSource of(StreamConfiguration configuration, String bucket) {
        SluiceSection sluice = configuration.sluice();
        Processing processing = configuration.processing();
        return new TableSource(configuration.stream(), bucket, configuration.prefix(),
                configuration.errorOutputPrefix(), sluice.keyEncoding(), sluice.missingKey(), configuration.timeZone(),
                configuration.compression(), configuration.fileExtension(), processing.appendDelimiter(),
                KeyDates.queryFormats(configuration),
                configuration.conversion().isPresent() ? DataFormat.PARQUET : DataFormat.JSON,
                sluice.table().orElse(TableSettings.NONE));
    }
}
