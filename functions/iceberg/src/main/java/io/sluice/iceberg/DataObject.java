package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.List;
import java.util.Optional;

/// A Parquet object that landed, and may be a data file of the table.
///
/// @param bytes  its length, as stored
/// @param values its key values, one for each partition column, as they were bound and before they became a path; a
///        key that a record had no value for is empty. None where the key is of an earlier prefix: the file tells them
public record DataObject(ObjectKey key, long bytes, Optional<List<Optional<String>>> values) {
    public DataObject {
        values = values.map(List::copyOf);
    }

    public DataObject(ObjectKey key, long bytes, List<Optional<String>> values) {
        this(key, bytes, Optional.of(values));
    }
}
