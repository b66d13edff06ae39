package io.sluice.compaction;

import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceListing;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceStore;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The objects under a stream's own prefix, by day.
///
/// @param visible every object that a table over the prefix reads, in key order
/// @param own     those of them that the stream wrote and no flush run may write again: what can be joined
/// @param passed  how many others there are, by reason
public record StreamedDays(NavigableMap<LocalDate, List<SourceObject>> visible,
        NavigableMap<LocalDate, List<SourceObject>> own, NavigableMap<String, Integer> passed) {
    /// The objects that flush runs may still write.
    ///
    /// @param open   keys of deliveries that are open
    /// @param before objects written from then on may belong to a delivery that was decided since
    record Writers(Set<ObjectKey> open, Instant before) {
        boolean mayWrite(SourceObject object) {
            return open.contains(object.key()) || !object.modified().isBefore(before);
        }
    }

    /// One request per 1,000 objects, and about 300 bytes of memory each.
    static StreamedDays of(SourceStore store, CompactedPaths paths, Writers writers) {
        StreamedDays days = new StreamedDays(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        String after = "";
        boolean more = true;
        while (more) {
            SourceStore.Page page = store.list(paths.head(), after);
            for (SourceObject object : page.objects()) {
                after = object.key().value();
                days.add(object, paths, writers);
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return days;
    }

    private void add(SourceObject object, CompactedPaths paths, Writers writers) {
        String key = object.key().value();
        Optional<String> unseen = SourceListing.passedOver(object);
        Optional<LocalDate> day = paths.day(key);
        if (unseen.isPresent() || day.isEmpty()) {
            passed.merge(unseen.orElse("no date in their folders"), 1, Integer::sum);
            return;
        }
        visible.computeIfAbsent(day.get(), _ -> new ArrayList<>()).add(object);
        if (!paths.isOwn(key)) {
            passed.merge("names that the stream does not give", 1, Integer::sum);
        } else if (writers.mayWrite(object)) {
            passed.merge("a delivery that may not be over", 1, Integer::sum);
        } else {
            own.computeIfAbsent(day.get(), _ -> new ArrayList<>()).add(object);
        }
    }

    /// A sentence about what was passed over; empty when nothing was.
    public Optional<String> remark() {
        return passed.isEmpty()
                ? Optional.empty()
                : Optional.of("left alone: " + passed.entrySet().stream()
                        .map(each -> each.getValue() + " with " + each.getKey()).collect(Collectors.joining(", ")));
    }
}
