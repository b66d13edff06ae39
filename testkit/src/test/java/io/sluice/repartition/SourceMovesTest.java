package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.record;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.repartition.RepartitionSettings.Trouble;
import io.sluice.repartition.SourceMoves.Stage;
import io.sluice.source.SourceObject;
import io.sluice.work.Deadline;
import org.junit.jupiter.api.Test;

final class SourceMovesTest {
    private static final String A = "raw/dt=2026-01-01/a";
    private static final String LATE = "raw/dt=2026-01-01/late";

    private final Lake lake = new Lake();

    private Stage stage(String key) {
        SourceObject object = lake.repartition().list().of(FIRST).stream()
                .filter(each -> each.key().value().equals(key)).findFirst().orElseThrow();
        return SourceMoves.of(lake.stream, lake.staging).of(object);
    }

    @Test
    void anObjectIsFreeUntilItsDayIsPlannedAndMovedOnceItsDayIs() {
        lake.stream(A, record("ak", FIRST, 1));
        assertEquals(Stage.FREE, stage(A));
        Repartition repartition = lake.repartition();
        DayPlan plan = repartition.plan(FIRST, repartition.list()).orElseThrow();
        assertEquals(Stage.UNDER_WAY, stage(A));
        repartition.ingest(FIRST, plan.objects().getFirst(), Deadline.NONE);
        assertEquals(Stage.UNDER_WAY, stage(A));
        lake.run(false);
        assertEquals(Stage.MOVED, stage(A));
    }

    @Test
    void whatArrivesLateInAMovedDayIsFree() {
        lake.stream(A, record("ak", FIRST, 1));
        lake.run(false);
        lake.stream(LATE, record("ak", FIRST, 2));
        assertEquals(Stage.FREE, stage(LATE));
        lake.run(true);
        assertEquals(Stage.FREE, stage(LATE));
    }

    @Test
    void whatIsLeftOutIsFree() {
        lake.trouble = Trouble.LEAVE_OUT;
        lake.stream(A, "{\"no\":\"keys\"}");
        lake.run(false);
        assertEquals(Stage.FREE, stage(A));
    }
}
