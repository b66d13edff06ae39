package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The Iceberg table of the sample beside the table over its folders: the same columns and rows, and the objects that a
/// query opens.
@ExtendWith(Engine.Provider.class)
final class IcebergTableTest {
    private static Lake lake;
    private static IcebergTable table;

    @BeforeAll
    static void deliver(Engine engine, @TempDir Path folder) throws IOException {
        StreamFile stream = StreamFile.parquet().iceberg().key("date", Quakes.BY_DAY).key("net", Quakes.byNetwork());
        lake = Lake.of(stream, Quakes.FILE, folder, engine);
        table = lake.iceberg();
    }

    @AfterAll
    static void stop() {
        lake.close();
    }

    @Test
    void itsColumnsAreThoseOfTheFoldersTable() {
        assertEquals(columns(lake.rows("DESCRIBE quakes")), columns(table.rows("DESCRIBE quakes")));
    }

    private static List<Object> columns(List<List<Object>> described) {
        return described.stream().map(List::getFirst).toList();
    }

    @Test
    void itsRowsAreThoseOfTheFoldersTable() throws IOException {
        List<String> rows = Rows.sorted(table.rows("SELECT * FROM quakes"));
        assertEquals(lake.parquet(""), table.opened());
        assertEquals(Rows.sorted(lake.rows("SELECT * FROM quakes")), rows);
        assertEquals(Quakes.COUNT, rows.size());
    }

    @Test
    void aQueryOnOneNetworkOpensItsObjectsOnly() throws IOException {
        assertEquals(297, table.number("SELECT count(id) FROM quakes WHERE net = 'ak' AND id IS NOT NULL"));
        assertEquals(lake.parquet("net=ak/"), table.opened());
    }

    @Test
    void aQueryOnOneNetworkAndDayOpensThatPartitionsObject() throws IOException {
        assertEquals(35, table.number(
                "SELECT count(properties.time) FROM quakes WHERE net = 'ak' AND date = '2018-02-02'"));
        assertEquals(lake.parquet("net=ak/date=2018-02-02/"), table.opened());
        assertEquals(1, table.opened().size());
    }

    @Test
    void aQueryOnDaysOpensTheirObjectsOfAllNetworks() throws IOException {
        Set<String> days = lake.parquet("");
        days.removeIf(key -> !key.contains("/date=2018-02-06/") && !key.contains("/date=2018-02-07/"));
        table.number("SELECT count(properties.time) FROM quakes WHERE date > '2018-02-05'");
        assertEquals(days, table.opened());
    }

    @Test
    void aNetworkThatIsNotThereOpensNothing() {
        assertEquals(0, table.number("SELECT count(properties.time) FROM quakes WHERE net = 'xx'"));
        assertEquals(Set.of(), table.opened());
    }

    /// The bounds that the registrar takes from footers: those of `ak`'s ids are of its objects alone.
    @Test
    void objectsWhoseBoundsExcludeAnIdAreNotOpened() throws IOException {
        assertEquals(List.of(List.of("ak", "2018-01-31")),
                table.rows("SELECT net, date FROM quakes WHERE id = 'ak18247005'"));
        Set<String> opened = table.opened();
        assertFalse(opened.isEmpty());
        assertTrue(lake.parquet("net=ak/").containsAll(opened), opened.toString());
    }

    @Test
    void rowsAreCountedWithoutAnObject() {
        assertEquals(Quakes.COUNT, table.number("SELECT count(*) FROM quakes"));
        assertEquals(Quakes.COUNT, table.number("SELECT CAST(sum(record_count) AS bigint) FROM \"quakes$files\""));
        assertEquals(Set.of(), table.opened());
    }
}
