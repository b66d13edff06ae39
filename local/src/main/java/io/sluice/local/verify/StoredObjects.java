package io.sluice.local.verify;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.report.ObjectNames;
import io.sluice.partition.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The objects of one stream in its bucket's folder. Not safe for concurrent use.
final class StoredObjects {
    private final Path bucket;
    private final Places places;
    private final ObjectReading reading;
    private final ObjectName.Reader names;
    private final ObjectNames files;
    private long others;

    StoredObjects(Path out, StreamConfiguration stream, Places places, ObjectReading reading) {
        this.bucket = out.resolve(stream.bucket());
        this.places = places;
        this.reading = reading;
        this.names = new ObjectName.Reader(stream.stream());
        this.files = new ObjectNames(stream.stream());
    }

    /// Hands over every object of the stream. Files that are none of them are left out, and counted.
    void forEach(Consumer<StoredObject> action) throws IOException {
        others = 0;
        if (!Files.isDirectory(bucket)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(bucket)) {
            for (Iterator<Path> each = tree.iterator(); each.hasNext();) {
                Path file = each.next();
                if (Files.isRegularFile(file)) {
                    find(file).ifPresentOrElse(action, () -> others++);
                }
            }
        }
    }

    /// Files in the bucket's folder that were left out the last time.
    long others() {
        return others;
    }

    /// Whether an object lies under that key.
    boolean has(String key) {
        return Files.isRegularFile(bucket.resolve(key));
    }

    /// Where the records of an object with that key belong, whether it is there or not.
    Optional<Place> place(String key, Partition.Kind kind) {
        return names.read(key).flatMap(name -> places.of(kind, name));
    }

    private Optional<StoredObject> find(Path file) {
        String key = bucket.relativize(file).toString().replace('\\', '/');
        Optional<ObjectName> name = files.isUnfinished(file.getFileName().toString())
                ? Optional.empty()
                : names.read(key);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Place> data = places.of(Partition.Kind.DATA, name.get());
        Optional<Place> errors = places.of(Partition.Kind.ERRORS, name.get());
        Optional<Place> place = data.isEmpty() || (errors.isPresent() && reading.isOfErrors(file)) ? errors : data;
        return place.isPresent() || name.get().hasFolderOfItsOwn()
                ? Optional.of(new StoredObject(key, file, place))
                : Optional.empty();
    }
}
