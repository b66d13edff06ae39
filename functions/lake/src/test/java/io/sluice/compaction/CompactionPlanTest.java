package io.sluice.compaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.config.ConfigurationParser;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TablePaths;
import io.sluice.convert.PathValues;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CompactionPlanTest {
    private static final String CONVERSION = ", \"DataFormatConversionConfiguration\": {\"Enabled\": true}";
    private static final String ICEBERG = ", \"Iceberg\": {\"Catalog\": {\"Type\": \"jdbc\"}}";

    @Test
    void whatATablesObjectsAreCompactedToHasTheColumnsOfItsOwnPath() {
        for (String conversion : new String[]{CONVERSION, ""}) {
            StreamConfiguration stream = parse(conversion, ICEBERG);
            PathValues path = path(stream).orElseThrow();
            assertEquals(TablePaths.of(stream).orElseThrow().compacted(), Optional.of(path));
            assertEquals("large/k=!{partitionKeyFromQuery:k}/", path.prefix());
        }
    }

    @Test
    void whereThereIsNoTableItHasNoneOfThem() {
        assertEquals(Optional.empty(), path(parse(CONVERSION, "")));
        assertEquals(Optional.empty(), path(parse("", "")));
    }

    private static Optional<PathValues> path(StreamConfiguration stream) {
        return switch (CompactionPlan.settings(stream, "orders", Optional.empty()).format()) {
            case JoinedFormat.Rows(var conversion, var _) -> conversion.path();
            case JoinedFormat.Text _ -> throw new AssertionError("it is Parquet");
        };
    }

    private static StreamConfiguration parse(String conversion, String iceberg) {
        ConfigurationParser.Parsed parsed = ConfigurationParser.parse("""
                {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN":
                 "arn:aws:s3:::orders", "Prefix": "lake/k=!{partitionKeyFromQuery:k}/",
                 "ErrorOutputPrefix": "errors/!{firehose:error-output-type}/",
                 "ProcessingConfiguration": {"Enabled": true, "Processors": [{"Type": "MetadataExtraction",
                  "Parameters": [{"ParameterName": "MetadataExtractionQuery", "ParameterValue": "{k: .k}"},
                   {"ParameterName": "JsonParsingEngine", "ParameterValue": "JQ-1.6"}]}]}%s},
                 "Sluice": {"Table": {"Columns": [{"Name": "a", "Type": "int"}], "Keys": {"k": {"Type": "date",
                  "Format": "yyyy-MM-dd", "Range": ["2026-01-01", "NOW"]}}},
                  "Compaction": {"Prefix": "large/", "Format": "Parquet"}%s}}""".formatted(conversion, iceberg)
                .getBytes(UTF_8));
        return parsed.configuration().orElseThrow(() -> new AssertionError(parsed.problems()));
    }
}
