package io.sluice.repartition;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.time.LocalDate;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tells which days of a stream a repartition or a compaction has begun and not moved, for who has to know what may
/// still be delivered.
/// Safe for concurrent use.
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
        NavigableSet<LocalDate> planned = planned();
        NavigableMap<LocalDate, Integer> rounds = rounds();
        if (planned.isEmpty() && rounds.isEmpty()) {
            return List.of();
        }
        NavigableMap<LocalDate, DayState> moved = WatermarkLog.latest(keys, staging).map(Watermark::days)
                .orElseGet(TreeMap::new);
        planned.removeAll(moved.keySet());
        rounds.forEach((day, last) -> {
            if (last >= next(moved.get(day))) {
                planned.add(day);
            }
        });
        return List.copyOf(planned);
    }

    private static int next(@Nullable DayState moved) {
        return moved != null && moved.target() instanceof DayState.Target.Rounds(var _, int next) ? next : 1;
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

    /// The last round that was planned of each day.
    private NavigableMap<LocalDate, Integer> rounds() {
        NavigableMap<LocalDate, Integer> last = new TreeMap<>();
        String after = "";
        boolean more = true;
        while (more) {
            ObjectPage page = staging.list(keys.rounds(), after);
            for (ObjectInfo object : page.objects()) {
                after = object.key().value();
                String[] names = after.substring(keys.rounds().length()).split("/", -1);
                last.merge(LocalDate.parse(names[0]), Integer.parseInt(names[1]), Math::max);
            }
            more = page.more() && !page.objects().isEmpty();
        }
        return last;
    }
}
