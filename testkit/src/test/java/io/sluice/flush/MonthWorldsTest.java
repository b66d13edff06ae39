package io.sluice.flush;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a stream takes in its fourth week is what it took in its second, in which it first had all that it keeps for a
/// week. Two worlds by default; `-Dmonths.worlds=100` are some minutes. Memory that ids take: [RememberedMonthTest].
@Tag("long")
final class MonthWorldsTest {
    private static final List<String> NAMES = Arrays.asList("requests of flush runs", "most of one run",
            "requests of a sweep", "segments", "staged objects", "staged bytes", "manifest's bytes", "entries");
    private static final int WEEK = 7;

    @Test
    void aFourthWeekIsAsTheSecond() {
        long first = Long.getLong("months.firstSeed", 1);
        int worlds = Integer.getInteger("months.worlds", 2);
        long records = 0;
        long[] second = new long[NAMES.size()];
        long[] fourth = new long[NAMES.size()];
        for (long seed = first; seed < first + worlds; seed++) {
            MonthWorld world = new MonthWorld(seed);
            List<MonthWorld.Day> days = world.days();
            records += world.records();
            for (int i = 0; i < NAMES.size(); i++) {
                long before = median(days, 1, i);
                long after = median(days, 3, i);
                String what = NAMES.get(i) + " of world " + seed + ": " + before + ", then " + after;
                long slack = NAMES.get(i).endsWith("bytes") ? 20_000 : 20;
                assertTrue(after <= before + before / 2 + slack, what);
                second[i] += before;
                fourth[i] += after;
            }
        }
        System.out.println(worlds + " months, " + records + " records");
        for (int i = 0; i < NAMES.size(); i++) {
            System.out.printf("%s a day: %d, then %d%n", NAMES.get(i), second[i] / worlds, fourth[i] / worlds);
        }
    }

    private static long median(List<MonthWorld.Day> days, int week, int figure) {
        return IntStream.range(week * WEEK, (week + 1) * WEEK).mapToLong(day -> days.get(day).figures().get(figure))
                .sorted().skip(WEEK / 2).findFirst().orElseThrow();
    }
}
