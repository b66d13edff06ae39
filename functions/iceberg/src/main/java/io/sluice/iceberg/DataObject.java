package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Optional;

/// A Parquet object that landed, and may be a data file of the table.
///
/// @param bytes  its length, as stored
/// @param values its key values, one for each partition column, as they were bound and before they became a path; a
///        key that a record had no value for is empty
public record DataObject(ObjectKey key, long bytes, List<Optional<String>> values) {
    public DataObject {
        values = List.copyOf(values);
    }
}
