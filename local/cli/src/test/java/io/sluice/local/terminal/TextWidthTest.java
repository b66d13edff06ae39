package io.sluice.local.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextWidthTest {
    @ParameterizedTest
    @CsvSource({"abc, 3", "'', 0", "é, 1", "e\u0301, 1", "東京, 4", "😀, 2", "a\u200Bb, 2", "한국, 4", "ｱ, 1", "Ａ, 2",
            "…, 1",
            "\u1112\u1161\u11AB, 2", "𠀀, 2", "x\uFE0F, 1"})
    void wideCharactersTakeTwoColumnsAndMarksNone(String text, int columns) {
        assertEquals(columns, TextWidth.of(text));
    }

    @Test
    void whatIsCutFitsAndHasAnEllipsis() {
        assertEquals("abcdef", TextWidth.cut("abcdef", 6));
        assertEquals("abcd…", TextWidth.cut("abcdef", 5));
        assertEquals("東…", TextWidth.cut("東京都", 4));
        assertEquals("ab…ef", TextWidth.cutMiddle("abcdef", 5));
        assertEquals("…", TextWidth.cut("abcdef", 1));
        assertEquals("", TextWidth.cut("abcdef", 0));
        for (int columns = 1; columns < 20; columns++) {
            String text = "net=東京/e\u0301😀b/day=2026-11-22/";
            assertTrue(TextWidth.of(TextWidth.cut(text, columns)) <= columns);
            assertTrue(TextWidth.of(TextWidth.cutMiddle(text, columns)) <= columns);
        }
    }

    @Test
    void linesAreBrokenBetweenWords() {
        assertEquals(List.of("one two", "  three", "  four"), TextWidth.wrapped("one two three four", 8, 2));
        assertEquals(List.of("one two"), TextWidth.wrapped("one two", 7, 2));
        assertEquals(List.of("one two"), TextWidth.wrapped("one two ", 7, 2));
        assertEquals(List.of("abcdefgh", "  ijklmn", "  op qr"), TextWidth.wrapped("abcdefghijklmnop qr", 8, 2));
        assertEquals(List.of("東京東京", "  東京"), TextWidth.wrapped("東京東京東京", 8, 2));
        assertEquals(List.of("a: bcdef", "  ghijkl"), TextWidth.wrapped("a: bcdefghijkl", 8, 2));
        assertEquals(List.of("  ab", "  cd"), TextWidth.wrapped("  ab cd", 4, 4));
    }
}
