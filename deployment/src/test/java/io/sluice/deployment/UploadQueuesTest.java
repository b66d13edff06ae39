package io.sluice.deployment;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a stream may read of the bucket that it writes to.
final class UploadQueuesTest {
    private static final StreamDefinition STREAM = StreamDefinition.parse("""
            {"DeliveryStreamName": "orders", "ExtendedS3DestinationConfiguration": {"BucketARN": "arn:aws:s3:::orders",
               "Prefix": "orders/dt=!{timestamp:yyyy-MM-dd}/", "ErrorOutputPrefix": "errors/",
               "BufferingHints": {"SizeInMBs": 64, "IntervalInSeconds": 60},
               "DataFormatConversionConfiguration": {"Enabled": true,
                 "SchemaConfiguration": {"DatabaseName": "d", "TableName": "t", "RoleARN": "r"},
                 "InputFormatConfiguration": {"Deserializer": {"OpenXJsonSerDe": {}}},
                 "OutputFormatConfiguration": {"Serializer": {"ParquetSerDe": {}}}}},
             "Sluice": {"Table": {"Columns": [{"Name": "id", "Type": "string"}]}, "Landing": {},
               "Compaction": {"Prefix": "joined/"}, "Iceberg": {"Catalog": {"Type": "glue"}, "Location": "tables/o"}}}
            """);

    @ParameterizedTest
    @CsvSource({"orders/, Prefix", "errors/x, ErrorOutputPrefix", "joined/, Compaction.Prefix", "jo, Compaction.Prefix",
            "tables/, Iceberg.Location", "tables/o/metadata/, Iceberg.Location"})
    void whatTheStreamWritesIsNotReadAgain(String prefix, String member) {
        String why = assertThrows(DeploymentException.class, () -> UploadQueues.requireNoLoop(STREAM, "orders", prefix))
                .explanation();
        assertTrue(why.contains("each object would make the next") && why.contains("(" + member + ")"), why);
    }

    @Test
    void aPrefixBesideAllIsTaken() {
        assertDoesNotThrow(() -> UploadQueues.requireNoLoop(STREAM, "orders", "tables/other/"));
    }
}
