package io.sluice.iceberg;

import io.sluice.objects.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;

/// The objects that are data files of a table already.
///
/// @param bucket of the data
/// @param io     of the table
record TableObjects(Bucket bucket, FileIO io) {
    /// The data files of a base that are at paths of objects, or under keys.
    Map<ObjectKey, DataFile> find(TableMetadata base, Collection<DataObject> objects, Set<ObjectKey> keys) {
        Set<String> paths = Stream.concat(objects.stream().map(DataObject::key), keys.stream()).map(bucket::uri)
                .collect(Collectors.toSet());
        Optional<Collection<PartitionData>> partitions = keys.isEmpty() && base.spec().isPartitioned()
                ? partitions(base, objects)
                : Optional.empty();
        Map<ObjectKey, DataFile> known = new HashMap<>();
        new LiveFiles(base, io).find(paths, partitions)
                .forEach((path, file) -> known.put(bucket.key(path), file));
        return known;
    }

    private static Optional<Collection<PartitionData>> partitions(TableMetadata base, Collection<DataObject> objects) {
        Set<PartitionData> partitions = new HashSet<>();
        try {
            for (DataObject object : objects) {
                if (object.values().isEmpty()) {
                    return Optional.empty();
                }
                partitions.add(PartitionValues.of(base.spec(), object.values().get()));
            }
            return Optional.of(partitions);
        } catch (UnreadableObjectException _) {
            // Told when the object is to be added.
            return Optional.empty();
        }
    }
}
