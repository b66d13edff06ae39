package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnChanges;
import io.sluice.columns.ColumnType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The changes to columns that a table takes, by `evolutions.txt`.
final class EvolutionTest {
    @ParameterizedTest
    @MethodSource("cases")
    void isAsTheTableOfCasesSays(String before, String after, String outcome) {
        String told = switch (Evolution.of(definition(before), definition(after))) {
            case Evolution.Unchanged() -> "same";
            case Evolution.Allowed allowed -> "+ " + String.join("; ", allowed.changes());
            case Evolution.Refused refused -> "- " + refused.reasons().getFirst();
        };
        assertEquals(outcome, told);
    }

    /// `./sluice check --against` knows nothing of Iceberg.
    @ParameterizedTest
    @MethodSource("cases")
    void whatATableRefusesIsRefusedOfTheConfigurationBefore(String before, String after, String outcome) {
        TableDefinition was = definition(before);
        TableDefinition is = definition(after);
        if (was.partitionColumns().equals(is.partitionColumns())) {
            assertEquals(outcome.startsWith("- "), !ColumnChanges.refusals(was.columns(), is.columns()).isEmpty());
        }
    }

    @Test
    void allColumnsAreAddedToATableThatHasNoneYet() {
        TableDefinition after = definition("a int | net string");
        Evolution.Allowed allowed = assertInstanceOf(Evolution.Allowed.class,
                Evolution.of(new Schema(), PartitionSpec.unpartitioned(), after));
        assertEquals(after.schema().asStruct(), allowed.schema().asStruct());
    }

    @Test
    void aColumnOfSomebodyElseStaysAndIsNotTakenForOurs() {
        TableDefinition before = definition("a int | net string");
        List<Types.NestedField> fields = new ArrayList<>(before.schema().columns());
        fields.add(Types.NestedField.optional(1_000_000_001, "note", Types.StringType.get()));
        Schema schema = new Schema(fields);
        assertInstanceOf(Evolution.Unchanged.class, Evolution.of(schema, before.spec(schema), before));
        Evolution.Allowed allowed = assertInstanceOf(Evolution.Allowed.class,
                Evolution.of(schema, before.spec(schema), definition("a int, b int | net string")));
        assertEquals("note", allowed.schema().findColumnName(1_000_000_001));
        Evolution.Refused refused = assertInstanceOf(Evolution.Refused.class,
                Evolution.of(schema, before.spec(schema), definition("a int, note int | net string")));
        assertEquals(List.of("column note was added to the table by somebody else; drop it there, or give yours another"
                + " name"), refused.reasons());
    }

    static Stream<String[]> cases() throws IOException {
        try (InputStream in = Objects.requireNonNull(EvolutionTest.class.getResourceAsStream("evolutions.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" => ", -1)).toList().stream();
        }
    }

    private static TableDefinition definition(String text) {
        String[] parts = text.split(" ?\\| ?", -1);
        return new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", columns(parts[0]),
                parts.length > 1 ? columns(parts[1]) : List.of());
    }

    private static List<Column> columns(String text) {
        return Stream.of(text.split(", ", -1)).map(each -> each.split(" ", 2))
                .map(each -> Column.of(each[0], ColumnType.parse(each[1]))).toList();
    }
}
