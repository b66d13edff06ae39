package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SuccessObjectsTest {
    private static final LocalDate DAY = LocalDate.parse("2026-11-26");

    private static SuccessObjects of(String prefix) {
        return new SuccessObjects(PrefixExpression.parse(prefix.replace("{q:", "{partitionKeyFromQuery:")
                .replace("{t:", "{timestamp:").replace("{random}", "{firehose:random-string}")),
                ZoneId.of("Asia/Tokyo"), Set.of("date"));
    }

    @ParameterizedTest
    @CsvSource({"dt=!{t:yyyy-MM-dd}/, dt=2026-11-26/", "raw/dt=!{t:yyyy-MM-dd}/k=!{q:k}/, raw/dt=2026-11-26/",
            "raw/!{t:yyyy/MM/dd/HH}/, raw/2026/11/26/", "!{t:yyyy}/!{t:MM}/!{t:dd}/!{random}/, 2026/11/26/",
            "y=!{t:yyyy}/m=!{t:MM}/d=!{t:dd}/h=!{t:HH}/k=!{q:k}/, y=2026/m=11/d=26/",
            "raw/date=!{q:date}/net=!{q:net}/, raw/date=2026-11-26/", "a/b=!{q:date}/at=!{t:yyyy-MM}/, a/b=2026-11-26/",
            "y=!{q:year}/m=!{q:month}/d=!{q:day}/k=!{q:k}/, y=2026/m=11/d=26/",
            "dt=!{t:yyyy-MM-dd}/of=!{q:date}/, dt=2026-11-26/"})
    void aDateThatComesFirstHasOneFolder(String prefix, String folder) {
        SuccessObjects objects = of(prefix);
        assertTrue(objects.isOneADate());
        assertEquals(Optional.of(folder + "_SUCCESS"), objects.of(DAY));
        assertTrue(objects.contains(folder + "_SUCCESS"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"k=!{q:k}/dt=!{t:yyyy-MM-dd}/", "!{t:HH}/dt=!{t:yyyy-MM-dd}/", "!{t:yyyy}/date=!{q:date}/",
            "!{random}/dt=!{t:yyyy-MM-dd}/", "dt=!{t:yyyy-MM}/", "k=!{q:k}/", "raw/", "dt=!{q:k}/",
            "dt=!{t:yyyy-MM-dd}-!{q:k}/", "!{t:yyyy/MM/dd}/date=!{q:date}/", "!{q:year}/!{t:MM/dd}/"})
    void anyOtherHasMoreOrNone(String prefix) {
        assertFalse(of(prefix).isOneADate());
    }

    @Test
    void anotherNameOrFolderIsNoneOfThem() {
        SuccessObjects objects = of("raw/dt=!{t:yyyy-MM-dd}/k=!{q:k}/");
        for (String key : new String[]{"raw/dt=2026-11-26/k=a/_SUCCESS", "raw/_SUCCESS", "_SUCCESS",
                "other/dt=2026-11-26/_SUCCESS", "raw/dt=2026-11-26/x_SUCCESS", "raw/dt=2026-13-26/_SUCCESS",
                "raw/dt=2026-11-26/_success"}) {
            assertFalse(objects.contains(key), key);
        }
    }
}
