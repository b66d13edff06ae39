package io.sluice.jq;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TimeFormatsTest {
    @Test
    void membersThatEndInStrftimeAreTimes() {
        assertEquals(Map.of("date", "%Y-%m-%d", "hour", "%H"),
                JqProgram.compile("{net:.properties.net,date:(.properties.time/1000|strftime(\"%Y-%m-%d\")),"
                        + "hour:.t|gmtime|strftime(\"%H\")}").timeFormats());
    }

    @Test
    void slicesOfOneTextAreTheTimeThatTheyAreTheFieldsOf() {
        assertEquals(Map.of("date", "%Y-%m-%d", "hour", "%H"),
                JqProgram.compile("{net:.net,date:.a.ts[0:10],hour:(.a.ts|.[11:13])}").timeFormats());
        assertEquals(Map.of("y", "%Y", "m", "%m", "d", "%d"),
                JqProgram.compile("{y:.ts[:4],m:.ts[5:7],d:.ts[8:10]}").timeFormats());
    }

    @Test
    void othersAreNot() {
        for (String query : new String[]{"{a:.a}", ".a|strftime(\"%Y\")", "{a:(.t|strftime(\"%Y\")|tonumber)}",
                "{a:(.t|strftime(.format))}", "{a:(.t|strflocaltime(\"%Y\"))}", "{\"a\"}",
                "{commit:.hash[0:7]}", "{zip:.zip[0:4],m:.other[5:7]}", "{a:.t[1:10]}", "{a:.t[0:]}",
                "{a:.t[.n:10]}", "{a:.t[0:10]|.[0:3]}"}) {
            assertEquals(Map.of(), JqProgram.compile(query).timeFormats(), query);
        }
    }
}
