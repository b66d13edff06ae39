package io.sluice.source;

import io.sluice.reject.ErrorOutputType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The objects under a source prefix, by day. Objects that no table over the prefix would read are passed over, as
/// Athena passes over them: folder markers, empty objects, names that begin with `_` or `.`; and so are error objects.
///
/// @param days    every day's objects, in key order
/// @param movable those of them that may be moved
/// @param passed  how many were passed over, and how many stay, by reason
public record SourceListing(NavigableMap<LocalDate, List<SourceObject>> days,
        NavigableMap<LocalDate, List<SourceObject>> movable, NavigableMap<String, Integer> passed) {
    private static final String FOLDER_MARKER = "_$folder$";

    /// A listing of nothing.
    public SourceListing() {
        this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    /// Lists everything under `prefix`: one request per 1,000 objects, and about 300 bytes of memory each.
    ///
    /// @param day   tells the day of a key
    /// @param stays tells why an object is not moved; empty when it may be
    public static SourceListing of(SourceStore store, String prefix, Function<String, Optional<LocalDate>> day,
            Function<SourceObject, Optional<String>> stays) {
        var listing = new SourceListing();
        store.all(prefix, "").forEach(object -> listing.add(object, day.apply(object.key().value()), stays));
        return listing;
    }

    private void add(SourceObject object, Optional<LocalDate> day, Function<SourceObject, Optional<String>> stays) {
        Optional<String> unseen = passedOver(object);
        if (unseen.isPresent() || day.isEmpty()) {
            passed.merge(unseen.orElse("no date in their folders"), 1, Integer::sum);
            return;
        }
        days.computeIfAbsent(day.get(), _ -> new ArrayList<>()).add(object);
        stays.apply(object).ifPresentOrElse(why -> passed.merge(why, 1, Integer::sum),
                () -> movable.computeIfAbsent(day.get(), _ -> new ArrayList<>()).add(object));
    }

    /// All objects of a day.
    public List<SourceObject> of(LocalDate day) {
        return days.getOrDefault(day, List.of());
    }

    /// The objects of a day that may be moved.
    public List<SourceObject> movable(LocalDate day) {
        return movable.getOrDefault(day, List.of());
    }

    /// A sentence about what was passed over; empty when nothing was.
    public Optional<String> remark() {
        return passed.isEmpty()
                ? Optional.empty()
                : Optional.of("left alone: " + passed.entrySet().stream()
                        .map(each -> each.getValue() + " with " + each.getKey()).collect(Collectors.joining(", ")));
    }

    /// Returns why no table over the prefix would read the object; empty when one would.
    public static Optional<String> passedOver(SourceObject object) {
        String key = object.key().value();
        String name = key.substring(key.lastIndexOf('/') + 1);
        if (name.isEmpty() || name.endsWith(FOLDER_MARKER) || object.length() == 0) {
            return Optional.of("no content");
        }
        if (name.startsWith("_") || name.startsWith(".")) {
            return Optional.of("a hidden name");
        }
        boolean errors = Arrays.stream(key.split("/")).anyMatch(folder -> ErrorOutputType.of(folder).isPresent());
        return errors ? Optional.of("error records") : Optional.empty();
    }
}
