package io.sluice.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parquet objects as tables: every type comes back as the record had it, and partitions prune as with JSON.
@ExtendWith(Engine.Provider.class)
final class ParquetTest {
    /// A column of each type, named after it.
    static final String COLUMNS = """
            [{"Name":"b","Type":"boolean"}, {"Name":"i1","Type":"tinyint"}, {"Name":"i2","Type":"smallint"},
             {"Name":"i4","Type":"int"}, {"Name":"i8","Type":"bigint"}, {"Name":"f4","Type":"float"},
             {"Name":"f8","Type":"double"}, {"Name":"d","Type":"decimal(9,2)"}, {"Name":"dd","Type":"decimal(38,10)"},
             {"Name":"s","Type":"string"}, {"Name":"vc","Type":"varchar(3)"}, {"Name":"c","Type":"char(3)"},
             {"Name":"bin","Type":"binary"}, {"Name":"dt","Type":"date"}, {"Name":"ts","Type":"timestamp"},
             {"Name":"a","Type":"array<int>"}, {"Name":"m","Type":"map<string,array<double>>"},
             {"Name":"st","Type":"struct<x:int,y:struct<z:string>>"}]""";
    private static final List<String> PLAIN = List.of("b", "i1", "i2", "i4", "i8", "f4", "f8", "d", "dd", "s", "vc",
            "c",
            "dt", "ts");
    static final String FULL = """
            {"day":"2018-02-01","b":true,"i1":-128,"i2":32767,"i4":-2147483648,"i8":9223372036854775807,"f4":1.5,\
            "f8":-2.25e300,"d":-12.345,"dd":"1234567890123456789012345678.0000000001","s":"grüß","vc":"abc","c":"ab",\
            "bin":"AP8=","dt":"1969-12-31","ts":"2026-01-02T03:04:05.123Z","a":[1,null,3],\
            "m":{"one":[1,null],"none":null,"empty":[]},"st":{"x":1,"y":{"z":"deep"}}}""";
    static final String EMPTY = "{\"day\":\"2018-02-02\",\"a\":[],\"m\":{},\"st\":{}}";

    private final Engine engine;
    @TempDir
    private Path folder = Path.of("");

    ParquetTest(Engine engine) {
        this.engine = engine;
    }

    private Lake everyType() throws IOException {
        StreamFile stream = StreamFile.parquet().partitioned("day=!{partitionKeyFromQuery:day}/", "{day:.day}")
                .columns(COLUMNS).key("day", Quakes.BY_DAY);
        return Lake.of(stream, Files.write(folder.resolve("in.ndjson"), List.of(FULL, EMPTY)), folder, engine);
    }

    @Test
    void everyTypeComesBack() throws IOException {
        try (Lake lake = everyType()) {
            assertEquals(
                    List.of("true", "-128", "32767", "-2147483648", "9223372036854775807", "1.5E0", "-2.25E300",
                            "-12.35",
                            "1234567890123456789012345678.0000000001", "grüß", "abc", "ab", "1969-12-31",
                            "2026-01-02 03:04:05.123", "00FF", "[1,null,3]", "{\"x\":1,\"y\":{\"z\":\"deep\"}}"),
                    lake.rows("SELECT " + PLAIN.stream().map(column -> "CAST(" + column + " AS varchar)")
                            .collect(Collectors.joining(", "))
                            + ", to_hex(bin), json_format(CAST(a AS json)), json_format(CAST(st AS json))"
                            + " FROM quakes WHERE day = '2018-02-01'").getFirst());
            assertEquals(
                    List.of("boolean", "tinyint", "smallint", "integer", "bigint", "real", "double", "decimal(9,2)",
                            "decimal(38,10)", "varchar", "varchar(3)", "char(3)", "date", "timestamp(3)"),
                    lake.rows("SELECT " + PLAIN.stream().map(column -> "typeof(" + column + ")")
                            .collect(Collectors.joining(", ")) + " FROM quakes WHERE day = '2018-02-01'").getFirst());
            assertEquals(List.of(List.of(Map.of("one", Arrays.asList(1.0, null), "empty", List.of()), 3L)),
                    lake.rows("SELECT map_filter(m, (k, v) -> v IS NOT NULL), cardinality(m) FROM quakes"
                            + " WHERE day = '2018-02-01'"));
        }
    }

    @Test
    void whatARecordLacksIsNullAndWhatIsEmptyIsEmpty() throws IOException {
        try (Lake lake = everyType()) {
            assertEquals(List.of(Collections.nCopies(15, true)), lake.rows("""
                    SELECT b IS NULL, i1 IS NULL, i2 IS NULL, i4 IS NULL, i8 IS NULL, f4 IS NULL, f8 IS NULL, d IS NULL,
                    dd IS NULL, s IS NULL, vc IS NULL, c IS NULL, bin IS NULL, dt IS NULL, ts IS NULL
                    FROM quakes WHERE day = '2018-02-02'"""));
            assertEquals(List.of(List.of(0L, 0L, true, true)), lake.rows("""
                    SELECT cardinality(a), cardinality(m), st IS NOT NULL, st.x IS NULL
                    FROM quakes WHERE day = '2018-02-02'"""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SNAPPY", "GZIP", "UNCOMPRESSED"})
    void theSampleIsReadByNetworkAndDay(String compression) throws IOException {
        StreamFile stream = StreamFile.parquet().pages(compression).key("date", Quakes.BY_DAY).key("net",
                Quakes.byNetwork());
        try (Lake lake = Lake.of(stream, Quakes.FILE, folder, engine)) {
            assertEquals(Quakes.countBy(quake -> Quakes.network(quake) + " " + Quakes.day(quake)), lake
                    .counts("SELECT net || ' ' || date, count(properties.mag) FROM quakes GROUP BY net, date"));
            assertEquals(35, lake.number(
                    "SELECT count(properties.time) FROM quakes WHERE net = 'ak' AND date = '2018-02-02'"));
            String partition = "net=ak/date=2018-02-02/";
            assertEquals(new Requests(Set.of(partition), lake.keys(partition)), lake.lastRequests());
        }
    }
}
