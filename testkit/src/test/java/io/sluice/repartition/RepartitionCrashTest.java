package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.SECOND;
import static io.sluice.repartition.Lake.record;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A repartition is killed at every request, and read through the view after every one that changes anything.
final class RepartitionCrashTest {
    private static final List<String> ROWS = rows();

    private static List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            rows.add(record("ak", FIRST, i));
            rows.add(record("ci", FIRST, i));
            rows.add(record("nc", SECOND, i));
        }
        rows.sort(null);
        return rows;
    }

    private final Lake lake = new Lake(this::read);
    private int reads;

    private void read() {
        assertEquals(ROWS, lake.visible(), () -> "after " + lake.faults.requests.getLast());
        reads++;
    }

    private Lake filled(Lake filled) {
        List<String> first = ROWS.stream().filter(row -> row.contains(FIRST.toString())).toList();
        filled.stream("raw/dt=2026-01-01/a", first.subList(0, 5).toArray(String[]::new));
        filled.stream("raw/dt=2026-01-01/b", first.subList(5, 8).toArray(String[]::new));
        filled.stream("raw/dt=2026-01-02/c",
                ROWS.stream().filter(row -> row.contains(SECOND.toString())).toArray(String[]::new));
        return filled;
    }

    @Test
    void everyRowIsVisibleOnceAtEveryMoment() {
        filled(lake);
        assertEquals(List.of(), lake.run(true));
        assertEquals(ROWS, lake.visible());
        assertEquals(ROWS, lake.inTarget());
        assertEquals(List.of(), lake.keys("raw/"));
        assertTrue(reads > 30, "reads: " + reads);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void killedAtAnyRequestItIsFinishedByTheNextRun(Faults.Kind kind) {
        Lake whole = filled(new Lake());
        whole.run(true);
        int requests = whole.faults.requests.size();
        for (int at = 0; at < requests; at++) {
            var crashed = new LakeUnderTest(kind, at);
            crashed.finish(Duration.ZERO);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void takenUpAfterWeeksItDeliversNothingTwice(Faults.Kind kind) {
        Lake whole = filled(new Lake());
        whole.run(true);
        for (int at = 0; at < whole.faults.requests.size(); at += 5) {
            new LakeUnderTest(kind, at).finish(Duration.ofDays(40));
        }
    }

    /// A lake whose repartition meets one fault.
    private final class LakeUnderTest {
        private final Lake lake;
        private final String fault;

        LakeUnderTest(Faults.Kind kind, int at) {
            var self = new Lake[1];
            lake = filled(new Lake(() -> assertEquals(ROWS, self[0].visible(),
                    () -> kind + " at " + at + ", after " + self[0].faults.requests.getLast())));
            self[0] = lake;
            lake.faults.arm(kind, at);
            fault = kind + " at request " + at;
        }

        void finish(Duration pause) {
            try {
                lake.run(true);
            } catch (Faults.Crash | StoreException e) {
                // the next run carries on
            }
            lake.faults.disarm();
            lake.now = lake.now.plus(pause);
            assertEquals(List.of(), lake.run(true), fault);
            assertEquals(ROWS, lake.visible(), fault);
            assertEquals(ROWS, lake.inTarget(), fault);
            assertEquals(List.of(), lake.keys("raw/"), fault);
            assertEquals(Arrays.asList(FIRST, SECOND),
                    List.copyOf(lake.repartition().days().current().days().keySet()));
        }
    }
}
