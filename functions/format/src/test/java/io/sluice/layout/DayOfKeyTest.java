package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DayOfKeyTest {
    private static final LocalDate DAY = LocalDate.parse("2026-11-01");

    private static PrefixSample sample(String prefix) {
        return new PrefixSample(PrefixExpression.parse(prefix.replace("{q:", "{partitionKeyFromQuery:")),
                ZoneId.of("Asia/Tokyo"));
    }

    private static Optional<List<String>> folders(Optional<DayOfKey> found) {
        return found.map(DayOfKey::folders);
    }

    @Test
    void daysAreFoundInFoldersAlone() {
        assertEquals(Optional.of(DAY), DayOfKey.of("raw/dt=2026-11-01/quakes-1-2026-11-02-00-00-00-x.gz"));
        assertEquals(Optional.of(DAY), DayOfKey.of("raw/2026/11/01/05/x"));
        assertEquals(Optional.of(DAY), DayOfKey.of("year=2026/month=11/day=01/x"));
        assertEquals(Optional.of(DAY), DayOfKey.of("2026-11-01/x"));
        assertEquals(Optional.empty(), DayOfKey.of("raw/quakes-1-2026-11-02-00-00-00-x.gz"));
        assertEquals(Optional.empty(), DayOfKey.of("raw/dt=2026-13-01/x"));
    }

    @Test
    void foldersThatHoldTheDayAreNamed() {
        assertEquals(Optional.of(List.of("dt")), folders(DayOfKey.find("raw/dt=2026-11-01/x")));
        assertEquals(Optional.of(List.of("y", "m", "d")), folders(DayOfKey.find("y=2026/m=11/d=01/x")));
        assertEquals(Optional.of(List.of()), folders(DayOfKey.find("2026/11/01/x")));
    }

    @Test
    void ofAPrefixItIsTheTimesOrThatOfKeysNamedLikeItsFields() {
        assertEquals(Optional.of(List.of("dt")), folders(sample("k=!{q:k}/dt=!{timestamp:yyyy-MM-dd}/").day()));
        assertEquals(Optional.of(List.of("y", "m", "d")), folders(sample("y=!{q:YEAR}/m=!{q:mm}/d=!{q:day}/").day()));
        assertEquals(Optional.of(List.of()), folders(sample("!{timestamp:yyyy/MM/dd/HH}/").day()));
        assertEquals(Optional.empty(), sample("k=!{q:k}/!{timestamp:yyyy}/").day());
    }

    @Test
    void aKeyOfAPrefixHasADayWhereOneWouldBeFound() {
        PrefixSample sample = sample("a=!{q:a}/b-!{q:b}/!{q:c}/");
        assertEquals(Optional.of(List.of("a")), folders(sample.dayOf("a")));
        assertEquals(Optional.empty(), sample.dayOf("b"));
        assertEquals(Optional.of(List.of()), folders(sample.dayOf("c")));
        assertEquals(Optional.of("a"), sample.folderOf("a"));
        assertEquals(Optional.empty(), sample.folderOf("b"));
        assertEquals(Optional.empty(), sample.folderOf("other"));
    }
}
