package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ShownTest {
    private static final Optional<String> AS_SHOWN = Optional.empty();
    private static final Optional<String> MORE = Optional.of("more is printed than is shown");

    @Test
    void anEllipsisStandsForTextOrLinesAndNothingElseDoes() {
        assertEquals(AS_SHOWN, Shown.difference("a\nb", "a\nb\n"));
        assertEquals(AS_SHOWN, Shown.difference("a\nb", "a  \nb\n\n"));
        assertEquals(AS_SHOWN, Shown.difference("… objects, … bytes", "4 objects, 12505 bytes\n"));
        assertEquals(AS_SHOWN, Shown.difference("a\n…\nz", "a\nb\nc\nz\n"));
        assertEquals(AS_SHOWN, Shown.difference("a\n…\nz", "a\nz\n"));
        assertEquals(MORE, Shown.difference("a\nb", "a\nb\nc\n"));
        assertEquals(Optional.of("is not printed, or not there: b"), Shown.difference("a\nb\nc", "a\nc\nb\n"));
        assertEquals(Optional.of("is not printed, or not there: b"), Shown.difference("a\nb", "a\n"));
        assertEquals(Optional.of("is not printed, or not there: removed 4 objects"),
                Shown.difference("removed 4 objects", "removed 0 objects\n"));
        assertEquals(Optional.of("is not printed, or not there: a.c"), Shown.difference("a.c", "abc\n"));
        assertEquals(Optional.of("is not printed, or not there: a"), Shown.difference("a", ""));
    }
}
