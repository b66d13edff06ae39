package io.sluice.tables;

import io.sluice.codec.Compression;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// The part of a stream's configuration that its table depends on.
///
/// @param stream            the stream's name
/// @param bucket            name of the bucket that the table's location has
/// @param prefix            of objects, as it takes effect
/// @param errorOutputPrefix of error objects, likewise
/// @param keyEncoding       how key values become path text
/// @param missingKey        text that stands for a key that a record lacks
/// @param timeZone          of the time in paths
/// @param compression       of objects
/// @param fileExtension     that takes the place of the compression's own
/// @param delimited         whether a line feed ends every record
/// @param queryDates        `strftime` formats of the query's keys that are times, by key
/// @param format            what objects hold
/// @param settings          the `Sluice.Table` section
public record TableSource(String stream, String bucket, PrefixExpression prefix, PrefixExpression errorOutputPrefix,
        KeyEncoding keyEncoding, Optional<String> missingKey, ZoneId timeZone, Compression compression,
        Optional<String> fileExtension, boolean delimited, Map<String, String> queryDates, DataFormat format,
        TableSettings settings) {
    public TableSource {
        queryDates = Map.copyOf(queryDates);
    }

    /// The same stream with other settings for its table.
    TableSource with(TableSettings other) {
        return new TableSource(stream, bucket, prefix, errorOutputPrefix, keyEncoding, missingKey, timeZone,
                compression,
                fileExtension, delimited, queryDates, format, other);
    }

    /// The stream's error records: lines of JSON in the same compression, whatever the records are.
    TableSource ofErrors() {
        return new TableSource(stream, bucket, errorOutputPrefix, errorOutputPrefix, keyEncoding, Optional.empty(),
                timeZone, compression, fileExtension, true, Map.of(), DataFormat.JSON, settings.ofErrors());
    }
}
