package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TableChangesTest {
    private static final String PREFIX = "lake/k=!{partitionKeyFromQuery:k}/!{timestamp:yyyy/MM}/";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a int                     | a int
            a int                     | a int; b date
            a int; b float            | a bigint; b double
            a tinyint                 | a smallint
            a smallint                | a bigint
            a decimal(4,2)            | a decimal(9,2)
            a varchar(3)              | a string
            a struct<x:int>           | a struct<x:bigint,y:string>
            a array<struct<x:int>>    | a array<struct<x:int,y:map<string,int>>>
            a map<string,float>       | a map<string,double>
            """)
    void whatFilesOfBeforeAreReadAsIsAllowed(String before, String after) {
        assertEquals(List.of(), changes(before, after, PREFIX));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    a int; b int              | a int                        | \
                    column b is in the table and no longer declared
                    a int; b int              | b int; a int                 | column b stands where a stood
                    a int                     | c int                        | column c stands where a stood
                    a int; b int              | a int; n int; b int          | column n stands where b stood
                    a bigint                  | a int                        | column a is bigint and cannot become int
                    a smallint                | a tinyint                    | \
                    column a is smallint and cannot become tinyint
                    a int                     | a double                     | column a is int and cannot become double
                    a int                     | a string                     | column a is int and cannot become string
                    a string                  | a binary                     | \
                    column a is string and cannot become binary
                    a date                    | a timestamp                  | \
                    column a is date and cannot become timestamp
                    a decimal(9,2)            | a decimal(9,3)               | \
                    column a is decimal(9,2) and cannot become decimal(9,3)
                    a decimal(9,2)            | a decimal(8,2)               | \
                    column a is decimal(9,2) and cannot become decimal(8,2)
                    a struct<x:int,y:int>     | a struct<x:int>              | \
                    column a.y is in the table and no longer declared
                    a struct<x:int,y:int>     | a struct<y:int,x:int>        | column a.y stands where a.x stood
                    a struct<s:struct<x:int>,y:int> | a struct<s:struct<x:int,n:int>,y:int> | \
                    column a.s.n stands where a.y stood
                    a array<int>              | a map<int,int>               | \
                    column a is array<int> and cannot become map<int,int>
                    a array<bigint>           | a array<int>                 | \
                    column a.element is bigint and cannot become int
                    """)
    void whatTheyAreNotIsRefused(String before, String after, String refusal) {
        String problems = changes(before, after, PREFIX).toString();
        assertTrue(problems.contains("$.Sluice.Table.Columns") && problems.contains(refusal), problems);
    }

    @Test
    void otherPartitionsNeedAnotherTable() {
        List<Problem> problems = changes("a int", "a int", "lake/!{timestamp:yyyy/MM}/k=!{partitionKeyFromQuery:k}/");
        assertEquals("the Iceberg table is partitioned by k, dt, and the prefix by dt, k; give another table in"
                + " Sluice.Iceberg.Table for the new prefix", problems.getFirst().message());
        assertEquals("$.ExtendedS3DestinationConfiguration.Prefix", problems.getFirst().path());
        assertEquals(1, problems.size());
        assertEquals(List.of(), changes("a int", "a int", PREFIX.replace("lake/", "pool/")));
    }

    @Test
    void anotherTableIsAnothers() {
        assertEquals(List.of(), TableChanges.problems(parse("a int", PREFIX, "lake.one"),
                parse("b string", PREFIX, "lake.two")));
    }

    private static List<Problem> changes(String before, String after, String prefix) {
        return TableChanges.problems(parse(before, PREFIX, "lake.one"), parse(after, prefix, "lake.one"));
    }

    private static StreamConfiguration parse(String columns, String prefix, String table) {
        String declared = Arrays.stream(columns.split(";", -1)).map(String::strip)
                .map(column -> "{\"Name\": \"" + column.substring(0, column.indexOf(' ')) + "\", \"Type\": \""
                        + column.substring(column.indexOf(' ') + 1) + "\"}")
                .collect(Collectors.joining(", "));
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse("""
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN":
                 "arn:aws:s3:::orders", "Prefix": "%s", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                 "DataFormatConversionConfiguration": {"Enabled": true},
                 "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                  "Parameters": [{"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                   {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}},
                 "Sluice": {"Table": {"Columns": [%s]}, "Iceberg": {"Catalog": {"Type": "glue"}, "Table": "%s"}}}
                """.formatted(prefix, declared, table).getBytes(UTF_8));
        return parsed.configuration().orElseThrow(() -> new AssertionError(parsed.problems()));
    }
}
