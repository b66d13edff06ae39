package io.sluice.local.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameTest {
    private static final int ROWS = 100;

    private static String stream(String name, long records, long bytes, long pending, long objects, long oldest) {
        return """
                sluice_records_total{stream="%1$s"} %2$d
                sluice_record_bytes_total{stream="%1$s"} %3$d
                sluice_pending_records{stream="%1$s"} %4$d
                sluice_journal_records{stream="%1$s"} 0
                sluice_pending_bytes{stream="%1$s"} %5$d
                sluice_objects_total{stream="%1$s"} %6$d
                sluice_freshness_seconds{stream="%1$s"} %7$d
                """.formatted(name, records, bytes, pending, pending * 10, objects, oldest);
    }

    private static ServerFigures figures(String... streams) {
        return ServerFigures.parse("# TYPE sluice_puts counter\n" + String.join("", streams) + "# EOF\n");
    }

    private static List<String> frame(int columns, ServerFigures before, ServerFigures now, String... troubles) {
        return new Frame(columns, ROWS).lines(new Frame.Look("http://127.0.0.1:4573", before, now,
                Duration.ofSeconds(2), List.of(troubles)));
    }

    private static final ServerFigures BEFORE = figures(stream("clicks", 1_000, 10_000, 0, 5, 0),
            stream("quakes", 0, 0, 0, 0, 0));
    private static final ServerFigures NOW = figures(stream("clicks", 1_100, 12_000, 20, 5, 61),
            stream("quakes", 2_469, 5_000_000, 1_234_567, 12, 3));

    @Test
    void eightyColumnsShowAllFigures() {
        assertEquals("""
                http://127.0.0.1:4573  ok  2 streams
                stream               rec/s      B/s  records  pending  pend. B  objects   oldest
                quakes               1.23k    2.50M    2.47k    1.23M    12.3M       12       3s
                clicks                  50    1.00k    1.10k       20      200        5       1m
                all                  1.28k    2.50M    3.57k    1.23M    12.3M       17       1m""",
                String.join("\n", frame(80, BEFORE, NOW)));
    }

    @Test
    void fortyColumnsShowWhatTellsMost() {
        assertEquals("""
                http://127.0.0.1:4573  ok  2 streams
                stream           rec/s  pending   oldest
                quakes           1.23k    1.23M       3s
                clicks              50       20       1m
                all              1.28k    1.23M       1m""", String.join("\n", frame(40, BEFORE, NOW)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 30, 33, 40, 57, 80, 100, 200})
    void noLineIsWiderThanTheTerminal(int columns) {
        ServerFigures now = figures(
                stream("a-stream-with-a-name-of-sixty-four-characters-which-is-the-most-", 999_999_999,
                        999_999_999_999L, 99_999, 99_999, 99_999_999));
        frame(columns, now, now,
                "a trouble that is told in a sentence which is longer than most terminals are wide, and"
                        + " goes on and on and on")
                .forEach(line -> assertTrue(line.length() <= Math.max(columns, Frame.COLUMNS_MIN), line));
    }

    @Test
    void streamsThatHaveNoRoomAreCounted() {
        String[] many = new String[50];
        for (int i = 0; i < many.length; i++) {
            many[i] = stream("s" + i, 1, 1, 1, 1, 1);
        }
        ServerFigures now = figures(many);
        List<String> lines = new Frame(80, 24)
                .lines(new Frame.Look("u", now, now, Duration.ofSeconds(1), List.of("t")));
        assertTrue(lines.size() <= 24, lines.toString());
        assertTrue(lines.get(lines.size() - 2).startsWith("all (31 more)"), lines.toString());
        assertTrue(lines.getLast().startsWith("! t"));
    }

    /// A trouble may quote anything.
    @Test
    void aTerminalGetsNoControlCharacters() {
        assertEquals("! a [2Jb", frame(80, NOW, NOW, "a\u001B[2Jb").getLast());
        assertTrue(frame(80, NOW, NOW, "x").getFirst().contains("degraded"));
    }

    @Test
    void aServerThatWasStartedAnewHasNoNegativeRates() {
        ServerFigures anew = figures(stream("clicks", 1, 10, 0, 0, 0));
        List<String> lines = frame(80, NOW, anew);
        assertEquals("clicks                   0        0        1        0        0        0        -", lines.get(2));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "999,999", "999.6,1.00k", "1000,1.00k", "9994,9.99k", "9996,10.0k", "99951,100k", "999499,999k",
            "999600,1.00M", "1e12,1.00T", "1e15,1000T"})
    void numbersHaveFourDigitsAtMost(double value, String text) {
        assertEquals(text, Frame.number(value));
    }

    @ParameterizedTest
    @CsvSource({"0,-", "1,1s", "59,59s", "60,1m", "3599,59m", "3600,1h", "86400,1d"})
    void agesHaveOneUnit(double seconds, String text) {
        assertEquals(text, Frame.age(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "# TYPE sluice_puts counter\n", "# TYPE up gauge\n# EOF\n"})
    void whatIsNoTextOfSluicesIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> ServerFigures.parse(text));
    }
}
