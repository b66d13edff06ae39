package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.SECOND;
import static io.sluice.repartition.Lake.record;
import static io.sluice.repartition.Lake.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.encoding.MalformedEncodingException;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.source.SourceListing;
import io.sluice.view.DayMove.Removed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A plan that is damaged or gone holds up its day alone, and nothing of it is removed.
final class LostPlansTest {
    private static final String A = "raw/dt=2026-01-01/a";
    private static final ObjectKey PLAN = new ObjectKey("repartition/quakes/days/2026-01-01/plan");

    private final Lake lake = new Lake();

    private void lose(boolean damaged) {
        if (damaged) {
            lake.staging.put(PLAN, Body.of("damage".getBytes(UTF_8)));
        } else {
            lake.staging.delete(List.of(PLAN));
        }
    }

    @Test
    void aDamagedPlanOfADayThatIsNotMovedNamesItsKeyAndTheRemedy() {
        lake.stream(A, row(1));
        Repartition repartition = lake.repartition();
        SourceListing listing = repartition.list();
        repartition.plan(FIRST, listing);
        lose(true);
        String why = String.valueOf(
                assertThrows(MalformedEncodingException.class, () -> repartition.plan(FIRST, listing)).getMessage());
        assertTrue(why.startsWith(PLAN + " in the staging bucket is damaged (")
                && why.endsWith("); restore it from a copy of the bucket, and run again"), why);
        assertEquals(List.of(row(1)), lake.visible());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMovedDayWithoutItsPlanIsNeitherBroughtUpToDateNorRemovedAndOthersAre(boolean damaged) {
        lake.stream(A, row(1));
        lake.now = lake.now.plus(Duration.ofDays(30));
        assertEquals(List.of(), lake.run(false));
        lose(damaged);
        lake.stream("raw/dt=2026-01-02/c", record("ak", SECOND, 2));
        Repartition repartition = lake.repartition();
        List<String> troubles = new ArrayList<>();
        repartition.refresh(repartition.list(), troubles::add);
        assertEquals(1, troubles.size(), troubles.toString());
        assertTrue(troubles.getFirst().startsWith("what came late to day 2026-01-01 is not in the view yet: " + PLAN)
                && troubles.getFirst().endsWith("restore it from a copy of the bucket, and run again"),
                troubles.getFirst());
        assertEquals(1, lake.run(true).size());
        assertTrue(Lake.remove(lake.repartition(), FIRST) instanceof Removed.Doubted(var why)
                && why.getFirst().startsWith(PLAN.value()));
        assertEquals(List.of(A), lake.keys("raw/"));
        assertEquals(List.of(row(1), record("ak", SECOND, 2)), lake.visible());
    }
}
