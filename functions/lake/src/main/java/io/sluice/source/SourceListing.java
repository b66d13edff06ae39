package io.sluice.source;

import io.sluice.layout.DayOfKey;
import io.sluice.reject.ErrorOutputType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The objects under a source prefix, by day. Objects that no table over the prefix would read are passed over, as
/// Athena passes over them: folder markers, empty objects, names that begin with `_` or `.`; and so are error objects.
///
/// @param days   every day's objects, in key order
/// @param passed how many were passed over, by reason
public record SourceListing(NavigableMap<LocalDate, List<SourceObject>> days, NavigableMap<String, Integer> passed) {
    private static final String FOLDER_MARKER = "_$folder$";

    /// Lists everything under `prefix`: one request per 1,000 objects, and about 300 bytes of memory each.
    public static SourceListing of(SourceStore store, String prefix) {
        NavigableMap<LocalDate, List<SourceObject>> days = new TreeMap<>();
        NavigableMap<String, Integer> passed = new TreeMap<>();
        String after = "";
        boolean more = true;
        while (more) {
            SourceStore.Page page = store.list(prefix, after);
            for (SourceObject object : page.objects()) {
                after = object.key().value();
                Optional<String> why = passedOver(object);
                Optional<LocalDate> day = DayOfKey.of(after);
                if (why.isPresent() || day.isEmpty()) {
                    passed.merge(why.orElse("no date in their folders"), 1, Integer::sum);
                } else {
                    days.computeIfAbsent(day.get(), _ -> new ArrayList<>()).add(object);
                }
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return new SourceListing(days, passed);
    }

    public List<SourceObject> of(LocalDate day) {
        return days.getOrDefault(day, List.of());
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
