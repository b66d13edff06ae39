package io.sluice.local.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.ForeignFormat;
import org.junit.jupiter.api.Test;

/// Names of files in commands that a user is given to type.
final class QuotedNamesTest {
    @Test
    void aNameThatBeginsWithADashIsNoOptionOfTheCommand() {
        assertTrue(ConversionHint.of(ForeignFormat.TAR, "-x y").startsWith("mkdir unpacked && tar -xf './-x y' -C"));
        assertTrue(ConversionHint.of(ForeignFormat.SEVEN_ZIP, "-").startsWith("7z x './-' -o"));
    }

    @Test
    void aQuoteInItEndsNothing() {
        assertEquals("'it'\\''s'", ConversionHint.quoted("it's"));
        assertEquals("'a-b'", ConversionHint.quoted("a-b"));
    }
}
