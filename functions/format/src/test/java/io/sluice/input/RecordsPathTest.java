package io.sluice.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecordsPathTest {
    private static void reads(String text, String written, String around, String... names) {
        RecordsPath path = RecordsPath.parse(text);
        assertEquals(List.of(names), path.names());
        assertEquals(written, path.text());
        assertEquals(path, RecordsPath.parse(path.text()));
        assertEquals(around, new String(path.before(), UTF_8) + "*" + new String(path.after(), UTF_8));
    }

    @Test
    void aPathIsReadAsJqReadsIt() {
        reads(".Records[]", ".Records[]", "{\"Records\":[*]}", "Records");
        reads(".[]", ".[]", "[*]");
        reads(" .detail.items [] ", ".detail.items[]", "{\"detail\":{\"items\":[*]}}", "detail", "items");
        reads(".\"a b\".c[]", ".[\"a b\"].c[]", "{\"a b\":{\"c\":[*]}}", "a b", "c");
        reads(".x[\"a\\\"b\\\\\"][]", ".x[\"a\\\"b\\\\\"][]", "{\"x\":{\"a\\\"b\\\\\":[*]}}", "x", "a\"b\\");
        reads(".[\"\\t\u00e9\"][]", ".[\"\\t\u00e9\"][]", "{\"\\t\u00e9\":[*]}", "\t\u00e9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", ".a", "a[]", ".a[].b[]", ".a[0][]", ".a | .[]", ".a, .b[]", ".a[]?", ".a} | {b: .c[]",
                    "..[]", ".a[1:][]", "$x[]", ".a as $b | .c[]"})
    void anythingElseIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> RecordsPath.parse(text));
    }
}
