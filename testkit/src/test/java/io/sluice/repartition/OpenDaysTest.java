package io.sluice.repartition;

import static io.sluice.repartition.Lake.FIRST;
import static io.sluice.repartition.Lake.SECOND;
import static io.sluice.repartition.Lake.record;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.source.SourceListing;
import io.sluice.view.OpenDays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenDaysTest {
    private final Lake lake = new Lake();

    private List<?> open() {
        return new OpenDays(lake.stream, lake.staging).read();
    }

    @Test
    void aDayIsOpenFromItsPlanUntilItIsMoved() {
        assertEquals(List.of(), open());
        for (String name : List.of("a", "b", "c")) {
            lake.stream("raw/dt=2026-01-01/" + name, record("ak", FIRST, 1));
        }
        lake.stream("raw/dt=2026-01-02/a", record("ak", SECOND, 2));
        Repartition repartition = lake.repartition();
        SourceListing listing = repartition.list();
        repartition.plan(FIRST, listing);
        repartition.plan(SECOND, listing);
        assertEquals(List.of(FIRST, SECOND), open());
        lake.stream("raw/dt=2026-01-02/a", record("ak", SECOND, 3));
        assertEquals(1, lake.run(false).size(), "one day is blocked");
        assertEquals(List.of(SECOND), open());
    }

    @Test
    void anotherStreamsDaysAreItsOwn() {
        lake.stream = "quakes2";
        lake.stream("raw/dt=2026-01-01/a", record("ak", FIRST, 1));
        Repartition repartition = lake.repartition();
        repartition.plan(FIRST, repartition.list());
        assertEquals(List.of(FIRST), open());
        assertEquals(List.of(), new OpenDays("quakes", lake.staging).read());
    }
}
