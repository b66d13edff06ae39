package io.sluice.convert;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The reader of a record's JSON, `InputFormatConfiguration.Deserializer`.
///
/// Source: Firehose API reference, `OpenXJsonSerDe` and `HiveJsonSerDe`.
public sealed interface Deserializer {
    /// @param caseInsensitive         `CaseInsensitive`, default true: keys are taken in lower case
    /// @param columnToJsonKeyMappings `ColumnToJsonKeyMappings`: the key of a column whose name differs
    /// @param convertDots             `ConvertDotsInJsonKeysToUnderscores`, default false
    record OpenX(boolean caseInsensitive, Map<String, String> columnToJsonKeyMappings,
            boolean convertDots) implements Deserializer {
        /// The settings that Firehose uses where its section is empty.
        public static final OpenX DEFAULT = new OpenX(true, Map.of(), false);

        public OpenX {
            columnToJsonKeyMappings = Map.copyOf(new TreeMap<>(columnToJsonKeyMappings));
        }

        /// Returns the form in which a record's key is compared: two keys of one form are one key.
        public String normal(String key) {
            return JsonKeys.of(this).normal(key);
        }
    }

    /// @param timestampFormats `TimestampFormats`, in the order in which they are tried; empty: `java.sql.Timestamp`'s.
    ///                         One that is no format is refused by its name
    record Hive(List<String> timestampFormats) implements Deserializer {
        public Hive {
            timestampFormats = List.copyOf(timestampFormats);
            timestampFormats.forEach(HiveTimestamps::checkFormat);
        }
    }
}
