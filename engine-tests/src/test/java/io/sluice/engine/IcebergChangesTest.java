package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The Iceberg table of the sample after each thing that changes it: the rows that a reader of folders has, of the
/// objects that are there and of no others.
@ExtendWith(Engine.Provider.class)
final class IcebergChangesTest {
    private static final String VIEW = "views/quakes_all.sql";
    private static final String COLUMNS = "id, type, properties, geometry, net, date";
    private static final String OF_AK = "SELECT count(id) FROM quakes WHERE net = 'ak' AND id IS NOT NULL";

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    IcebergChangesTest(Engine engine) {
        this.engine = engine;
    }

    private static StreamFile stream() throws IOException {
        return StreamFile.parquet().key("date", Quakes.BY_DAY).key("net", Quakes.byNetwork());
    }

    private Lake delivered(StreamFile stream) throws IOException {
        return Lake.of(stream, Quakes.FILE, folder, engine);
    }

    private String config() {
        return folder.resolve("stream.json").toString();
    }

    /// Holds the table against the folders.
    ///
    /// @param byFolders a table or view of the Hive connector
    /// @return the table, and its rows
    private static Seen assertSame(Lake lake, String byFolders) throws IOException {
        IcebergTable table = lake.iceberg();
        List<String> rows = Rows.sorted(table.rows("SELECT " + COLUMNS + " FROM quakes"));
        assertEquals(lake.parquet(""), table.opened());
        assertEquals(Rows.sorted(lake.rows("SELECT " + COLUMNS + " FROM " + byFolders)), rows);
        return new Seen(table, rows);
    }

    private record Seen(IcebergTable table, List<String> rows) {}

    @Test
    void compactedObjectsAreInPlaceOfThoseTheyAreMadeOf() throws IOException {
        StreamFile stream = stream().iceberg().compacted("{\"Prefix\":\"large/\",\"Format\":\"Parquet\"}");
        try (Lake lake = delivered(stream)) {
            lake.create(stream.compactedTable());
            Seen before = assertSame(lake, "quakes");
            lake.sluice("compact", "--config", config(), "--keep-minutes", "60");
            IcebergTable table = lake.iceberg();
            assertEquals(before.rows, Rows.sorted(table.rows("SELECT " + COLUMNS + " FROM quakes")));
            assertEquals(lake.parquet("large/"), table.opened(), "while their sources are kept");
            lake.sluice("compact", "--config", config(), "--keep-minutes", "0");
            lake.rows(Files.readString(lake.file(VIEW)));
            Seen after = assertSame(lake, "quakes_all");
            assertEquals(before.rows, after.rows);
            assertEquals(297, after.table.number(OF_AK));
            assertEquals(lake.parquet("large/net=ak/"), after.table.opened());
        }
    }

    @Test
    void whatRetentionAndErasureRemovedIsGone() throws IOException {
        try (Lake lake = delivered(stream().iceberg())) {
            lake.sluice("retention", "set", "--config", config(), "--key", "net=ak", "--days", "2");
            lake.sluice("retention", "run", "--config", config(), "--now", "2018-02-06T23:00:00Z");
            Seen retained = assertSame(lake, "quakes");
            assertEquals(List.of(List.of("2018-02-04")),
                    retained.table.rows("SELECT min(date) FROM quakes WHERE net = 'ak'"));
            lake.sluice("erase", "--config", config(), "--key", "net=ci");
            Seen erased = assertSame(lake, "quakes");
            assertEquals(retained.rows.stream().filter(row -> !row.contains(", ci, 2018-")).toList(), erased.rows);
            assertEquals(Quakes.countBy(Quakes::network).get("ci"), (long) retained.rows.size() - erased.rows.size());
        }
    }

    /// Without field ids and without columns of their paths, as a stream that has no table writes them; each prefix is
    /// a commit.
    @Test
    void objectsFromBeforeThereWasATableAreReadByTheirColumnsNames() throws IOException {
        StreamFile stream = stream().percentEncoded();
        try (Lake lake = delivered(stream)) {
            stream.iceberg().write(folder);
            for (String prefix : List.of("net=a", "net=c", "")) {
                lake.sluice("iceberg", "register", "--config", config(), "--from", prefix);
            }
            Seen seen = assertSame(lake, "quakes");
            assertEquals(3, seen.table.number("SELECT count(*) FROM \"quakes$snapshots\""));
            assertEquals(297, seen.table.number(OF_AK));
            assertEquals(lake.parquet("net=ak/"), seen.table.opened());
            lake.sluice("erase", "--config", config(), "--key", "net=ak");
            assertSame(lake, "quakes");
            assertEquals(0, seen.table.number(OF_AK));
            assertEquals(Set.of(), seen.table.opened());
        }
    }
}
