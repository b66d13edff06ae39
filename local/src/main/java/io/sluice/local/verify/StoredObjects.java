package io.sluice.local.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
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
    private final Pattern beingWritten;
    private final Optional<CompactedFolder> compacted;
    private final Set<Path> unread = new HashSet<>();
    private final Set<Path> folders = new HashSet<>();
    private final Set<Path> others = new TreeSet<>();

    /// @param compacted what days were compacted to
    StoredObjects(Path out, StreamFacts stream, Places places, ObjectReading reading,
            Optional<CompactedFolder> compacted) {
        this.compacted = compacted;
        this.bucket = out.resolve(stream.bucket());
        this.places = places;
        this.reading = reading;
        this.names = new ObjectName.Reader(stream.stream());
        this.beingWritten = Pattern.compile(
                ".*-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}.*-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }

    /// Hands over every object of the stream. Files that are none of them are left out.
    void forEach(Consumer<StoredObject> action) throws IOException {
        others.clear();
        unread.clear();
        if (!Files.isDirectory(bucket)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(bucket)) {
            for (Iterator<Path> each = tree.iterator(); each.hasNext();) {
                Path file = each.next();
                if (Files.isRegularFile(file)) {
                    find(file).ifPresentOrElse(object -> {
                        folders.add(file.getParent());
                        action.accept(object);
                    }, () -> others.add(file));
                }
            }
        }
    }

    /// Keys of files among the stream's objects that are none of them: whoever reads the folder reads them too. Not
    /// what a server that was killed left of an object, which is the stream's own.
    Set<String> foreign() {
        Set<String> foreign = new TreeSet<>();
        others.stream().filter(file -> folders.contains(file.getParent()) && !isUnfinished(file)
                && !unread.contains(file))
                .forEach(file -> foreign.add(key(file)));
        return foreign;
    }

    /// Files that were left out the last time, foreign ones aside.
    long others() {
        return (long) others.size() - foreign().size();
    }

    /// Whether an object lies under that key.
    boolean has(String key) {
        return Files.isRegularFile(bucket.resolve(key));
    }

    /// Where the records of an object with that key belong, whether it is there or not.
    Optional<Place> place(String key, Place.Kind kind) {
        return names.read(key).flatMap(name -> places.of(kind, name));
    }

    /// The names of folders and file with slashes between them: whatever a name has in it, a backslash too, is the
    /// key's own.
    private String key(Path file) {
        StringJoiner key = new StringJoiner("/");
        bucket.relativize(file).forEach(name -> key.add(name.toString()));
        return key.toString();
    }

    private boolean isUnfinished(Path file) {
        return beingWritten.matcher(file.getFileName().toString()).matches();
    }

    private Optional<StoredObject> find(Path file) {
        String key = key(file);
        if (compacted.filter(folder -> !folder.isRead(key)).isPresent() && names.read(key).isPresent()) {
            unread.add(file);
            return Optional.empty();
        }
        if (compacted.filter(folder -> folder.holds(key)).isPresent()) {
            return ofCompacted(file, key, compacted.get());
        }
        Optional<ObjectName> name = isUnfinished(file) ? Optional.empty() : names.read(key);
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

    /// What was joined has the folder of its sources, and the start of their day in its name.
    private Optional<StoredObject> ofCompacted(Path file, String key, CompactedFolder folder) {
        return isUnfinished(file)
                ? Optional.empty()
                : folder.original(key).flatMap(names::read).filter(places::isStartOfDay)
                        .map(name -> new StoredObject(key, file, places.ofDay(name)));
    }
}
