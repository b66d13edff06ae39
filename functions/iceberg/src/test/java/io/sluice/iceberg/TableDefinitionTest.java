package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnTypeException;
import io.sluice.columns.FieldIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;
import org.junit.jupiter.api.Test;

/// The schema that a configuration declares, and its ids.
final class TableDefinitionTest {
    @Test
    void eachTypeIsWhatTheFilesHold() {
        Map<String, String> types = Map.ofEntries(Map.entry("boolean", "boolean"), Map.entry("tinyint", "int"),
                Map.entry("smallint", "int"), Map.entry("int", "int"), Map.entry("bigint", "long"),
                Map.entry("float", "float"), Map.entry("double", "double"), Map.entry("string", "string"),
                Map.entry("binary", "binary"), Map.entry("date", "date"), Map.entry("timestamp", "timestamptz"),
                Map.entry("decimal(12,3)", "decimal(12, 3)"), Map.entry("varchar(9)", "string"),
                Map.entry("char(9)", "string"), Map.entry("array<int>", "list<int>"),
                Map.entry("map<string,date>", "map<string, date>"));
        types.forEach((hive, iceberg) -> assertEquals(iceberg,
                definition(List.of(column("c", hive))).schema().findType("c").toString()));
    }

    @Test
    void idsAreTheColumnsPlaceAndThoseOfItsFieldsInPreOrder() {
        Schema schema = definition(List.of(column("a", "int"),
                column("b", "struct<x:array<struct<y:int>>,z:map<string,struct<w:int>>>"), column("c", "string")))
                .schema();
        Map<String, Integer> expected = Map.ofEntries(Map.entry("a", 1), Map.entry("b", 2), Map.entry("c", 3),
                Map.entry("b.x", 20_000), Map.entry("b.x.element", 20_001), Map.entry("b.x.element.y", 20_002),
                Map.entry("b.z", 20_003), Map.entry("b.z.key", 20_004), Map.entry("b.z.value", 20_005),
                Map.entry("b.z.value.w", 20_006), Map.entry("date", 1_000_000_000), Map.entry("net", 1_000_000_001));
        Map<String, Integer> ids = new HashMap<>();
        TypeUtil.indexNameById(schema.asStruct()).forEach((id, name) -> ids.put(name, id));
        assertEquals(expected, ids);
    }

    /// With so many columns, ids of one column's fields must not be another's.
    @Test
    void noTwoFieldsShareAnId() {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            columns.add(column("c" + i, "struct<a:int,b:array<int>>"));
        }
        assertEquals(300 * 4 + 2, TypeUtil.indexById(definition(columns).schema().asStruct()).size());
    }

    @Test
    void aColumnBehindTheOthersChangesNoId() {
        List<Column> columns = new ArrayList<>(List.of(column("a", "struct<x:int>"), column("b", "map<int,int>")));
        Map<Integer, String> before = TypeUtil.indexNameById(definition(columns).schema().asStruct());
        columns.add(column("c", "array<int>"));
        Map<Integer, String> after = TypeUtil.indexNameById(definition(columns).schema().asStruct());
        assertTrue(after.entrySet().containsAll(before.entrySet()), after::toString);
    }

    @Test
    void aColumnOfMoreFieldsThanItsBlockHasIsRefused() {
        FieldIds ids = FieldIds.ofColumn(0);
        for (int i = 0; i < FieldIds.FIELDS_MAX; i++) {
            assertEquals(10_000 + i, ids.next());
        }
        assertThrows(ColumnTypeException.class, ids::next);
        assertThrows(ColumnTypeException.class, () -> FieldIds.ofColumn(FieldIds.FIELDS_MAX));
    }

    @Test
    void aKeyThatIsNamedAsAColumnIsRefused() {
        assertEquals("the table of quakes has two columns net; give the key that is in the prefix another name than the"
                + " column",
                assertThrows(IllegalArgumentException.class, () -> definition(List.of(column("net", "string"))))
                        .getMessage());
    }

    @Test
    void aPartitionColumnIsWhatAPathCanHold() {
        assertEquals("partition column at is timestamp, and a path holds text, whole numbers and dates",
                assertThrows(IllegalArgumentException.class,
                        () -> new TableDefinition("quakes", "s3://lake/quakes", "s3://lake",
                                List.of(column("a", "int")),
                                List.of(column("at", "timestamp"))))
                        .getMessage());
    }

    private static TableDefinition definition(List<Column> columns) {
        return new TableDefinition("quakes", "s3://lake/quakes", "s3://lake", columns,
                List.of(column("date", "date"), column("net", "string")));
    }

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }
}
