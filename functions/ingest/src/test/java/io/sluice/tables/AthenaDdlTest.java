package io.sluice.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.CaseTable;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.layout.DateUnit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// A table as statements (`table.sql`) and as Glue's request (`table.json`).
final class AthenaDdlTest {
    private static final TableDefinition TABLE = new TableDefinition("lake", "o'clock", "It's \\ a table",
            List.of(Column.of("id", ColumnType.parse("bigint")),
                    new Column("select", ColumnType.parse("struct<from:map<string,array<decimal(4,2)>>,x:varchar(3)>"),
                            Optional.of("it's\\")),
                    Column.of("user_id", ColumnType.parse("char(2)"))),
            List.of(new PartitionColumn("net", ColumnType.parse("string"), "a net", new Projection.Injected()),
                    new PartitionColumn("n", ColumnType.parse("bigint"), "a number",
                            new Projection.WholeNumber(-1, 8, 3, OptionalInt.of(2))),
                    new PartitionColumn("dt", ColumnType.parse("string"), "a day",
                            new Projection.Dated("yyyy'T'MM", new DateRange("NOW-3YEARS", "NOW"), 1, DateUnit.MONTHS))),
            "s3://lake/it's/", Optional.of("s3://lake/it's/${net}/${n}/${dt}/"), DataFormat.JSON,
            Map.of("user_id", "user-id"));

    @Test
    void everyNameAndTextIsQuoted() throws IOException {
        assertEquals(CaseTable.text(AthenaDdlTest.class, "table.sql"),
                AthenaDdl.createDatabase("lake") + "\n" + AthenaDdl.createTable(TABLE));
    }

    @Test
    void gluesRequestSaysTheSame() throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonNode request = json.valueToTree(GlueTableInput.createTable(TABLE));
        assertEquals(json.readTree(CaseTable.text(AthenaDdlTest.class, "table.json")), request);
    }

    @Test
    void aTableWithoutPartitionsHasNoProjection() {
        TableDefinition table = new TableDefinition("d", "t", "c", List.of(Column.of("a", ColumnType.parse("int"))),
                List.of(), "s3://b/", Optional.empty(), DataFormat.PARQUET, Map.of());
        assertEquals("""
                CREATE EXTERNAL TABLE IF NOT EXISTS `d`.`t` (
                  `a` int
                )
                COMMENT 'c'
                ROW FORMAT SERDE 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe'
                STORED AS INPUTFORMAT 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat'
                OUTPUTFORMAT 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat'
                LOCATION 's3://b/'
                TBLPROPERTIES (
                  'classification' = 'parquet'
                );
                """, AthenaDdl.createTable(table));
    }
}
