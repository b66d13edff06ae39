package io.sluice.compaction;

import static io.sluice.compaction.CompactedLake.FIRST;
import static io.sluice.compaction.CompactedLake.SECOND;
import static io.sluice.compaction.CompactedLake.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A compaction is killed at every request, and read through the view after every one that changes anything.
final class CompactionCrashTest {
    private static final List<String> ROWS = rows();

    private static List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            rows.add(row("ak", FIRST, i));
        }
        rows.add(row("ci", FIRST, 3));
        rows.add(row("nc", SECOND, 4));
        rows.sort(null);
        return rows;
    }

    private static CompactedLake filled(CompactedLake lake) {
        for (int i = 0; i < 3; i++) {
            lake.deliver("ak", FIRST, i, row("ak", FIRST, i));
        }
        lake.deliver("ci", FIRST, 3, row("ci", FIRST, 3));
        lake.deliver("nc", SECOND, 4, row("nc", SECOND, 4));
        lake.objectBytes = 2L * lake.data.contents().values().iterator().next().length;
        return lake;
    }

    @Test
    void everyRowIsVisibleOnceAtEveryMoment() {
        var self = new CompactedLake[1];
        int[] reads = {0};
        self[0] = filled(new CompactedLake(() -> {
            assertEquals(ROWS, self[0].visible(), () -> "after " + self[0].faults.requests.getLast());
            reads[0]++;
        }));
        assertEquals(List.of(), self[0].run());
        assertEquals(ROWS, self[0].visible());
        assertEquals(ROWS, self[0].inLarge());
        assertEquals(List.of(), self[0].keys("net="));
        assertEquals(4, self[0].keys("large/").size());
        assertTrue(reads[0] > 20, "reads: " + reads[0]);
    }

    @ParameterizedTest
    @EnumSource
    void killedAtAnyRequestItIsFinishedByTheNextRun(Faults.Kind kind) {
        CompactedLake whole = filled(new CompactedLake());
        whole.run();
        int requests = whole.faults.requests.size();
        assertTrue(requests > 40, "requests: " + requests);
        for (int at = 0; at < requests; at++) {
            finish(kind, at, Duration.ZERO, false);
        }
    }

    /// An object that appears between a crash and the next run is read at once, and joined by that run or the one after
    /// it.
    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void whatComesLateToADayThatWasKilledIsVisibleAndJoinedOnce(Faults.Kind kind) {
        CompactedLake whole = filled(new CompactedLake());
        whole.run();
        for (int at = 0; at < whole.faults.requests.size(); at += 2) {
            finish(kind, at, Duration.ofDays(40), true);
        }
    }

    private static void finish(Faults.Kind kind, int at, Duration pause, boolean late) {
        String fault = kind + " at request " + at;
        List<String> rows = new ArrayList<>(ROWS);
        var self = new CompactedLake[1];
        CompactedLake lake = filled(new CompactedLake(() -> assertEquals(rows, self[0].visible(),
                () -> fault + ", after " + self[0].faults.requests.getLast())));
        self[0] = lake;
        lake.faults.arm(kind, at);
        try {
            lake.run();
        } catch (Faults.Crash | StoreException e) {
            // the next run carries on
        }
        lake.faults.disarm();
        lake.now = lake.now.plus(pause);
        if (late) {
            lake.deliver("ak", FIRST, 9, row("ak", FIRST, 9));
            rows.add(row("ak", FIRST, 9));
            rows.sort(null);
            assertEquals(rows, lake.visible(), fault);
            assertEquals(List.of(), lake.run(), fault);
        }
        assertEquals(List.of(), lake.run(), fault);
        assertEquals(rows, lake.visible(), fault);
        assertEquals(rows, lake.inLarge(), fault);
        assertEquals(List.of(), lake.keys("net="), fault);
    }
}
