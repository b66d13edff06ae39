package io.sluice.local.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RateTest {
    @ParameterizedTest
    @CsvSource({"500/s, 500", "500, 500", "0.5/s, 0.5", "1e4/s, 10000"})
    void aBareNumberIsRecordsASecond(String text, double perSecond) {
        assertEquals(new Rate.Records(perSecond), Rate.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"2MB/s, 2000000", "2 mb, 2000000", "1.5kB/s, 1500", "1GB/s, 1000000000", "1MiB/s, 1048576",
            "64KiB, 65536", "1GiB/s, 1073741824", "10B/s, 10"})
    void aNumberWithAUnitIsBytesASecond(String text, double perSecond) {
        assertEquals(new Rate.Bytes(perSecond), Rate.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "0/s", "0MB/s", "-1/s", "1/m", "1TB/s", "MB/s", "1MB/s/s", "NaN"})
    void anythingElseIsRefusedByName(String text) {
        var refused = assertThrows(IllegalArgumentException.class, () -> Rate.parse(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("'" + text + "' is no rate"), refused.toString());
    }
}
