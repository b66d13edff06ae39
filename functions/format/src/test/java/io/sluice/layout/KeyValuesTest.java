package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KeyValuesTest {
    private static final List<String> NAMES = List.of("year", "customer");

    @Test
    void itIsAMapLikeAnyOther() {
        KeyValues keys = KeyValues.of(NAMES, "2026", "c1");
        Map<String, String> map = Map.of("customer", "c1", "year", "2026");
        assertEquals(map, keys);
        assertEquals(keys, map);
        assertEquals(map.hashCode(), keys.hashCode());
        assertEquals("c1", keys.get("customer"));
        assertNull(keys.get("month"));
        assertEquals("{year=2026, customer=c1}", keys.toString());
        assertThrows(UnsupportedOperationException.class, () -> keys.put("year", "2027"));
    }

    @Test
    void sameNamesWithOtherValuesAreOtherKeys() {
        assertEquals(KeyValues.of(NAMES, "a", "b"), KeyValues.of(NAMES, "a", "b"));
        assertNotEquals(KeyValues.of(NAMES, "a", "b"), KeyValues.of(NAMES, "b", "a"));
    }

    @Test
    void aCopyIsInTheOrderOfTheNames() {
        assertEquals(List.of("customer", "year"),
                KeyValues.copyOf(Map.of("year", "2026", "customer", "c1")).names());
        assertSame(KeyValues.NONE, KeyValues.copyOf(Map.of()));
    }

    @Test
    void keysAreNeitherCopiedNorMappedInVain() {
        KeyValues keys = KeyValues.of(NAMES, "2026", "c1");
        assertSame(keys, KeyValues.copyOf(keys));
        assertSame(keys, keys.map(value -> value.toLowerCase(Locale.ROOT)));
        assertEquals(Map.of("year", "2026", "customer", "C1"), keys.map(value -> value.toUpperCase(Locale.ROOT)));
    }

    @Test
    void eachNameHasAValue() {
        assertThrows(IllegalArgumentException.class, () -> KeyValues.of(NAMES, "2026"));
    }
}
