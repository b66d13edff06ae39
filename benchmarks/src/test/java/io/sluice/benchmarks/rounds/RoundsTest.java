package io.sluice.benchmarks.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.benchmarks.Effort;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RoundsTest {
    private record Fixed(String name, long nanos) implements Contestant {
        @Override
        public long run(int times) {
            return nanos * times;
        }
    }

    @Test
    void twiceTheTimeIsHalfTheSpeed() throws Exception {
        var timings = Rounds.of(List.of(new Fixed("a", 1_000), new Fixed("b", 2_000)), Effort.SMOKE);

        assertEquals(2, timings.speed("a", "b").median());
        assertEquals(0.5, timings.speed("b", "a").median());
        assertEquals(1e6, timings.perSecond("a", 1).median());
        assertEquals(2_000, timings.nanos("b").median());
    }

    @Test
    void aSpreadIsItsMiddleAndItsQuarters() {
        assertEquals(new Spread(3, 2, 4), Spread.of(5, 1, 3, 2, 4));
        assertEquals(new Spread(1.5, 1.25, 1.75), Spread.of(2, 1));
        assertEquals(new Spread(7, 7, 7), Spread.of(7));
    }
}
