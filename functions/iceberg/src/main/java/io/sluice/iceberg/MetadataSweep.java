package io.sluice.iceberg;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;

/// The removal of Iceberg's own files that nothing needs: manifests and lists of expired snapshots, and what attempts
/// left behind. What nothing reaches is written down, and deleted a day later if nothing reaches it then: until then a
/// reader may be on its way through it, and a commit may still come that names it.
///
/// @param bucket of the table's metadata
record MetadataSweep(Bucket bucket, InstantSource clock) {
    private static final Duration GRACE = Duration.ofDays(1);
    private static final String LIST = "sluice-unreachable";
    private static final String METADATA = ".metadata.json";
    /// Names that Iceberg gives to lists, manifests and metadata.
    private static final Pattern OURS = Pattern.compile("snap-.+\\.avro|.+-m[0-9]+\\.avro|.+\\.metadata\\.json");

    /// One that is less than a day behind the last does nothing: one request.
    ///
    /// @return how many files were deleted
    int run(TableOperations table) {
        ObjectKey list = bucket.key(table.metadataFileLocation(LIST));
        Optional<Found> before = bucket.store().find(list).flatMap(Found::parse);
        Instant now = clock.instant();
        if (before.filter(found -> found.at.plus(GRACE).isAfter(now)).isPresent()) {
            return 0;
        }
        // What is written after the listing is not in it: so what is listed and not reached by a later reading is not
        // needed.
        String prefix = list.value().substring(0, list.value().length() - LIST.length());
        Set<ObjectKey> there = bucket.store().all(prefix).map(info -> info.key())
                .filter(key -> OURS.matcher(key.value().substring(prefix.length())).matches())
                .collect(Collectors.toSet());
        TableMetadata metadata = table.refresh();
        there.removeAll(reached(metadata, table));
        // A catalog need not say where it keeps these.
        there.removeIf(key -> key.value().endsWith(METADATA) && metadata.metadataFileLocation() == null);
        List<ObjectKey> due = before.stream().flatMap(found -> found.keys.stream()).filter(there::contains).toList();
        if (!due.isEmpty()) {
            bucket.store().delete(due);
        }
        due.forEach(there::remove);
        bucket.store().put(list, new Found(now, there).body());
        return due.size();
    }

    private Set<ObjectKey> reached(TableMetadata metadata, TableOperations table) {
        Set<String> reached = new HashSet<>();
        Stream.concat(Stream.ofNullable(metadata.metadataFileLocation()),
                metadata.previousFiles().stream().map(TableMetadata.MetadataLogEntry::file)).forEach(reached::add);
        for (Snapshot snapshot : metadata.snapshots()) {
            Optional.ofNullable(snapshot.manifestListLocation()).ifPresent(reached::add);
            snapshot.allManifests(table.io()).stream().map(ManifestFile::path).forEach(reached::add);
        }
        return reached.stream().filter(path -> path.startsWith(bucket.root())).map(bucket::key)
                .collect(Collectors.toSet());
    }

    /// What nothing reached, and when.
    private record Found(Instant at, Set<ObjectKey> keys) {
        /// Empty when it is no such list.
        static Optional<Found> parse(byte[] bytes) {
            List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return Stream.of(lines).filter(each -> !each.isEmpty() && each.getFirst().matches("[0-9]{1,18}"))
                    .map(each -> new Found(Instant.ofEpochMilli(Long.parseLong(each.getFirst())),
                            each.stream().skip(1).filter(key -> !key.isEmpty()).map(ObjectKey::new)
                                    .collect(Collectors.toSet())))
                    .findFirst();
        }

        Body body() {
            return Body.of(Stream
                    .concat(Stream.of(String.valueOf(at.toEpochMilli())),
                            keys.stream().map(ObjectKey::value).sorted())
                    .collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
        }
    }
}
