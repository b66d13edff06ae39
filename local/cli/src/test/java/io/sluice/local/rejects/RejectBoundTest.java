package io.sluice.local.rejects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How many records may be rejected, at and around each bound.
final class RejectBoundTest {
    @ParameterizedTest
    @CsvSource({"0,0,10,false", "0,1,10,true", "5,5,10,false", "5,6,10,true", "0%,0,10,false", "0%,1,1000000,true",
            "50%,5,10,false", "50%,6,10,true", "0.1%,1,1000,false", "0.1%,2,1000,true", "100%,10,10,false",
            "33.333%,1,3,true", "33.334%,1,3,false", "0%,0,0,false"})
    void aBoundIsExceededByWhatIsAboveIt(String bound, long rejected, long all, boolean exceeded) {
        assertEquals(exceeded, RejectBound.parse(bound).isExceeded(rejected, all));
    }

    @Test
    void aShareOfTheMostRecordsThereAreIsExact() {
        long all = Long.MAX_VALUE;
        assertEquals(true, RejectBound.parse("99.999999999%").isExceeded(all - 1, all));
        assertEquals(false, RejectBound.parse("100%").isExceeded(all, all));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "-1", "1.5", "101%", "100.1%", "1%%", "five", "1e3", "٣", "9999999999999999"})
    void whatIsNoBoundIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> RejectBound.parse(text));
    }
}
