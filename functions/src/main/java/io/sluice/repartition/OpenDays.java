package io.sluice.repartition;

import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectStore;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Tells which days of a stream a repartition has begun and not moved, for who has to know what may still be delivered.
/// Safe for concurrent use.
public final class OpenDays {
    private final StagingKeys keys;
    private final ObjectStore staging;

    public OpenDays(String stream, ObjectStore staging) {
        this.keys = new StagingKeys(stream);
        this.staging = staging;
    }

    /// The days, oldest first: two requests, and one for each day that was ever planned.
    ///
    /// @throws io.sluice.objects.StoreException when plans or the watermark cannot be read
    public List<LocalDate> read() {
        List<LocalDate> planned = new ArrayList<>();
        String after = "";
        for (ObjectPage page = staging.list(keys.days(), after); !page.objects().isEmpty(); page = staging
                .list(keys.days(), after)) {
            LocalDate day = keys.dayOf(page.objects().getFirst().key());
            planned.add(day);
            after = keys.behind(day);
        }
        if (planned.isEmpty()) {
            return planned;
        }
        Set<LocalDate> moved = WatermarkLog.latest(keys, staging).map(latest -> latest.days().keySet())
                .map(Set::copyOf).orElse(Set.of());
        return planned.stream().filter(day -> !moved.contains(day)).toList();
    }
}
