package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimestampPatternTest {
    private static final List<String> FIELDS = List.of("y", "yy", "yyy", "yyyy", "yyyyy", "u", "uuuu", "M", "MM", "MMM",
            "MMMM", "d", "dd", "D", "DDD", "H", "HH", "h", "hh", "k", "kk", "m", "mm", "s", "ss", "S", "SSS", "E",
            "EEEE", "a", "G", "w", "ww", "Q", "QQQ", "Y", "YYYY", "e", "[HH]", "'year'", "''", "'/'", "-");

    /// Half of the patterns are never measured: they must be as long as measuring would find.
    @Test
    void theLongestTextOfAPatternIsThatOfTheLongestOfManyInstants() {
        for (String first : FIELDS) {
            for (String second : List.of("", "/", "yyyy", "MM/dd", "HH", "mm'm'ss", "d", "EEEE")) {
                String text = first + "." + second;
                assertEquals(longest(text), TimestampPattern.of(text).charsMax(), text);
            }
        }
    }

    private static int longest(String text) {
        TimestampPattern pattern = TimestampPattern.of(text);
        LocalDateTime first = LocalDateTime.of(2024, 1, 1, 0, 59, 59, 999_999_999);
        int longest = 0;
        for (int i = 0; i < 360; i++) {
            LocalDateTime sample = first.plus(25L * i, ChronoUnit.HOURS);
            longest = Math.max(longest, pattern.format(sample.toInstant(ZoneOffset.UTC), ZoneOffset.UTC).length());
        }
        return longest;
    }
}
