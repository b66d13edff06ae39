package io.sluice.config;

import static io.sluice.config.ShapeCheck.Shape.Scalar.FLAG;
import static io.sluice.config.ShapeCheck.Shape.Scalar.INTEGER;
import static io.sluice.config.ShapeCheck.Shape.Scalar.NUMBER;
import static io.sluice.config.ShapeCheck.Shape.Scalar.TEXT;
import static io.sluice.config.ShapeCheck.listOf;
import static io.sluice.config.ShapeCheck.structure;

import io.sluice.config.ShapeCheck.Shape;
import java.util.Map;

/// The shapes of what Sluice does not act on and the delivery stream itself does. Source: the Firehose API reference,
/// `CreateDeliveryStream`.
final class PassedOn {
    static final Shape DIRECT_PUT_SOURCE = structure(Map.of("ThroughputHintInMBs", INTEGER));
    static final Shape KINESIS_SOURCE = structure(Map.of("KinesisStreamARN", TEXT, "RoleARN", TEXT));
    static final Shape MSK_SOURCE = structure(Map.of("MSKClusterARN", TEXT, "TopicName", TEXT, "ReadFromTimestamp",
            NUMBER, "AuthenticationConfiguration", structure(Map.of("RoleARN", TEXT, "Connectivity", TEXT))));
    static final Shape STREAM_ENCRYPTION = structure(Map.of("KeyARN", TEXT, "KeyType", TEXT));
    static final Shape TAGS = listOf(structure(Map.of("Key", TEXT, "Value", TEXT)));
    static final Shape LOGGING = structure(Map.of("Enabled", FLAG, "LogGroupName", TEXT, "LogStreamName", TEXT));

    private static final Shape ENCRYPTION = structure(
            Map.of("NoEncryptionConfig", TEXT, "KMSEncryptionConfig", structure(Map.of("AWSKMSKeyARN", TEXT))));
    private static final Shape BUFFERING = structure(Map.of("SizeInMBs", INTEGER, "IntervalInSeconds", INTEGER));

    static final Shape BACKUP = structure(Map.of("RoleARN", TEXT, "BucketARN", TEXT, "Prefix", TEXT,
            "ErrorOutputPrefix", TEXT, "BufferingHints", BUFFERING, "CompressionFormat", TEXT,
            "EncryptionConfiguration", ENCRYPTION, "CloudWatchLoggingOptions", LOGGING));

    private static final Shape SCHEMA = structure(Map.of("RoleARN", TEXT, "CatalogId", TEXT, "DatabaseName", TEXT,
            "TableName", TEXT, "Region", TEXT, "VersionId", TEXT));
    private static final Shape OPENX = structure(Map.of("ConvertDotsInJsonKeysToUnderscores", FLAG, "CaseInsensitive",
            FLAG, "ColumnToJsonKeyMappings", new Shape.TextMap()));
    private static final Shape HIVE = structure(Map.of("TimestampFormats", listOf(TEXT)));
    private static final Shape PARQUET = structure(Map.of("BlockSizeBytes", INTEGER, "PageSizeBytes", INTEGER,
            "Compression", TEXT, "EnableDictionaryCompression", FLAG, "MaxPaddingBytes", INTEGER, "WriterVersion",
            TEXT));
    private static final Shape ORC = structure(Map.of("StripeSizeBytes", INTEGER, "BlockSizeBytes", INTEGER,
            "RowIndexStride", INTEGER, "EnablePadding", FLAG, "PaddingTolerance", NUMBER, "Compression", TEXT,
            "BloomFilterColumns", listOf(TEXT), "BloomFilterFalsePositiveProbability", NUMBER, "DictionaryKeyThreshold",
            NUMBER, "FormatVersion", TEXT));

    static final Shape CONVERSION = structure(Map.of("Enabled", FLAG, "SchemaConfiguration", SCHEMA,
            "InputFormatConfiguration",
            structure(Map.of("Deserializer", structure(Map.of("OpenXJsonSerDe", OPENX, "HiveJsonSerDe", HIVE)))),
            "OutputFormatConfiguration",
            structure(Map.of("Serializer", structure(Map.of("ParquetSerDe", PARQUET, "OrcSerDe", ORC))))));

    private PassedOn() {}
}
