package io.sluice.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.CaseTable;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs `column-types.txt`.
final class ColumnTypeTest {
    @TestFactory
    Stream<DynamicTest> eachTextIsItsTypeOrItsMessage() throws IOException {
        return CaseTable.lines(ColumnTypeTest.class, "column-types.txt").map(row -> {
            String[] sides = row.split(" => ", 2);
            return DynamicTest.dynamicTest(row, () -> check(sides[0], sides[1]));
        });
    }

    private static void check(String text, String expected) {
        if (expected.startsWith("! ")) {
            String message = String
                    .valueOf(assertThrows(ColumnTypeException.class, () -> ColumnType.parse(text)).getMessage());
            assertTrue(message.contains(expected.substring(2)), message);
        } else {
            ColumnType type = ColumnType.parse(text);
            assertEquals(expected, type.hiveText());
            assertEquals(type, ColumnType.parse(type.hiveText()));
        }
    }

    @Test
    void aTypeNestedWithoutEndIsRefused() {
        String text = "array<".repeat(10_000);
        assertTrue(String.valueOf(assertThrows(ColumnTypeException.class, () -> ColumnType.parse(text)).getMessage())
                .contains("types are nested more than 32 deep"));
    }
}
