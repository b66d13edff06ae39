package io.sluice.local.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The objects of one stream in its bucket's folder. Not safe for concurrent use.
final class StoredObjects {
    private final Path bucket;
    private final Places places;
    private final ObjectReading reading;
    private final ObjectName.Reader names;
    private final Optional<Pattern> beginning;
    private final boolean marked;
    private final Optional<String> metadata;
    private final Optional<CompactedFolder> compacted;
    private final Optional<RepartitionedView> repartitioned;
    private final Set<Path> unread = new HashSet<>();
    private final Set<Path> folders = new HashSet<>();
    private final Set<Path> others = new TreeSet<>();
    /// Keys whose files have other names.
    private final Set<String> encoded = new HashSet<>();

    /// @param compacted     what days were compacted to
    /// @param repartitioned what was moved here
    StoredObjects(Path out, StreamFacts stream, Places places, ObjectReading reading,
            Optional<CompactedFolder> compacted, Optional<RepartitionedView> repartitioned) {
        this.repartitioned = repartitioned;
        this.compacted = compacted;
        this.bucket = out.resolve(stream.bucket());
        this.places = places;
        this.reading = reading;
        this.names = new ObjectName.Reader(stream.stream());
        this.beginning = stream.prefix().beginning();
        this.marked = stream.marked();
        this.metadata = stream.metadata();
    }

    /// Hands over every object of the stream. Files that are none of them are left out.
    void forEach(Consumer<StoredObject> action) throws IOException {
        others.clear();
        unread.clear();
        encoded.clear();
        if (!Files.isDirectory(bucket)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(bucket)) {
            for (Iterator<Path> each = tree.iterator(); each.hasNext();) {
                Path file = each.next();
                if (Files.isRegularFile(file) && !isMetadata(file)) {
                    find(file).ifPresentOrElse(object -> {
                        if (object.role() == StoredObject.Role.OWN) {
                            folders.add(file.getParent());
                        }
                        for (long read = reads(object); read > 0; read--) {
                            action.accept(object);
                        }
                    }, () -> others.add(file));
                }
            }
        }
    }

    /// What who queries the view reads twice is there twice.
    private long reads(StoredObject object) {
        if (object.place().filter(place -> place.kind() == Place.Kind.ERRORS).isPresent()) {
            return 1;
        }
        return Math.max(1, compacted.map(folder -> folder.reads(object.key()))
                .or(() -> repartitioned.map(view -> view.reads(object))).orElse(1L));
    }

    /// Keys of files that are none of the stream's objects where those lie, or in a folder that is named like theirs:
    /// whoever reads the folders reads them. Half written ones of a killed server too.
    Set<String> foreign() {
        Set<String> foreign = new TreeSet<>();
        others.stream().filter(file -> !unread.contains(file) && !isMark(file)).forEach(file -> {
            String key = KeyOfFile.of(bucket, file);
            if (folders.contains(file.getParent()) || names.isLeftover(key) || beginsAsOwn(key)) {
                foreign.add(key);
            }
        });
        return foreign;
    }

    private boolean isMetadata(Path file) {
        return metadata.filter(folder -> KeyOfFile.of(bucket, file).startsWith(folder)).isPresent();
    }

    /// Tests whether a file says that its folder's date is complete.
    private boolean isMark(Path file) {
        return marked && file.endsWith("_SUCCESS");
    }

    private boolean beginsAsOwn(String key) {
        return beginning.filter(shape -> shape.matcher(ownKey(key)).matches()).isPresent();
    }

    /// The key, or that which the stream itself would give in the place of a compacted object's.
    String ownKey(String key) {
        return compacted.filter(folder -> folder.holds(key)).map(folder -> folder.underHead(key)).orElse(key);
    }

    /// Files that were left out the last time, foreign ones aside.
    long others() {
        return (long) others.size() - foreign().size();
    }

    /// Tests whether an object lies under that key.
    boolean has(String key) {
        return encoded.contains(key) || Files.isRegularFile(Path.of(bucket + "/" + key));
    }

    /// Returns the place where the records of an object with that key belong, whether it is there or not.
    Optional<Place> place(String key, Place.Kind kind) {
        return names.read(key).flatMap(name -> places.of(kind, name));
    }

    private Optional<StoredObject> find(Path file) {
        String key = KeyOfFile.of(bucket, file);
        if (file.toString().contains("%%")) {
            encoded.add(key);
        }
        if (repartitioned.filter(view -> view.readsSource(key)).isPresent()) {
            return Optional.of(new StoredObject(key, file, Optional.empty(), StoredObject.Role.SOURCE));
        }
        if (names.read(key).isPresent() && (compacted.filter(folder -> !folder.isRead(key)).isPresent()
                || repartitioned.filter(view -> view.isUnmoved(key)).isPresent())) {
            unread.add(file);
            folders.add(file.getParent());
            return Optional.empty();
        }
        if (compacted.filter(folder -> folder.holds(key)).isPresent()) {
            return ofCompacted(file, key, compacted.get());
        }
        Optional<ObjectName> name = names.read(key);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Place> data = places.of(Place.Kind.DATA, name.get());
        Optional<Place> errors = places.of(Place.Kind.ERRORS, name.get());
        Optional<Place> place = data.isEmpty() || (errors.isPresent() && reading.isOfErrors(file)) ? errors : data;
        return place.isPresent() || name.get().hasFolderOfItsOwn()
                ? Optional.of(new StoredObject(key, file, place))
                : Optional.empty();
    }

    /// Returns a compacted object, which has the folder of its sources, and the start of their day in its name.
    private Optional<StoredObject> ofCompacted(Path file, String key, CompactedFolder folder) {
        return folder.original(key).flatMap(names::read).filter(places::isStartOfDay)
                .map(name -> new StoredObject(key, file, places.ofDay(name)));
    }
}
