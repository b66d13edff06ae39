package io.sluice.landing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.landing.LandedDates.Count;
import java.time.LocalDate;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What landed by date, of several lanes.
final class LandedDatesTest {
    private static final LocalDate FIRST = LocalDate.of(2000, 1, 1);

    private static LandedDates lane(int from, int to) {
        TreeMap<LocalDate, Count> days = new TreeMap<>();
        for (int day = from; day < to; day++) {
            days.put(FIRST.plusDays(day), new Count(day + 1, 1, 1));
        }
        return new LandedDates(days);
    }

    /// An item of a table has room for some 6,000.
    @Test
    void ofLanesTogetherAsManyDatesAreToldAsOfOne() {
        int most = LandedDates.DATES_MAX;
        LandedDates both = lane(0, most).and(lane(most, 2 * most - 10)).bounded();
        assertEquals(most, both.byDay().size());
        assertTrue(both.byDay().containsKey(FIRST.plusDays(2 * most - 11)));
        assertFalse(both.byDay().containsKey(FIRST.plusDays(most - 11)), "something landed of it before all others");
    }
}
