package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A week at a commit a minute, in simulated time, with a compaction of each day, and retention from the fourth on:
/// what Iceberg keeps beside the data is bounded.
@Tag("long")
final class RegistrarWeekTest {
    private static final int MINUTES = 24 * 60;

    private final World world = new World();

    RegistrarWeekTest() {
        world.rules = new SnapshotRules(Duration.ofHours(6), 1_500);
    }

    @Test
    void keepsItsMetadataBounded() {
        List<Kept> days = new ArrayList<>();
        List<DataObject> joined = new ArrayList<>();
        int commits = 0;
        for (int day = 0; day < 7; day++) {
            List<DataObject> landed = new ArrayList<>();
            for (int minute = 0; minute < MINUTES; minute++) {
                landed.addAll(world.land(world.buffer, "d" + day + "m" + minute, "d" + day + "n" + minute));
                commits += world.register().commits();
                if (minute % 60 == 0) {
                    world.registrar().sweep();
                }
                world.pass(Duration.ofMinutes(1));
            }
            joined.add(world.replace(landed, "joined" + day));
            if (day >= 3) {
                world.remove(joined.get(day - 3));
            }
            days.add(kept());
        }
        world.register();
        world.assertRight("after the week");
        assertEquals(7 * MINUTES, commits);
        // No more after seven days than after four.
        Kept most = days.getLast();
        assertTrue(most.metadata <= 22, most::toString);
        assertTrue(most.lists <= 1.05 * days.get(3).lists, days::toString);
        assertTrue(most.manifests <= 1.05 * days.get(3).manifests, days::toString);
        assertTrue(most.bytes <= 1.1 * days.get(3).bytes, days::toString);
        assertTrue(most.largest < 4 << 20, most::toString);
    }

    /// What is there.
    ///
    /// @param largest bytes of the largest metadata.json
    /// @param live    manifests that the current snapshot names
    private record Kept(long metadata, long lists, long manifests, long bytes, long largest, int live) {}

    private Kept kept() {
        long metadata = 0;
        long lists = 0;
        long manifests = 0;
        long bytes = 0;
        long largest = 0;
        for (String key : world.metadata()) {
            long length = world.store.get(new ObjectKey(key)).length;
            bytes += length;
            if (key.endsWith(".metadata.json")) {
                metadata++;
                largest = Math.max(largest, length);
            } else if (key.contains("/snap-")) {
                lists++;
            } else {
                manifests++;
            }
        }
        var table = world.table();
        return new Kept(metadata, lists, manifests, bytes, largest,
                table.currentSnapshot().allManifests(table.io()).size());
    }
}
