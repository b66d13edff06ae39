package io.sluice.jq.builtin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.jq.JqProgram;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeFormatNodeTest {
    private static final long SEED = 20_261_120;

    @ParameterizedTest
    @CsvSource({"%Y-%m-%d,86400", "year=%Y,86400", "none,86400", "%%,86400", "%H,3600", "%d %I%p,3600", "%F %R,60",
            "%H:%M,60", "%T,1", "%s,1", "%c,1", "%,1", "%q,1", "%Y%,1", "%_10Y,86400", "%-M,60", "%Ey,86400", "%OS,1",
            "%^#a,86400"})
    void aFormatIsKnownByTheShortestUnitInIt(String format, int seconds) {
        assertEquals(seconds, TimeFormatNode.period(format));
    }

    /// Neighbouring days, hours and seconds, before and after 1970, share the places in which texts are kept.
    @Test
    void aKeptTextIsWhatFormattingGives() {
        String letters = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%qQ";
        Random random = new Random(SEED);
        for (String letter : letters.split("", -1)) {
            for (String flags : List.of("", "_", "-", "0", "^", "#", "12", "E", "O")) {
                String format = "x%" + flags + letter;
                JqProgram kept = JqProgram.compile("strftime(\"" + format + "\")");
                JqProgram formatted = JqProgram.compile("strftime(\"" + format + "\" as $f | $f)");
                for (int i = 0; i < 40; i++) {
                    long seconds = 1_565_382_027L * random.nextInt(-1, 2) + random.nextInt(-7200, 7200);
                    byte[] in = String.valueOf(seconds + random.nextInt(10) / 10.0).getBytes(StandardCharsets.UTF_8);
                    assertEquals(formatted.run(in), kept.run(in), format + " of " + seconds + ", seed " + SEED);
                    assertEquals(formatted.run(in), kept.run(in), format + " of " + seconds + ", seed " + SEED);
                }
            }
        }
    }
}
