package io.sluice.jq.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Keys that a sender chose so that [String#hashCode] is the same for all of them.
class KeyHashTest {

    private static List<String> keysOfEqualHashCode() {
        List<String> keys = List.of("");
        for (int i = 0; i < 14; i++) {
            List<String> longer = new ArrayList<>();
            keys.forEach(key -> longer.addAll(List.of(key + "Aa", key + "BB")));
            keys = longer;
        }
        return keys;
    }

    @Test
    void keysOfEqualHashCodeSpreadOverATable() {
        Set<Integer> hashCodes = new HashSet<>();
        Set<Integer> slots = new HashSet<>();
        for (String key : keysOfEqualHashCode()) {
            hashCodes.add(key.hashCode());
            slots.add(KeyHash.of(key) & 0xFFFF);
        }
        assertEquals(1, hashCodes.size());
        assertTrue(slots.size() > 12_000, "16,384 keys take only " + slots.size() + " of 65,536 slots");
    }

    @Test
    void anObjectFindsEachOfThem() {
        List<String> keys = keysOfEqualHashCode();
        JqObject.Builder members = JqObject.builder();
        for (int i = 0; i < keys.size(); i++) {
            members.put(keys.get(i), JqNumber.of(i));
        }
        JqObject object = members.build();
        assertEquals(keys.size(), object.size());
        for (int i = 0; i < keys.size(); i++) {
            assertEquals(JqNumber.of(i), object.find(keys.get(i)));
        }
    }
}
