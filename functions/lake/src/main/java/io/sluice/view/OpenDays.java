package io.sluice.view;

import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.time.LocalDate;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The days of a stream that a repartition or a compaction has begun and not moved, for who has to know what may still
/// be delivered. Safe for concurrent use.
public final class OpenDays {
    private final StagingKeys keys;
    private final ObjectStore staging;

    public OpenDays(String stream, ObjectStore staging) {
        this.keys = new StagingKeys(stream);
        this.staging = staging;
    }

    /// The days, oldest first: of repartitions two requests, and one for each day that was ever planned; of compactions
    /// one for a thousand rounds.
    ///
    /// @throws io.sluice.objects.StoreException when plans or the watermark cannot be read
    public List<LocalDate> read() {
        NavigableSet<LocalDate> open = planned();
        TreeMap<LocalDate, Integer> rounds = new TreeMap<>();
        staging.all(keys.rounds()).forEach(object -> {
            String[] names = object.key().value().substring(keys.rounds().length()).split("/", -1);
            rounds.merge(LocalDate.parse(names[0]), Integer.parseInt(names[1]), Math::max);
        });
        if (open.isEmpty() && rounds.isEmpty()) {
            return List.of();
        }
        Watermark moved = WatermarkLog.latest(keys, staging).orElseGet(() -> Watermark.none(""));
        open.removeAll(moved.days().keySet());
        rounds.forEach((day, last) -> {
            if (last >= moved.rounds(day).next()) {
                open.add(day);
            }
        });
        return List.copyOf(open);
    }

    private NavigableSet<LocalDate> planned() {
        NavigableSet<LocalDate> planned = new TreeSet<>();
        String after = "";
        for (ObjectPage page = staging.list(keys.days(), after); !page.objects().isEmpty(); page = staging
                .list(keys.days(), after)) {
            LocalDate day = keys.dayOf(page.objects().getFirst().key());
            planned.add(day);
            after = keys.behind(day);
        }
        return planned;
    }
}
