package io.sluice.compaction;

import io.sluice.objects.ObjectKey;
import io.sluice.segment.BatchId;
import io.sluice.source.SourceObject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/// Groups objects of a day: those of one folder together, in the order of their keys, until they are as large as is
/// wanted. So a day becomes at most its bytes by that size, and one more object a folder. A pure function.
record RoundPlanner(CompactionSettings settings) {
    /// @param objects in the order of their keys
    Round plan(LocalDate day, int number, List<SourceObject> objects) {
        Map<String, List<SourceObject>> folders = new TreeMap<>();
        objects.forEach(object -> folders.computeIfAbsent(settings.paths().folder(object.key().value()),
                _ -> new ArrayList<>()).add(object));
        List<Join> joins = new ArrayList<>();
        folders.forEach((folder, of) -> cut(of)
                .forEach(sources -> joins.add(new Join(target(folder, day, number, sources), sources))));
        return new Round(day, number, joins);
    }

    private List<List<SourceObject>> cut(List<SourceObject> objects) {
        List<List<SourceObject>> groups = new ArrayList<>();
        long bytes = settings.objectBytes();
        for (SourceObject object : objects) {
            if (bytes >= settings.objectBytes()) {
                groups.add(new ArrayList<>());
                bytes = 0;
            }
            groups.getLast().add(object);
            bytes += object.length();
        }
        return groups;
    }

    private ObjectKey target(String folder, LocalDate day, int number, List<SourceObject> sources) {
        BatchId id = Join.id(sources);
        long version8 = (id.high() & ~0xF000L) | 0x8000L;
        long variant2 = (id.low() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        Instant start = day.atStartOfDay(settings.zone()).toInstant();
        return new ObjectKey(settings.names().ofRound(number).key(folder, start, new UUID(version8, variant2)));
    }
}
