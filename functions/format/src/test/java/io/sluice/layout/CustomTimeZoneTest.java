package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CustomTimeZoneTest {
    private static final String REFUSAL = "Provided custom time zone is not supported. "
            + "Custom time zones are limited to UTC and non-3-letter IANA time zones.";

    @Test
    void emptyTextAndUtcAreUtc() {
        assertEquals(ZoneId.of("UTC"), CustomTimeZone.parse(""));
        assertEquals(ZoneId.of("UTC"), CustomTimeZone.parse("UTC"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Tokyo", "America/Argentina/Buenos_Aires", "Asia/Calcutta", "Europe/Kiev", "Egypt",
            "US/Pacific"})
    void ianaZonesAreAcceptedUnderTheNamesThatFirehoseKnows(String name) {
        assertEquals(ZoneId.of(name), CustomTimeZone.parse(name));
        assertEquals(Optional.empty(), CustomTimeZone.refusedByFirehose(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EST", "GMT", "CET", "PST", "NZ", "UT", "Z", "+09:00", "UTC+9", "Mars/Olympus",
            "asia/tokyo", "SystemV/EST"})
    void otherNamesAreRefused(String name) {
        assertEquals(REFUSAL, assertThrows(PrefixException.class, () -> CustomTimeZone.parse(name)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Kolkata", "Europe/Kyiv"})
    void laterNamesAreKnownHereAndRefusedByFirehose(String name) {
        assertEquals(ZoneId.of(name), CustomTimeZone.parse(name));
        String message = CustomTimeZone.refusedByFirehose(name).orElseThrow();
        assertTrue(message.startsWith(REFUSAL), message);
    }
}
