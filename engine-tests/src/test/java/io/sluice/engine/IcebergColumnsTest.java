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

/// Columns of Iceberg tables beside those of readers of folders.
@ExtendWith(Engine.Provider.class)
final class IcebergColumnsTest {
    private static final String NARROW = """
            [{"Name":"n","Type":"int"}, {"Name":"f","Type":"float"}, {"Name":"d","Type":"decimal(5,2)"},
             {"Name":"s","Type":"struct<n:int,t:string>"}, {"Name":"a","Type":"array<int>"}]""";
    private static final String WIDE = """
            [{"Name":"n","Type":"bigint"}, {"Name":"f","Type":"double"}, {"Name":"d","Type":"decimal(9,2)"},
             {"Name":"s","Type":"struct<n:bigint,t:string>"}, {"Name":"a","Type":"array<bigint>"},
             {"Name":"note","Type":"string"}, {"Name":"more","Type":"struct<x:int>"}]""";

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    IcebergColumnsTest(Engine engine) {
        this.engine = engine;
    }

    private static StreamFile stream(String columns) throws IOException {
        return StreamFile.parquet().iceberg().partitioned("day=!{partitionKeyFromQuery:day}/", "{day:.day}")
                .columns(columns).key("day", Quakes.BY_DAY);
    }

    private Path input(String... records) throws IOException {
        return Files.write(folder.resolve("in.ndjson"), List.of(records));
    }

    private void run(Lake lake, StreamFile stream, String... records) throws IOException {
        lake.sluice("run", "--config", stream.write(folder).toString(), "--input", input(records).toString());
    }

    @Test
    void everyTypeComesBack() throws IOException {
        try (Lake lake = Lake.in(folder, engine)) {
            StreamFile stream = stream(ParquetTest.COLUMNS);
            run(lake, stream, ParquetTest.FULL, ParquetTest.EMPTY);
            lake.create(stream.table());
            IcebergTable table = lake.iceberg();
            // Text of fixed length is padded by the Hive connector alone.
            String columns = "b, i1, i2, i4, i8, f4, f8, d, dd, s, vc, rtrim(CAST(c AS varchar)), bin, dt, ts, a, m,"
                    + " st, day";
            List<String> rows = Rows.sorted(table.rows("SELECT " + columns + " FROM quakes"));
            assertEquals(Rows.sorted(lake.rows("SELECT " + columns + " FROM quakes")), rows);
            assertEquals(2, rows.size());
            assertEquals(
                    List.of("boolean", "integer", "integer", "integer", "bigint", "real", "double", "decimal(9,2)",
                            "decimal(38,10)", "varchar", "varchar", "varchar", "varbinary", "date",
                            "timestamp(6) with time zone", "array(integer)", "map(varchar, array(double))",
                            "row(\"x\" integer, \"y\" row(\"z\" varchar))", "varchar"),
                    table.rows("DESCRIBE quakes").stream().map(column -> column.get(1)).toList());
        }
    }

    @Test
    void anAddedColumnIsNullInOlderObjectsAndAWidenedOneHasItsValues() throws IOException {
        try (Lake lake = Lake.in(folder, engine)) {
            run(lake, stream(NARROW), """
                    {"day":"2018-02-01","n":2147483647,"f":1.5,"d":123.45,"s":{"n":-1,"t":"x"},"a":[1,2]}""", """
                    {"day":"2018-02-02","n":null,"f":null,"d":null,"s":null,"a":[null]}""");
            StreamFile wide = stream(WIDE);
            addObjects(lake, wide, """
                    {"day":"2018-02-01","n":9223372036854775807,"f":1e300,"d":1234567.89,\
                    "s":{"n":9007199254740993,"t":"y"},"a":[4294967296],"note":"new","more":{"x":1}}""");
            lake.sluice("iceberg", "register", "--config", wide.write(folder).toString(), "--from", "");
            lake.create(wide.table());
            IcebergTable table = lake.iceberg();
            String all = "SELECT * FROM quakes";
            assertEquals(Rows.sorted(lake.rows(all)), Rows.sorted(table.rows(all)));
            assertEquals(lake.parquet(""), table.opened());
            assertEquals(
                    List.of("[2147483647, 1.5, 123.45, -1, null, null, 2018-02-01]",
                            "[9223372036854775807, 1.0E300, 1234567.89, 9007199254740993, new, 1, 2018-02-01]",
                            "[null, null, null, null, null, null, 2018-02-02]"),
                    Rows.sorted(table.rows("SELECT n, f, d, s.n, note, more.x, day FROM quakes")));
            assertEquals(1, table.number("SELECT count(f) FROM quakes WHERE n > 2147483647"));
            assertEquals(1, table.opened().size());
        }
    }

    /// Adds what the stream makes of records in another folder: a folder takes one run.
    private void addObjects(Lake lake, StreamFile stream, String... records) throws IOException {
        try (Lake other = Lake.in(Files.createDirectory(folder.resolve("other")), engine)) {
            run(other, stream, records);
            Set<String> keys = other.parquet("");
            for (String key : keys) {
                Files.createDirectories(lake.file(key).getParent());
                Files.copy(other.file(key), lake.file(key));
            }
        }
    }
}
