package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.objects.ObjectKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TablePathsTest {
    private static final String NAME = "orders-1-2026-11-27-15-00-00-01234567-89ab-cdef-0123-456789abcdef.parquet";
    private static final String CONVERSION = """
            , "DataFormatConversionConfiguration": {"Enabled": true}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            textBlock = """
                    lake/net=!{partitionKeyFromQuery:k}/ | net | lake/net=a%2Fb%20%C3%BC/ | \
                    compacted/net=a%2Fb%20%C3%BC/ | a/b ü
                    net=!{partitionKeyFromQuery:k}/      | net | net=%2E/                 | \
                    compacted/net=%2E/            | .
                    lake/!{partitionKeyFromQuery:k}/     | k   | lake/%2E%2E/             | \
                    compacted/%2E%2E/             | ..
                    lake/!{timestamp:yyyy/MM/dd}/k=!{partitionKeyFromQuery:k}/ | dt,k | lake/2026/11/27/k=7/ | \
                    compacted/2026/11/27/k=7/ | 2026/11/27,7
                    lake/y=!{timestamp:yyyy}/m=!{timestamp:MM}/!{partitionKeyFromQuery:k}/ | y,m,k | \
                    lake/y=2026/m=07/007/ | compacted/y=2026/m=07/007/ | 2026,07,007
                    a/b!{timestamp:yyyy-MM-dd'T}'}c/!{partitionKeyFromQuery:k}/ | dt,k | a/b2026-11-27T}c/x/ | \
                    compacted/b2026-11-27T}c/x/ | 2026-11-27,x
                    lake/k=!{partitionKeyFromQuery:k}/h=!{timestamp:HH} | k | lake/k=1/h=07 | compacted/k=1/h=07 | 1
                    lake/k=!{partitionKeyFromQuery:k}/   | k   | lake/k=__HIVE_DEFAULT_PARTITION__/ | \
                    compacted/k=__HIVE_DEFAULT_PARTITION__/ | -
                    """)
    void deliveredAndCompactedObjectsHaveTheSameColumnsAndValuesAllOfThemTexts(String prefix, String columns,
            String delivered, String compacted, String values) {
        TablePaths paths = paths(prefix, CONVERSION, "{\"Prefix\": \"compacted/\"}");
        List<Column> expected = Arrays.stream(columns.split(",", -1)).map(name -> Column.of(name, Primitive.STRING))
                .toList();
        assertEquals(expected, paths.columns());
        assertEquals(expected, paths.compacted().orElseThrow().columns());
        List<Optional<String>> texts = Arrays.stream(values.split(",", -1))
                .map(text -> Optional.of(text).filter(each -> !each.equals("-"))).toList();
        assertEquals(Optional.of(texts), paths.values(new ObjectKey(delivered + NAME)));
        assertEquals(Optional.of(texts), paths.values(new ObjectKey(compacted + NAME)));
        assertEquals(Optional.empty(), paths.values(new ObjectKey("errors/processing-failed/" + NAME)));
        assertEquals(Optional.empty(), paths.values(new ObjectKey("iceberg/orders/metadata/v1.metadata.json")));
    }

    @Test
    void whereTextIsCompactedToParquetOnlyThatIsInTheTable() {
        TablePaths paths = paths("lake/d=!{timestamp:yyyy-MM-dd}/k=!{partitionKeyFromQuery:k}/", "",
                "{\"Prefix\": \"compacted/\", \"Format\": \"Parquet\"}");
        assertEquals(Optional.empty(), paths.delivered());
        assertEquals(Optional.empty(), paths.values(new ObjectKey("lake/d=2026-11-27/k=1/" + NAME)));
        assertEquals(Optional.of(List.of(Optional.of("2026-11-27"), Optional.of("1"))),
                paths.values(new ObjectKey("compacted/d=2026-11-27/k=1/" + NAME)));
    }

    @Test
    void aDeclaredProjectionChangesNoColumn() {
        StreamConfiguration stream = parse("lake/k=!{partitionKeyFromQuery:k}/", CONVERSION,
                """
                        "Iceberg": {"Catalog": {"Type": "jdbc"}},
                        "Table": {"Columns": [{"Name": "a", "Type": "int"}], "Keys": {"k": {"Type": "integer", \
                        "Range": [0, 9]}}}
                        """);
        assertEquals(List.of(Column.of("k", Primitive.STRING)), TablePaths.of(stream).orElseThrow().columns());
    }

    @Test
    void aStreamWithoutATableHasNone() {
        StreamConfiguration stream = parse("lake/k=!{partitionKeyFromQuery:k}/", CONVERSION, """
                "Table": {"Columns": [{"Name": "a", "Type": "int"}]}""");
        assertTrue(TablePaths.of(stream).isEmpty());
        assertEquals(Optional.empty(), stream.conversion().orElseThrow().path());
    }

    @Test
    void whatIsDeliveredIsWrittenWithTheColumnsOfItsPath() {
        StreamConfiguration stream = parse("lake/k=!{partitionKeyFromQuery:k}/", CONVERSION, """
                "Iceberg": {"Catalog": {"Type": "jdbc"}}, "Table": {"Columns": [{"Name": "a", "Type": "int"}]}""");
        assertEquals(TablePaths.of(stream).orElseThrow().delivered(), stream.conversion().orElseThrow().path());
    }

    /// Records that are staged already are converted by what is kept under this name.
    @Test
    void aConversionWithoutATableIsWhatItWas() {
        String plain = CONVERSION.replace("true", """
                true, "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": \
                {"EnableDictionaryCompression": false}}}""");
        assertEquals("3b4fb189c7f778b374c3674bd8339130", parse("lake/k=!{partitionKeyFromQuery:k}/", plain, """
                "Table": {"Columns": [{"Name": "a", "Type": "int"}]}""").conversion().orElseThrow().id());
    }

    private static TablePaths paths(String prefix, String conversion, String compaction) {
        return TablePaths.of(parse(prefix, conversion, """
                "Iceberg": {"Catalog": {"Type": "jdbc"}}, "Table": {"Columns": [{"Name": "a", "Type": "int"}]},
                "Compaction": %s""".formatted(compaction))).orElseThrow();
    }

    private static StreamConfiguration parse(String prefix, String conversion, String sluice) {
        ConfigurationParser.Parsed parsed = ConfigurationParser
                .parse("""
                        {"DeliveryStreamName": "orders", \
                        "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::orders",
                         "Prefix": "%s", "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                         "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                          "Parameters": [{"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                           {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}%s},
                         "Sluice": {%s}}"""
                        .formatted(prefix, conversion, sluice).getBytes(UTF_8));
        return parsed.configuration().orElseThrow(() -> new AssertionError(parsed.problems()));
    }
}
