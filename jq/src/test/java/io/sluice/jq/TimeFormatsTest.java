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
    void othersAreNot() {
        for (String query : new String[]{"{a:.a}", ".a|strftime(\"%Y\")", "{a:(.t|strftime(\"%Y\")|tonumber)}",
                "{a:(.t|strftime(.format))}", "{a:(.t|strflocaltime(\"%Y\"))}", "{\"a\"}"}) {
            assertEquals(Map.of(), JqProgram.compile(query).timeFormats(), query);
        }
    }
}
