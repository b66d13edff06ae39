package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;

/// Who judges the runbooks finds what is lost, doubled or misplaced, and nothing else; around midnight, too.
final class JudgeTest {
    private static final LocalDate EVENING = LocalDate.parse("2026-11-22");
    private static final LocalDate MORNING = LocalDate.parse("2026-11-23");
    private static final String OF_THE_EVENING = "orders/shop=a/day=2026-11-22/first";
    private static final String OF_THE_MORNING = "orders/shop=a/day=2026-11-23/second";
    private static final List<Sent> SENT = List.of(new Sent("late", "a", Set.of(EVENING)),
            new Sent("early", "a", Set.of(MORNING)), new Sent("twice", "a", Set.of(EVENING, MORNING)),
            new Sent("broken", "", Set.of(EVENING)));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            late early twice | -
            late twice       | early
            late             | early twice
            late early       | twice
            """)
    void anObjectIsOfTheDayOfItsOldestRecord(String evening, String morning) {
        assertDoesNotThrow(() -> judge(objects(evening, morning, "broken")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            twice early | late        | broken | a record is of a day before the object's
            late twice  | -           | broken | a record is lost
            late twice  | early late  | broken | a record is twice
            late twice  | early other | broken | a record that nobody sent
            late twice  | early       | -      | a rejected record is lost
            late broken | early twice | -      | a rejected record is among the others
            late twice  | broken      | early  | a record is among the rejected ones
            """)
    void whatIsLostDoubledOrMisplacedIsFound(String evening, String morning, String rejected, String what) {
        assertThrows(AssertionFailedError.class, () -> judge(objects(evening, morning, rejected)), what);
    }

    @Test
    void anObjectOfADayOnWhichNoneOfItsRecordsCameInIsFound() {
        assertThrows(AssertionFailedError.class, () -> Judge.judge(Map.of(OF_THE_EVENING, List.of("early")),
                List.of(new Sent("early", "a", Set.of(MORNING))), List.of()));
    }

    @Test
    void whatWasGivenUpIsToBeNowhere() {
        Map<String, List<String>> objects = objects("late twice", "-", "broken");
        assertDoesNotThrow(() -> Judge.judge(objects, SENT, List.of(SENT.get(1))));
        assertThrows(AssertionFailedError.class, () -> Judge.judge(objects, SENT, List.of(SENT.get(0))));
    }

    @Test
    void anObjectKeepsTheDayOfARecordThatWasGivenUp() {
        List<Sent> sent = List.of(SENT.get(0), SENT.get(1));
        assertDoesNotThrow(() -> Judge.judge(Map.of(OF_THE_EVENING, List.of("early")), sent, List.of(SENT.get(0))));
    }

    private static void judge(Map<String, List<String>> objects) {
        Judge.judge(objects, SENT, List.of());
    }

    private static Map<String, List<String>> objects(String evening, String morning, String rejected) {
        return Map.of(OF_THE_EVENING, evening, OF_THE_MORNING, morning,
                "errors/metadata-extraction-failed/third", rejected).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> words(each.getValue())));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ")).filter(word -> !word.equals("-")).toList();
    }
}
